package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.AnalysisException;
import java.util.function.Function;

/** Resolves the escapes of {@code E'...'} and {@code U&'...'}. */
final class TextEscapes {
  private TextEscapes() {}

  /** Resolves the escapes of C and PostgreSQL, where an unknown one is the character itself. */
  static String backslash(String raw, Function<String, AnalysisException> error) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\' || i + 1 == raw.length()) {
        text.append(c);
        continue;
      }
      char escape = raw.charAt(++i);
      switch (escape) {
        case 'n' -> text.append('\n');
        case 't' -> text.append('\t');
        case 'r' -> text.append('\r');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'x', '0', '1', '2', '3', '4', '5', '6', '7' -> {
          int radix = escape == 'x' ? 16 : 8;
          int start = escape == 'x' ? i + 1 : i;
          int end = start;
          while (end < raw.length()
              && end < start + (radix == 16 ? 2 : 3)
              && Character.digit(raw.charAt(end), radix) >= 0) {
            end++;
          }
          text.appendCodePoint(codePoint(raw, start, end, radix, error));
          i = end - 1;
        }
        case 'u', 'U' -> {
          int end = i + 1 + (escape == 'u' ? 4 : 8);
          text.appendCodePoint(codePoint(raw, i + 1, end, 16, error));
          i = end - 1;
        }
        default -> text.append(escape);
      }
    }
    return text.toString();
  }

  /** Resolves {@code \0041} and {@code \+000041}. */
  static String unicode(String raw, Function<String, AnalysisException> error) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\') {
        text.append(c);
      } else if (raw.startsWith("\\\\", i)) {
        text.append('\\');
        i++;
      } else {
        boolean isLong = raw.startsWith("\\+", i);
        int start = i + (isLong ? 2 : 1);
        int end = start + (isLong ? 6 : 4);
        text.appendCodePoint(codePoint(raw, start, end, 16, error));
        i = end - 1;
      }
    }
    return text.toString();
  }

  private static int codePoint(
      String raw, int start, int end, int radix, Function<String, AnalysisException> error) {
    String digits = raw.substring(Math.min(start, raw.length()), Math.min(end, raw.length()));
    boolean isNumber =
        digits.length() == end - start
            && !digits.isEmpty()
            && digits.chars().allMatch(d -> Character.digit(d, radix) >= 0);
    long point = isNumber ? Long.parseLong(digits, radix) : -1;
    if (point < 0 || point > Character.MAX_CODE_POINT) {
      throw error.apply("\"\\" + digits + "\" is no character in '" + raw + "'");
    }
    return (int) point;
  }
}
