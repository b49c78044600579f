package dev.heddle.physical.kernel.json;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.kernel.Failures;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in a JSON value.
 *
 * <p>A path that starts with {@code $} has steps {@code .name}, {@code ."any name"}, in which
 * {@code \\"} is a quote and {@code \\\\} a backslash, {@code [3]}, {@code [-1]} or {@code [#-1]}
 * from the end, {@code [#]} behind it, stars {@code .*} and {@code [*]}, and {@code ..} to all
 * within, before a name or {@code [}, or alone as {@code ..*} or {@code .**}; one that starts with
 * {@code /} is a JSON pointer (RFC 6901); any other text is the name of a member, and the empty one
 * the value itself.
 *
 * @param steps from the outside
 */
public record JsonPath(List<Step> steps) {
  /** The value itself. */
  public static final JsonPath ROOT = new JsonPath(List.of());

  private static final BigInteger POSITIONS =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
  private static final BigInteger LAST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  /** Checks that nothing is missing. */
  public JsonPath {
    steps = List.copyOf(steps);
  }

  /** A step to the inside. */
  sealed interface Step {
    /** To the member of an object of a name. */
    record Member(String name) implements Step {}

    /** To the element of an array at a position from 0. */
    record Element(long position) implements Step {}

    /** To the element of an array as far from the end, where 1 is the last one. */
    record FromEnd(long distance) implements Step {}

    /** Behind the last element of an array. */
    record End() implements Step {}

    /** To a member, or to the element at the position that the name spells. */
    record Either(String name) implements Step {}

    /** To all members. */
    record AllMembers() implements Step {}

    /** To all elements. */
    record AllElements() implements Step {}

    /** To the value and all within it. */
    record Descendants() implements Step {}
  }

  /** Returns the path to the element of an array at a position, below 0 from the end. */
  public static JsonPath element(long position) {
    return new JsonPath(
        List.of(position < 0 ? new Step.FromEnd(-position) : new Step.Element(position)));
  }

  /** Returns whether a part of a pointer is the position of an element. */
  static boolean isPosition(String name) {
    return name.matches("0|[1-9]\\d{0,8}");
  }

  /**
   * Reads a path.
   *
   * @throws HeddleException of code INVALID_ARGUMENT if it starts as a path and is none
   */
  public static JsonPath of(String text) {
    if (text.isEmpty()) {
      return ROOT;
    }
    return switch (text.charAt(0)) {
      case '$' -> new JsonPath(steps(text));
      case '/' -> new JsonPath(pointer(text));
      default -> new JsonPath(List.of(new Step.Member(text)));
    };
  }

  private static List<Step> pointer(String text) {
    List<Step> steps = new ArrayList<>();
    for (String part : text.substring(1).split("/", -1)) {
      steps.add(new Step.Either(part.replace("~1", "/").replace("~0", "~")));
    }
    return steps;
  }

  private static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    int at = 1;
    while (at < text.length()) {
      if (text.startsWith("..*", at) || text.startsWith(".**", at)) {
        steps.add(new Step.Descendants());
        at = nextStep(text, at + 3);
      } else if (text.startsWith("..[", at)) {
        steps.add(new Step.Descendants());
        at += 2;
      } else if (text.startsWith("..", at)) {
        steps.add(new Step.Descendants());
        at = member(text, at + 2, steps);
      } else if (text.startsWith(".*", at)) {
        steps.add(new Step.AllMembers());
        at = nextStep(text, at + 2);
      } else if (text.charAt(at) == '.') {
        at = member(text, at + 1, steps);
      } else if (text.charAt(at) == '[') {
        int end = text.indexOf(']', at);
        if (end < 0) {
          throw refusal(text, at);
        }
        steps.add(element(text, at, text.substring(at + 1, end)));
        at = end + 1;
      } else {
        throw refusal(text, at);
      }
    }
    return steps;
  }

  /** Checks that a step begins at a place, or the path ends. */
  private static int nextStep(String text, int at) {
    if (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
      throw refusal(text, at);
    }
    return at;
  }

  /** Adds the step to a name that begins at a place; returns where it ends. */
  private static int member(String text, int from, List<Step> steps) {
    int end = from;
    String name;
    if (text.startsWith("\"", from)) {
      StringBuilder quoted = new StringBuilder();
      for (end++; end < text.length() && text.charAt(end) != '"'; end++) {
        if (text.startsWith("\\\"", end) || text.startsWith("\\\\", end)) {
          end++;
        }
        quoted.append(text.charAt(end));
      }
      if (end >= text.length()) {
        throw refusal(text, from);
      }
      end++;
      name = quoted.toString();
    } else {
      while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
        end++;
      }
      name = text.substring(from, end);
    }
    if (name.isEmpty()) {
      throw refusal(text, from);
    }
    steps.add(new Step.Member(name));
    return end;
  }

  private static Step element(String text, int at, String inside) {
    if (inside.equals("*")) {
      return new Step.AllElements();
    }
    if (inside.equals("#")) {
      return new Step.End();
    }
    boolean isFromEnd = inside.startsWith("-") || inside.startsWith("#-");
    String digits = isFromEnd ? inside.substring(inside.indexOf('-') + 1) : inside;
    if (!digits.matches("[0-9]+") || new BigInteger(digits).compareTo(POSITIONS) >= 0) {
      throw refusal(text, at);
    }
    long position = new BigInteger(digits).min(LAST_LONG).longValue();
    return isFromEnd ? new Step.FromEnd(position) : new Step.Element(position);
  }

  private static HeddleException refusal(String text, int at) {
    return Failures.argument(
        "Cannot read the JSON path '"
            + Failures.shorten(text)
            + "' at character "
            + (at + 1)
            + ": after $ write steps such as .name, .\"any name\", [0], [-1], .*, [*] or ..name");
  }

  /** Returns whether the path may lead to several values. */
  public boolean hasStars() {
    return steps.stream().anyMatch(JsonPath::isToMany);
  }

  /** Returns whether a step may lead to several values. */
  static boolean isToMany(Step step) {
    return step instanceof Step.AllMembers
        || step instanceof Step.AllElements
        || step instanceof Step.Descendants;
  }
}
