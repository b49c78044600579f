package dev.heddle.flight;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Finds names by patterns as LIKE has them, with {@code \\} as the escape. Stateless. */
final class NamePattern {
  private NamePattern() {}

  /**
   * Returns the things whose names a pattern matches: exactly, or where none does so without regard
   * to case.
   */
  static <T> List<T> matching(List<T> things, Function<T, String> name, String pattern) {
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
      boolean isEscaped = next == '\\' && i + 1 < pattern.length();
      if (isEscaped) {
        i++;
      }
      switch (isEscaped ? 0 : next) {
        case '%' -> regex.append(".*");
        case '_' -> regex.append('.');
        default -> regex.append(Pattern.quote(pattern.substring(i, i + 1)));
      }
    }
    return regex.toString();
  }
}
