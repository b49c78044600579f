package dev.heddle.cli;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Asks the process of a cluster in the same container whether it is healthy: what a container
 * engine runs from time to time. The process serves {@code /health} where {@code HEDDLE_HTTP} says;
 * one that serves nothing is taken to be healthy, since it runs.
 */
public final class HealthProbe {
  private static final int MILLIS = 3_000;

  private HealthProbe() {}

  /** Ends with exit code 0 if the process is healthy, else with 1. */
  public static void main(String[] arguments) {
    System.exit(probe(System.getenv("HEDDLE_HTTP")));
  }

  static int probe(@Nullable String listen) {
    if (listen == null || listen.isEmpty()) {
      System.out.println("HEDDLE_HTTP is not set: nothing to ask");
      return 0;
    }
    String port = listen.substring(listen.lastIndexOf(':') + 1);
    URI address = URI.create("http://127.0.0.1:" + port + "/health");
    try {
      HttpURLConnection call = (HttpURLConnection) address.toURL().openConnection();
      call.setConnectTimeout(MILLIS);
      call.setReadTimeout(MILLIS);
      int status = call.getResponseCode();
      System.out.println(address + " answers " + status);
      return status == 200 ? 0 : 1;
    } catch (IOException e) {
      System.out.println(address + ": " + e.getMessage());
      return 1;
    }
  }
}
