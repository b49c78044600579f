package dev.heddle.server.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer. */
public sealed interface Reply {
  /**
   * Bytes that are there.
   *
   * @param headers further ones
   */
  record Content(int status, String type, byte[] bytes, Map<String, String> headers)
      implements Reply {
    /** Returns the same with another header. */
    public Content with(String name, String value) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put(name, value);
      return new Content(status, type, bytes, all);
    }
  }

  /** A stream of the states of something, until the client leaves. */
  record Events(Snapshots snapshots, String topic) implements Reply {}

  /** Returns a line of text. */
  static Content text(int status, String text) {
    return new Content(
        status,
        "text/plain; charset=utf-8",
        (text + "\n").getBytes(StandardCharsets.UTF_8),
        Map.of());
  }

  /** Returns an object of JSON. */
  static Content json(byte[] bytes) {
    return new Content(200, "application/json", bytes, Map.of());
  }
}
