package dev.heddle.s3lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A running {@link LinkLab}; it ends with this process, or when it is closed. */
public final class LinkProcess implements AutoCloseable {
  private final Process process;
  private final String proxyUrl;

  private LinkProcess(Process process, String proxyUrl) {
    this.process = process;
    this.proxyUrl = proxyUrl;
  }

  /** Starts it with the class path of this process and waits until it listens. */
  public static LinkProcess start(Path folder, Shape shape) {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LinkLab.class.getName(),
                  folder.toString(),
                  Long.toString(shape.firstByteMillis()),
                  Long.toString(shape.connectionBytesPerSecond()),
                  Long.toString(shape.totalBytesPerSecond()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      output.readLine();
      String proxy = output.readLine();
      if (proxy == null) {
        process.destroyForcibly();
        throw new IllegalStateException("The link's process did not start");
      }
      return new LinkProcess(process, proxy);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the link's process", e);
    }
  }

  /** Returns the address of the proxy. */
  public String url() {
    return proxyUrl;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
