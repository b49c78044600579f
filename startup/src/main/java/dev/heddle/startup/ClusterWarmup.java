package dev.heddle.startup;

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
 * The training of the ahead-of-time cache of long-running processes. Runs queries over tables in
 * memory, then every process of a cluster in this JVM and queries over files on it, since a cache
 * is made by one process. The files of {@link TrainingFiles} are in the current folder. Used by one
 * thread.
 */
public final class ClusterWarmup {
  private static final long MAX_START_NANOS = 20_000_000_000L;
  private static final long POLL_NANOS = 10_000_000;

  /** Makes the tables that queries read of files in this folder. */
  private static final String HOLD =
      "create table held as select * from 'item.parquet';"
          + " create table kinds as select * from 'kinds.parquet';";

  private final Command command;

  /** The heddle command, run in this process. Called by several threads. */
  public interface Command {
    /** Runs it with these words and returns its exit code. */
    int run(String... words);
  }

  /** Makes a training by a command. */
  public ClusterWarmup(Command command) {
    this.command = command;
  }

  /**
   * Runs the scripts and returns the exit code of what failed, or 0. The cluster runs on.
   *
   * @param rounds how often: what is learnt of a method counts once it has run for long
   */
  public int run(int rounds) throws IOException {
    String held = HOLD + Files.readString(Path.of(TrainingFiles.CLUSTER));
    int code = 0;
    for (int i = 0; i < rounds && code == 0; i++) {
      code = command.run("sql", held);
    }
    InetSocketAddress scheduler;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      scheduler = new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
    }
    String address = scheduler.getHostString() + ":" + scheduler.getPort();
    start("scheduler", "--listen", address);
    await(scheduler);
    start("shuffle", "--scheduler", address);
    for (int i = 0; i < 2; i++) {
      start("worker", "--scheduler", address, "--drain-seconds", "1");
    }
    for (int i = 0; i < rounds && code == 0; i++) {
      for (String script : List.of(TrainingFiles.SESSION, TrainingFiles.CLUSTER)) {
        code = code == 0 ? command.run(onCluster(address, script)) : code;
      }
    }
    return code;
  }

  private static String[] onCluster(String address, String script) {
    List<String> words = new ArrayList<>(List.of("sql", "--cluster", address));
    words.addAll(List.of("-t", "item=item.parquet", "-t", "held=item.parquet"));
    words.addAll(List.of("-t", "kinds=kinds.parquet", "-f", script));
    return words.toArray(String[]::new);
  }

  private void start(String... words) {
    Thread.ofPlatform().daemon().name("heddle-" + words[0]).start(() -> command.run(words));
  }

  private static void await(InetSocketAddress address) throws IOException {
    long end = System.nanoTime() + MAX_START_NANOS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(address);
        return;
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }
}
