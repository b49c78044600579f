package dev.heddle.physical.kernel.time;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of times in the codes of C's {@code strftime}, taken apart: literal text and codes, of
 * which {@code %x %X %c %T} are written out. Immutable.
 *
 * @param text the pattern as it was given
 * @param elements its parts in order
 */
record TimePattern(String text, List<Element> elements) {
  private static final String CODES = "YymbBhdjaAHIpMSfgnuwUWVGzZ%";
  private static final String SHORT_CODES = "ymdjHIMS";

  /** A part of a pattern. */
  sealed interface Element {}

  /** Text that matches itself. */
  record Literal(String text) implements Element {}

  /** A code; a short one, {@code %-d}, is written without zeros in front. */
  record Code(char letter, boolean isShort) implements Element {}

  /**
   * Takes a pattern apart.
   *
   * @throws HeddleException if a code is unknown, or is one that has no short form and is given one
   */
  static TimePattern of(String pattern) {
    if (pattern.isEmpty()) {
      throw Failures.argument("Cannot use an empty pattern of times; use codes such as %Y-%m-%d");
    }
    List<Element> elements = new ArrayList<>();
    add(pattern, pattern, elements);
    return new TimePattern(pattern, List.copyOf(elements));
  }

  private static void add(String pattern, String whole, List<Element> elements) {
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%') {
        literal.append(c);
        continue;
      }
      boolean isShort = i + 1 < pattern.length() && pattern.charAt(i + 1) == '-';
      int at = i + (isShort ? 2 : 1);
      if (at >= pattern.length()) {
        throw malformed(whole, "no code follows its last %; write %% for a percent sign");
      }
      char letter = pattern.charAt(at);
      String known = isShort ? SHORT_CODES : CODES + "xXcT";
      if (known.indexOf(letter) < 0) {
        String code = pattern.substring(i, pattern.offsetByCodePoints(at, 1));
        throw malformed(whole, unknown(code, isShort));
      }
      i = at;
      if (letter == '%') {
        literal.append('%');
        continue;
      }
      addLiteral(literal, elements);
      switch (letter) {
        case 'x' -> add("%Y-%m-%d", whole, elements);
        case 'X', 'T' -> add("%H:%M:%S", whole, elements);
        case 'c' -> add("%Y-%m-%d %H:%M:%S", whole, elements);
        default -> elements.add(new Code(letter, isShort));
      }
    }
    addLiteral(literal, elements);
  }

  private static String unknown(String code, boolean isShort) {
    return isShort
        ? "there is no "
            + code
            + "; without zeros in front there are %-y %-m %-d %-j %-H %-I %-M %-S"
        : "there is no code "
            + code
            + "; the codes are %Y %y %m %b %B %h %d %j %a %A %H %I %p %M %S %f %g %n %u %w %U %W %V"
            + " %G %x %X %c %T %z %Z and %%";
  }

  private static void addLiteral(StringBuilder literal, List<Element> elements) {
    if (!literal.isEmpty()) {
      elements.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private static HeddleException malformed(String pattern, String reason) {
    return Failures.argument(
        "Cannot use the pattern \"" + Failures.shorten(pattern) + "\" of times: " + reason);
  }

  /** Returns the error of a pattern that cannot be used for a reason. */
  HeddleException refusal(String reason) {
    return malformed(text, reason);
  }

  /** Returns whether it has one of some codes. */
  boolean hasAny(String letters) {
    return elements.stream()
        .anyMatch(each -> each instanceof Code code && letters.indexOf(code.letter) >= 0);
  }
}
