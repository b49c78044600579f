package dev.heddle.physical.kernel.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Texts by patterns that may differ from row to row; the last one is cached. For one thread. */
public final class TextPatterns {
  private static final Pattern PLACE =
      Pattern.compile(
          "%(%|(?:([1-9][0-9]{0,3})[$])?([-+"
              + " 0#,'_]*([0-9]*)(?:[.]([0-9]+))?)(?:ll?|hh?)?([a-zA-Z]))");
  private static final int MAX_DIGITS = 4; // of a width or a precision

  private String last = "";
  private @Nullable Pattern compiled;

  private Pattern compiled(String pattern) {
    if (compiled == null || !pattern.equals(last)) {
      compiled = Regexes.compile(pattern, 0);
      last = pattern;
    }
    return Objects.requireNonNull(compiled, "no pattern");
  }

  /**
   * Returns the parts between matches, each sought behind the last one; an empty match right there
   * splits behind the next character.
   */
  public List<String> split(String text, String pattern) {
    Matcher match = compiled(pattern).matcher(text);
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (from < text.length() && match.find(from)) {
      boolean isNothing = match.end() == from;
      int end = isNothing ? text.offsetByCodePoints(from, 1) : match.start();
      if (isNothing && end == text.length()) {
        break;
      }
      parts.add(text.substring(from, end));
      from = isNothing ? end : match.end();
    }
    parts.add(text.substring(from));
    return parts;
  }

  /**
   * Returns at most a number of parts, the last one with what follows; all if it is not positive.
   */
  public List<String> split(String text, String pattern, long most) {
    Matcher match = compiled(pattern).matcher(text);
    List<String> parts = new ArrayList<>();
    int from = 0;
    while ((most <= 0 || parts.size() + 1 < most) && match.find()) {
      boolean isNothing = match.end() == match.start();
      if (isNothing && (match.start() == 0 || match.start() == text.length())) {
        continue;
      }
      parts.add(text.substring(from, match.start()));
      from = match.end();
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Returns a group of every match; it is null where it has no part in one. */
  public List<@Nullable String> matches(String text, String pattern, long group) {
    RegexMatches matches = new RegexMatches(compiled(pattern), text);
    Matcher matcher = matches.match();
    if (group < 0 || group > matcher.groupCount()) {
      throw Failures.argument(
          "Cannot extract group "
              + group
              + ": \""
              + Failures.shorten(pattern)
              + "\" has "
              + matcher.groupCount());
    }
    List<@Nullable String> found = new ArrayList<>();
    while (matches.find()) {
      found.add(matcher.group((int) group));
    }
    return found;
  }

  /**
   * Puts values in the places <code>{}</code>, or <code>{0}</code> by number, of a text; what
   * follows a colon says how, see {@link FormatPlace}.
   */
  public static String format(Object[] row) {
    String pattern = (String) row[0];
    StringBuilder result = new StringBuilder();
    int next = 1;
    boolean areNumbered = false;
    boolean areInOrder = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean isDouble = i + 1 < pattern.length() && pattern.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && isDouble) {
        result.append(c);
        i++;
      } else if (c == '{') {
        int end = pattern.indexOf('}', i);
        int colon = pattern.indexOf(':', i);
        boolean hasSpec = colon >= 0 && colon < end;
        String place = end < 0 ? "?" : pattern.substring(i + 1, hasSpec ? colon : end);
        boolean isNumber =
            place.length() <= MAX_DIGITS && place.chars().allMatch(TextPatterns::isDigit);
        if (!isNumber) {
          throw malformed(pattern, "places are {}, {0} or {:.2f}");
        }
        areNumbered |= !place.isEmpty();
        areInOrder |= place.isEmpty();
        if (areNumbered && areInOrder) {
          throw malformed(pattern, "places are all {} or all numbered");
        }
        int at = place.isEmpty() ? next++ : Integer.parseInt(place) + 1;
        Object value = value(row, at, pattern);
        result.append(FormatPlace.write(hasSpec ? pattern.substring(colon + 1, end) : "", value));
        i = end;
      } else if (c == '}') {
        throw malformed(pattern, "a } has no {; write }} for one");
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
      appendLiteral(pattern, end, place.start(), result);
      end = place.end();
      if (place.group(1).equals("%")) {
        result.append('%');
        continue;
      }
      if (digits(place.group(4)) > MAX_DIGITS || digits(place.group(5)) > MAX_DIGITS) {
        throw Failures.argument(
            "Cannot write by \""
                + Failures.shorten(place.group())
                + "\" of printf: at most 9999 wide");
      }
      int at = place.group(2) == null ? next++ : Integer.parseInt(place.group(2));
      String plain = "%" + place.group(3) + place.group(6);
      result.append(PrintfPlace.write(plain, argument(row, at, pattern)));
    }
    appendLiteral(pattern, end, pattern.length(), result);
    return result.toString();
  }

  private static void appendLiteral(String pattern, int start, int end, StringBuilder result) {
    if (pattern.substring(start, end).indexOf('%') >= 0) {
      throw malformed(pattern, "places are such as %d, %-5s, %08.3f and %%");
    }
    result.append(pattern, start, end);
  }

  private static HeddleException malformed(String pattern, String reason) {
    return Failures.argument("Cannot format by \"" + Failures.shorten(pattern) + "\": " + reason);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static int digits(@Nullable String number) {
    return number == null ? 0 : number.length();
  }

  private static String argument(Object[] row, int at, String pattern) {
    Object value = value(row, at, pattern);
    return value instanceof Double number ? PrintfPlace.text(number) : (String) value;
  }

  private static Object value(Object[] row, int at, String pattern) {
    if (at >= row.length) {
      throw Failures.argument(
          "Cannot format by \""
              + Failures.shorten(pattern)
              + "\": it has more places than arguments");
    }
    return row[at];
  }
}
