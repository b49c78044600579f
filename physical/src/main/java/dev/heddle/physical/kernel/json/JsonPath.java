package dev.heddle.physical.kernel.json;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in a JSON value.
 *
 * <p>A path that starts with {@code $} has steps {@code .name}, {@code ."any name"}, {@code [3]},
 * {@code [-1]} or {@code [#-1]} from the end, and stars {@code .*} and {@code [*]}; one that starts
 * with {@code /} is a JSON pointer (RFC 6901); any other text is the name of a member, and the
 * empty one the value itself.
 *
 * @param steps from the outside
 */
public record JsonPath(List<Step> steps) {
  /** The value itself. */
  public static final JsonPath ROOT = new JsonPath(List.of());

  /** Checks that nothing is missing. */
  public JsonPath {
    steps = List.copyOf(steps);
  }

  /** A step to the inside. */
  sealed interface Step {
    /** To the member of an object of a name. */
    record Member(String name) implements Step {}

    /** To the element of an array at a position, below 0 from the end. */
    record Element(long position) implements Step {}

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
    return new JsonPath(List.of(new Step.Element(position)));
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
      int end;
      if (text.startsWith("..", at)) {
        steps.add(new Step.Descendants());
        end = at + (text.startsWith("..[", at) ? 2 : 1);
      } else if (text.charAt(at) == '.') {
        boolean isQuoted = text.startsWith("\"", at + 1);
        int from = isQuoted ? at + 2 : at + 1;
        end = isQuoted ? text.indexOf('"', from) : endOfName(text, from);
        if (end < from || (!isQuoted && end == from)) {
          throw refusal(text, at);
        }
        String name = text.substring(from, end);
        steps.add(name.equals("*") && !isQuoted ? new Step.AllMembers() : new Step.Member(name));
        end += isQuoted ? 1 : 0;
      } else if (text.charAt(at) == '[') {
        end = text.indexOf(']', at) + 1;
        if (end == 0) {
          throw refusal(text, at);
        }
        steps.add(element(text, at, text.substring(at + 1, end - 1).strip()));
      } else {
        throw refusal(text, at);
      }
      at = end;
    }
    return steps;
  }

  private static int endOfName(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
      end++;
    }
    return end;
  }

  private static Step element(String text, int at, String inside) {
    if (inside.equals("*")) {
      return new Step.AllElements();
    }
    String number = inside.startsWith("#") ? inside.substring(1).strip() : inside;
    if (!number.matches(inside.startsWith("#") ? "-\\d{1,9}" : "-?\\d{1,9}")) {
      throw refusal(text, at);
    }
    return new Step.Element(Integer.parseInt(number));
  }

  private static HeddleException refusal(String text, int at) {
    return Failures.argument(
        "Cannot read the JSON path '"
            + Failures.shorten(text)
            + "' at character "
            + (at + 1)
            + ": after $ write steps such as .name, .\"any name\", [0], [-1], .* or [*]");
  }

  /** Returns whether the path may lead to several values. */
  public boolean hasStars() {
    return steps.stream()
        .anyMatch(
            s ->
                s instanceof Step.AllMembers
                    || s instanceof Step.AllElements
                    || s instanceof Step.Descendants);
  }
}
