package dev.heddle.s3lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process of its own with a {@link RangeServer} behind a {@link ShapingProxy}, so that what they
 * cost is not measured with what uses them. Prints the URL of the server and of the proxy, and ends
 * when its input does.
 *
 * <p>Arguments: folder, milliseconds to the first byte, bytes a second of a connection, of all.
 */
public final class LinkLab {
  private LinkLab() {}

  /** Serves until the input ends. */
  public static void main(String[] arguments) throws IOException {
    Shape shape =
        new Shape(
            Long.parseLong(arguments[1]),
            Long.parseLong(arguments[2]),
            Long.parseLong(arguments[3]));
    try (RangeServer server = new RangeServer(Path.of(arguments[0]));
        ShapingProxy proxy = new ShapingProxy(server.url(), shape, Faults.NONE)) {
      byte[] urls = (server.url() + "\n" + proxy.url() + "\n").getBytes(StandardCharsets.UTF_8);
      System.out.write(urls);
      System.out.flush();
      while (System.in.read() >= 0) {
        continue; // until the process that started it goes
      }
    }
  }
}
