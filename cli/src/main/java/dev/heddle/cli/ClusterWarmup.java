package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs queries over tables in memory, then every process of a cluster in one JVM, and queries over
 * files on it: what the launcher trains the ahead-of-time cache of long-running processes with,
 * since a cache is made by one process.
 */
public final class ClusterWarmup {
  private static final long LONGEST_START_NANOS = 20_000_000_000L;

  /** Makes the tables that queries read of files in this folder. */
  private static final String HOLD =
      "create table held as select * from 'item.parquet';"
          + " create table kinds as select * from 'kinds.parquet';";

  private ClusterWarmup() {}

  /**
   * Runs the script of the third argument in this process, then those of the second and the third
   * on a cluster, each as often as the first argument states, and ends with the exit code of what
   * failed, or 0. What is learnt of a method counts once it has run for long. The files of {@code
   * training-data.sql} are in this folder.
   */
  public static void main(String[] arguments) throws IOException {
    int rounds = Integer.parseInt(arguments[0]);
    String held = HOLD + Files.readString(Path.of(arguments[2]));
    int code = 0;
    for (int i = 0; i < rounds && code == 0; i++) {
      code = Main.run("sql", held);
    }
    InetSocketAddress scheduler;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      scheduler = new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
    }
    String address = ProcessFlags.text(scheduler);
    start("scheduler", "--listen", address);
    await(scheduler);
    start("shuffle", "--scheduler", address);
    for (int i = 0; i < 2; i++) {
      start("worker", "--scheduler", address, "--drain-seconds", "1");
    }
    for (int i = 0; i < 2 * rounds && code == 0; i++) {
      code = Main.run(onCluster(address, arguments[1 + i % 2]));
    }
    System.exit(code);
  }

  private static String[] onCluster(String address, String script) {
    List<String> words = new ArrayList<>(List.of("sql", "--cluster", address));
    words.addAll(List.of("-t", "item=item.parquet", "-t", "held=item.parquet"));
    words.addAll(List.of("-t", "kinds=kinds.parquet", "-f", script));
    return words.toArray(String[]::new);
  }

  private static void start(String... words) {
    Thread.ofPlatform().daemon().name("heddle-" + words[0]).start(() -> Main.run(words));
  }

  private static void await(InetSocketAddress address) throws IOException {
    long end = System.nanoTime() + LONGEST_START_NANOS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(address);
        return;
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(10_000_000);
      }
    }
  }
}
