package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of paths. The signs that part them are named both_slash (or nothing), forward_slash,
 * backslash or system.
 */
public final class PathParts {
  /** The last part of a path, after its last sign. */
  public record Name(String text) {
    /** Returns what precedes the last dot. */
    public String withoutExtension() {
      int dot = text.lastIndexOf('.');
      return dot < 0 ? text : text.substring(0, dot);
    }
  }

  private PathParts() {}

  /** Returns the parts of a path in order; a sign at the start is one. */
  public static List<String> of(String path, String signs) {
    String separators = separators(signs);
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i < path.length() && separators.indexOf(path.charAt(i)) < 0) {
        continue;
      }
      if (i > start) {
        parts.add(path.substring(start, i));
      } else if (i == 0 && !path.isEmpty()) {
        parts.add(path.substring(0, 1));
      }
      start = i + 1;
    }
    return parts;
  }

  /** Returns the first part, empty if the path has no sign. */
  public static String top(String path, String signs) {
    return lastSign(path, signs) < 0 ? "" : of(path, signs).getFirst();
  }

  /** Returns what precedes the last sign; of one sign alone the sign. */
  public static String folder(String path, String signs) {
    int last = lastSign(path, signs);
    return last == 0 && path.length() == 1 ? path : path.substring(0, Math.max(0, last));
  }

  /** Returns what follows the last sign. */
  public static Name name(String path, String signs) {
    return new Name(path.substring(lastSign(path, signs) + 1));
  }

  /**
   * Returns paths put one behind the other, with single and double dots resolved.
   *
   * @param paths texts; one after the first that begins with a sign must begin with what precedes
   *     it
   */
  public static String joined(@Nullable Object[] paths) {
    String path = normal((String) Objects.requireNonNull(paths[0], "no path"));
    for (int i = 1; i < paths.length; i++) {
      String next = (String) Objects.requireNonNull(paths[i], "no path");
      boolean isWhole = lastSign(next.isEmpty() ? "" : next.substring(0, 1), "") == 0;
      if (isWhole) {
        String other = normal(next);
        boolean isBelow =
            other.equals(path) || other.startsWith(path.endsWith("/") ? path : path + "/");
        if (path.isEmpty() || !isBelow) {
          throw Failures.argument(
              "Cannot join the paths \""
                  + Failures.shorten(path)
                  + "\" and \""
                  + Failures.shorten(next)
                  + "\": the second one begins at the root");
        }
        path = other;
      } else {
        path = normal(path.isEmpty() ? next : path + "/" + next);
      }
    }
    return path.isEmpty() && paths.length > 1 ? "." : path;
  }

  private static String normal(String path) {
    List<String> kept = new ArrayList<>();
    boolean isWhole = lastSign(path.isEmpty() ? "" : path.substring(0, 1), "") == 0;
    for (String part : of(path, "")) {
      boolean isSign = part.equals("/") || part.equals("\\");
      boolean isUp = part.equals("..");
      if (isSign || part.equals(".")) {
        continue;
      }
      if (isUp && !kept.isEmpty() && !kept.getLast().equals("..")) {
        kept.removeLast();
      } else if (!isUp || !isWhole) {
        kept.add(part);
      }
    }
    return (isWhole ? "/" : "") + String.join("/", kept);
  }

  private static int lastSign(String path, String signs) {
    String separators = separators(signs);
    int at = path.length() - 1;
    while (at >= 0 && separators.indexOf(path.charAt(at)) < 0) {
      at--;
    }
    return at;
  }

  private static String separators(String signs) {
    return switch (signs) {
      case "", "both_slash" -> "/\\";
      case "forward_slash", "system" -> "/";
      case "backslash" -> "\\";
      default ->
          throw Failures.argument(
              "Cannot part a path by \""
                  + Failures.shorten(signs)
                  + "\"; there are both_slash, forward_slash, backslash and system");
    };
  }
}
