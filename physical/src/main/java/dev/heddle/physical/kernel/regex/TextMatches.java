package dev.heddle.physical.kernel.regex;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Places of matches of a pattern that may differ from row to row; the last one is cached. For one
 * thread.
 */
public final class TextMatches {
  private String last = "";
  private @Nullable Pattern compiled;

  private Matcher matcher(String text, String pattern) {
    if (compiled == null || !pattern.equals(last)) {
      compiled = Regexes.compile(pattern, 0);
      last = pattern;
    }
    return Objects.requireNonNull(compiled, "no pattern").matcher(text);
  }

  /** Returns the position, in characters from 1, of the first match; 0 if there is none. */
  public long position(String text, String pattern) {
    Matcher matcher = matcher(text, pattern);
    return matcher.find() ? text.codePointCount(0, matcher.start()) + 1L : 0;
  }

  /** Returns a pattern that matches a text: all but letters, digits and underscores escaped. */
  public static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            code -> {
              boolean isPlain = code >= 128 || code == '_' || Character.isLetterOrDigit(code);
              if (!isPlain) {
                out.append('\\');
              }
              out.appendCodePoint(code);
            });
    return out.toString();
  }

  /** Returns the keys and values that a text has between matches of two patterns. */
  public static Map<String, @Nullable String> entries(
      String text, String between, String inside, TextMatches entries, TextMatches pairs) {
    Map<String, @Nullable String> map = new LinkedHashMap<>();
    Matcher ends = entries.matcher(text, between);
    int start = 0;
    while (start <= text.length()) {
      boolean isFound = ends.find() && ends.end() > ends.start();
      String entry = text.substring(start, isFound ? ends.start() : text.length());
      Matcher middle = pairs.matcher(entry, inside);
      if (middle.find()) {
        map.put(entry.substring(0, middle.start()), entry.substring(middle.end()));
      } else {
        map.put(entry, null);
      }
      start = isFound ? ends.end() : text.length() + 1;
    }
    return map;
  }
}
