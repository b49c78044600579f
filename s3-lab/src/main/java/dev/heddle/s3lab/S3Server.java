package dev.heddle.s3lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of S3Proxy that keeps its objects in a folder. Its class path is its own, put together
 * by Maven. Closing stops the process, as does the end of this one.
 */
public final class S3Server implements AutoCloseable {
  /** The only user's name. */
  public static final String ACCESS_KEY = "heddle";

  /** The only user's secret. */
  public static final String SECRET_KEY = "loopback";

  private static final Duration START_TIME = Duration.ofMinutes(5);
  private static final int MAX_STARTS = 5;
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final Duration STOP_TIME = Duration.ofSeconds(10);

  private final Process process;
  private final Thread hook;
  private final String url;

  private S3Server(Process process, String url) {
    this.process = process;
    this.url = url;
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a server and waits until it listens; its files go into an empty folder of the caller.
   */
  public static S3Server start(Path folder) {
    for (int tries = 1; ; tries++) {
      try {
        return start(folder, freePort());
      } catch (IllegalStateException e) {
        if (tries == MAX_STARTS) { // another process may have taken the port meanwhile
          throw e;
        }
      }
    }
  }

  private static S3Server start(Path folder, int port) {
    try {
      Path objects = Files.createDirectories(folder.resolve("objects"));
      Path settings = folder.resolve("s3proxy.properties");
      String url = "http://127.0.0.1:" + port;
      Files.writeString(
          settings,
          String.join(
              "\n",
              "s3proxy.endpoint=" + url,
              "s3proxy.authorization=aws-v2-or-v4",
              "s3proxy.identity=" + ACCESS_KEY,
              "s3proxy.credential=" + SECRET_KEY,
              "jclouds.provider=filesystem-nio2",
              "jclouds.filesystem.basedir=" + objects,
              ""));
      Path logging = folder.resolve("logback.xml");
      try (var source = S3Server.class.getResourceAsStream("/s3proxy/logback.xml")) {
        Files.write(logging, source.readAllBytes());
      }
      Path log = folder.resolve("s3proxy.log");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-Djava.io.tmpdir=" + folder,
                  "-Dlogback.configurationFile=" + logging,
                  "-cp",
                  classPath(),
                  "org.gaul.s3proxy.Main",
                  "--properties",
                  settings.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      S3Server server = new S3Server(process, url);
      server.awaitStart(port, log);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start S3Proxy", e);
    }
  }

  /** Returns a port that is free, below those that the system gives out by itself. */
  private static int freePort() {
    Random ports = new Random();
    for (int tries = 0; tries < PORTS; tries++) {
      int port = FIRST_PORT + ports.nextInt(PORTS);
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) { // it is taken
      }
    }
    throw new IllegalStateException("No port from " + FIRST_PORT + " on is free");
  }

  private static String classPath() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (root != null && !Files.exists(root.resolve("s3-lab/pom.xml"))) {
      root = root.getParent();
    }
    Path jars = root == null ? null : root.resolve("s3-lab/target/s3proxy");
    if (jars == null || !Files.isDirectory(jars)) {
      throw new IllegalStateException(
          "Cannot find the jars of S3Proxy; bin/mvn -pl s3-lab generate-test-resources copies"
              + " them");
    }
    try (Stream<Path> files = Files.list(jars)) {
      return files.map(Path::toString).sorted().collect(Collectors.joining(":"));
    }
  }

  private void awaitStart(int port, Path log) throws IOException {
    long end = System.nanoTime() + START_TIME.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (socket.isConnected()) {
          return;
        }
      } catch (IOException e) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
    String output = Files.readString(log);
    close();
    throw new IllegalStateException("S3Proxy did not start: " + output);
  }

  /** Returns the address, such as {@code http://127.0.0.1:4711}; buckets are in the path. */
  public String url() {
    return url;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    if (!hook.equals(Thread.currentThread())) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // the process is ending, and the hook with it
      }
    }
  }
}
