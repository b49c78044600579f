package dev.heddle.io.dataset;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the name of a folder says: {@code key=value}, both URL-escaped where characters would be
 * special in a path.
 *
 * @param key the key, without escapes
 * @param text the value, without escapes, or {@link #NULL}
 */
record HiveSegment(String key, String text) {
  /** What a folder says for null, as Hive writes it. A text that is equal has an escape. */
  private static final String WRITTEN_NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Stands for null; a character that is in no text. */
  static final String NULL = "\uffff";

  /** Reads the name of a folder; nothing if it is not of that form. */
  static Optional<HiveSegment> of(String name) {
    int sign = name.indexOf('=');
    if (sign <= 0) {
      return Optional.empty();
    }
    String value = name.substring(sign + 1);
    return Optional.of(
        new HiveSegment(
            unescape(name.substring(0, sign)),
            value.equals(WRITTEN_NULL) ? NULL : unescape(value)));
  }

  /** Returns what the folders in a path, not its last part, say. */
  static List<HiveSegment> inFolders(String path) {
    List<HiveSegment> segments = new ArrayList<>();
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      of(path.substring(from, slash)).ifPresent(segments::add);
      from = slash + 1;
    }
    return segments;
  }

  private static String unescape(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream plain = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        plain.write(high << 4 | low);
        i += 2;
      } else {
        plain.write(bytes[i]); // a sign of percent that nobody has escaped
      }
    }
    return plain.toString(StandardCharsets.UTF_8);
  }
}
