package dev.heddle.frame.spi;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds names in a catalogue by patterns as LIKE has them, with a backslash as the escape: how
 * drivers and servers are asked for tables and columns.
 */
public final class NamePattern {
  private NamePattern() {}

  /**
   * Returns the things whose names a pattern matches: exactly, or where none does so without regard
   * to case.
   *
   * @param pattern null matches all
   */
  public static <T> List<T> matching(
      List<T> things, Function<T, String> name, @Nullable String pattern) {
    if (pattern == null || pattern.equals("%")) {
      return things;
    }
    String regex = regex(pattern);
    List<T> exact = matching(things, name, Pattern.compile(regex, Pattern.DOTALL));
    int loosely = Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    return exact.isEmpty() ? matching(things, name, Pattern.compile(regex, loosely)) : exact;
  }

  private static <T> List<T> matching(List<T> things, Function<T, String> name, Pattern pattern) {
    return things.stream().filter(t -> pattern.matcher(name.apply(t)).matches()).toList();
  }

  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char next = pattern.charAt(i);
      if (next == '\\' && i + 1 < pattern.length()) {
        i++;
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
      } else if (next == '%') {
        regex.append(".*");
      } else if (next == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(next)));
      }
    }
    return regex.toString();
  }
}
