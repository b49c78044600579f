package dev.heddle.io.dataset;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of a folder as Hive writes it: {@code year=2024} or {@code city=S%C3%A3o}, both sides
 * URL-escaped where characters would be special in a path. Null is {@code
 * __HIVE_DEFAULT_PARTITION__}, and a text that is the same has its first character escaped; nothing
 * follows the sign of equality for empty text. Immutable.
 *
 * @param key the key, without escapes
 * @param text the value, without escapes, or {@link #NULL}
 */
public record HiveSegment(String key, String text) {
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

  /** Those that Windows has in no name. */
  private static final String ESCAPED_ON_WINDOWS = ESCAPED + "<>|";

  /** The name of a folder has it for null. */
  private static final String WRITTEN_NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Represents null; a character that is in no text. */
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

  /** Returns the segments of the folders in a path, without its last part. */
  static List<HiveSegment> inFolders(String path) {
    List<HiveSegment> segments = new ArrayList<>();
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      of(path.substring(from, slash)).ifPresent(segments::add);
      from = slash + 1;
    }
    return segments;
  }

  /** Returns the name of the folder of a key's value, which is null or a text. */
  public static String name(String key, @Nullable String value) {
    return name(key, value, File.separator);
  }

  /** Returns the name on a system whose local paths have this separator. */
  static String name(String key, @Nullable String value, String separator) {
    boolean isWindows = separator.equals("\\");
    String escaped = isWindows ? ESCAPED_ON_WINDOWS : ESCAPED;
    String text =
        value == null
            ? WRITTEN_NULL
            : value.equals(WRITTEN_NULL) ? escapeFirst(value) : escape(value, escaped);
    // a folder that begins with a dot or an underscore would be hidden
    boolean isHidden = key.startsWith(".") || key.startsWith("_");
    String safeKey = escape(key, escaped);
    return (isHidden ? escapeFirst(safeKey) : safeKey) + "=" + (isWindows ? escapeEnd(text) : text);
  }

  /** Windows cuts dots and spaces off the ends of names. */
  private static String escapeEnd(String text) {
    int last = text.length() - 1;
    return text.endsWith(".") || text.endsWith(" ")
        ? text.substring(0, last) + hex((byte) text.charAt(last))
        : text;
  }

  private static String escapeFirst(String text) {
    return hex((byte) text.charAt(0)) + text.substring(1);
  }

  private static String hex(byte b) {
    return "%" + HexFormat.of().withUpperCase().toHexDigits(b);
  }

  /** Returns text that is safe in a path, with bytes as {@code %XX}. */
  private static String escape(String value, String escaped) {
    StringBuilder safe = new StringBuilder(value.length());
    value
        .codePoints()
        .forEach(
            c -> {
              if (c < 0x20 || c == 0x7f || escaped.indexOf(c) >= 0) {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                  safe.append(hex(b));
                }
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
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
