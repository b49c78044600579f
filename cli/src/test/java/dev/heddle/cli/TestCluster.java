package dev.heddle.cli;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.engine.cluster.client.ClusterClient;
import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.FreePorts;
import dev.heddle.shuffle.net.Security;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A local cluster of small processes for tests, and what is left behind by it. */
public final class TestCluster implements AutoCloseable {
  /** The heap of each process, in bytes. */
  static final long HEAP = 192L << 20;

  private static final long MEMORY = 256L << 20;

  /** So long a change may take on a machine that has a lot else to do. */
  static final int MAX_WAIT_SECONDS = 300;

  private final LocalCluster cluster;
  private final Path folder;
  private final @Nullable Path security;

  TestCluster(
      Path folder,
      int workers,
      int shuffleServers,
      @Nullable Path security,
      List<String> schedulerFlags,
      List<String> workerFlags) {
    this(folder, workers, shuffleServers, MEMORY, security, schedulerFlags, workerFlags);
  }

  /** Starts a cluster whose workers and servers have so much memory each. */
  public TestCluster(
      Path folder,
      int workers,
      int shuffleServers,
      long memoryBytes,
      @Nullable Path security,
      List<String> schedulerFlags,
      List<String> workerFlags) {
    this(
        new LocalClusterSettings(
            freeAddress(),
            workers,
            shuffleServers,
            1,
            1,
            memoryBytes,
            memoryBytes,
            folder,
            security,
            schedulerFlags,
            workerFlags,
            List.of()),
        java());
  }

  /** Returns an address that stays free while a scheduler is not there between two lives. */
  static String freeAddress() {
    try {
      return "127.0.0.1:" + FreePorts.withProxy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a cluster. */
  TestCluster(LocalClusterSettings settings, ProcessCommand command) {
    this.folder = settings.folder();
    this.security = settings.security();
    this.cluster = new LocalCluster(settings, command);
  }

  /** Returns how processes are started that are small, and soon there. */
  static ProcessCommand java() {
    List<String> flags = List.of("-Xmx" + HEAP, "-XX:TieredStopAtLevel=1");
    return FastStarts.of(ProcessCommand.likeThis("dev.heddle.cli.Main", flags));
  }

  LocalCluster processes() {
    return cluster;
  }

  /** Returns what opens a session on it. */
  public SessionOptions options() {
    ClusterOptions where = ClusterOptions.of(cluster.address());
    return SessionOptions.defaults()
        .withThreads(2)
        .withCluster(security == null ? where : where.withSecurity(security));
  }

  /** Returns the log that a process has written so far. */
  String log(String process) throws IOException {
    return Files.readString(folder.resolve(process + ".log"));
  }

  /** Waits until a process has written a text to its log, at or after a position in it. */
  void awaitLog(String process, int from, String text) throws IOException, InterruptedException {
    await(
        () -> log(process).indexOf(text, from) >= 0, () -> "\"" + text + "\" in\n" + log(process));
  }

  /** A condition, or a text, that may fail to be read. */
  @FunctionalInterface
  interface Look<T> {
    T read() throws IOException, InterruptedException;
  }

  /** Waits until a condition is true; else fails with what it waited for and what is there. */
  static void await(Look<Boolean> condition, Look<String> what)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    while (!condition.read()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Waited in vain for " + what.read());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  ClusterStatus status() {
    try (ClusterClient client = client()) {
      return client.status();
    }
  }

  private ClusterClient client() {
    InetSocketAddress scheduler = ProcessFlags.address("--scheduler", cluster.address());
    return new ClusterClient(scheduler, Security.ofMember(security, scheduler));
  }

  /** Asks until the cluster is as wanted, and returns how it is then. */
  ClusterStatus await(String what, Predicate<ClusterStatus> wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    try (ClusterClient client = client()) {
      while (true) {
        ClusterStatus status = client.status();
        if (wanted.test(status)) {
          return status;
        }
        if (System.nanoTime() > end) {
          throw new AssertionError(
              "Waited in vain for " + what + "; the cluster is\n" + status.text());
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  /**
   * Waits until all jobs have ended and the servers, which are told so without waiting for their
   * answer, have deleted what was theirs: a server that ends earlier keeps it for its next life.
   */
  void awaitEndOfJobs() throws IOException, InterruptedException {
    await("the end of all jobs", status -> status.jobs().isEmpty());
    await("servers that delete exchanges", name -> name.matches(".*\\.(bundle|open|blocks)"), 0);
  }

  /** Waits until of the files that are left at most some have a name of a kind. */
  void await(String what, Predicate<String> isOfKind, int most)
      throws IOException, InterruptedException {
    await(
        () -> filesLeft().stream().filter(isOfKind).count() <= most,
        () -> what + "; there are " + filesLeft());
  }

  /** Kills a process as a crash would. */
  static void kill(Process process) throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a signal that Java has no name for, such as STOP or CONT. */
  static void signal(String name, Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Returns the files, logs aside, that processes have left in their folder. */
  List<String> filesLeft() throws IOException {
    List<String> left = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = folder.relativize(file).toString();
            if (attributes.isRegularFile() && !name.endsWith(".log") && !name.endsWith("lock")) {
              left.add(name);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) { // deleted meanwhile
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            return e == null || e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.postVisitDirectory(directory, e);
          }
        });
    return left;
  }

  @Override
  public void close() {
    cluster.close();
  }

  /** Asks on a thread of its own. */
  static CompletableFuture<Answer> ask(HeddleEngine engine, String sql) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                answer.complete(engine.run(sql));
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }
}
