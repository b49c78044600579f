package dev.heddle.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a script over tables in memory, then every process of a cluster in one JVM, and a script on
 * it: what the launcher trains the ahead-of-time cache of long-running processes with, since a
 * cache is made by one process.
 */
public final class ClusterTraining {
  private static final long LONGEST_START_NANOS = 20_000_000_000L;

  /** So often the first script runs: what is learnt of a method counts once it has run for long. */
  private static final int ROUNDS = 6;

  private ClusterTraining() {}

  /**
   * Runs the script of the first argument in this process, then {@code heddle sql} with the other
   * arguments on the cluster, and ends with its exit code.
   */
  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      Main.run("sql", "-f", arguments[0]);
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
    List<String> words = new ArrayList<>(List.of("sql", "--cluster", address));
    words.addAll(List.of(arguments).subList(1, arguments.length));
    System.exit(Main.run(words.toArray(String[]::new)));
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
