package dev.heddle.physical.kernel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Texts by patterns that may differ from row to row; the last one is kept. For one thread. */
public final class TextPatterns {
  private static final Pattern PLACE =
      Pattern.compile("%(%|[-+ 0#,]*([0-9]*)(?:[.]([0-9]+))?([a-zA-Z]))");
  private static final int MOST_DIGITS = 4; // of a width or a precision

  private String last = "";
  private @Nullable Pattern compiled;

  private Pattern compiled(String pattern) {
    if (compiled == null || !pattern.equals(last)) {
      compiled = Regexes.compile(pattern, 0);
      last = pattern;
    }
    return Objects.requireNonNull(compiled, "no pattern");
  }

  /** Returns the parts between matches. */
  public List<String> split(String text, String pattern) {
    return List.of(compiled(pattern).split(text, -1));
  }

  /** Returns a group of every match; it is empty where it has no part in one. */
  public List<String> matches(String text, String pattern, long group) {
    Matcher matcher = compiled(pattern).matcher(text);
    if (group < 0 || group > matcher.groupCount()) {
      throw Failures.argument(
          "Cannot extract group "
              + group
              + ": \""
              + Failures.shorten(pattern)
              + "\" has "
              + matcher.groupCount());
    }
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(Objects.requireNonNullElse(matcher.group((int) group), ""));
    }
    return found;
  }

  /** Puts texts in the places <code>{}</code>, or <code>{0}</code> by number, of the first one. */
  public static String format(Object[] row) {
    String pattern = (String) row[0];
    StringBuilder result = new StringBuilder();
    int next = 1;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean isDouble = i + 1 < pattern.length() && pattern.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && isDouble) {
        result.append(c);
        i++;
      } else if (c == '{') {
        int end = pattern.indexOf('}', i);
        String place = end < 0 ? "?" : pattern.substring(i + 1, end);
        if (!place.isEmpty() && !place.chars().allMatch(Character::isDigit)) {
          throw Failures.argument(
              "Cannot format by \""
                  + Failures.shorten(pattern)
                  + "\": places are {} or {0}; use printf");
        }
        int argument = place.isEmpty() ? next++ : Integer.parseInt(place) + 1;
        result.append(argument(row, argument, pattern));
        i = end;
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }

  /** Puts texts and numbers in the places of C's {@code printf}. */
  public static String printf(Object[] row) {
    String pattern = (String) row[0];
    Matcher place = PLACE.matcher(pattern);
    StringBuilder result = new StringBuilder();
    int end = 0;
    int next = 1;
    while (place.find()) {
      result.append(pattern, end, place.start());
      end = place.end();
      if (place.group(1).equals("%")) {
        result.append('%');
        continue;
      }
      String argument = argument(row, next++, pattern);
      String specifier = place.group();
      if (digits(place.group(2)) > MOST_DIGITS || digits(place.group(3)) > MOST_DIGITS) {
        throw Failures.argument(
            "Cannot write by \"" + Failures.shorten(specifier) + "\" of printf: at most 9999 wide");
      }
      try {
        Object value =
            switch (place.group(4).toLowerCase(Locale.ROOT)) {
              case "d", "x", "o" -> Long.valueOf(argument);
              case "f", "e", "g" -> Double.valueOf(argument);
              default -> argument;
            };
        result.append(String.format(Locale.ROOT, specifier, value));
      } catch (IllegalFormatException | NumberFormatException e) {
        throw Failures.argument(
            "Cannot write \""
                + Failures.shorten(argument)
                + "\" by \""
                + specifier
                + "\" of printf");
      }
    }
    return result.append(pattern, end, pattern.length()).toString();
  }

  private static int digits(@Nullable String number) {
    return number == null ? 0 : number.length();
  }

  private static String argument(Object[] row, int at, String pattern) {
    if (at >= row.length) {
      throw Failures.argument(
          "Cannot format by \""
              + Failures.shorten(pattern)
              + "\": it has more places than arguments");
    }
    return (String) row[at];
  }
}
