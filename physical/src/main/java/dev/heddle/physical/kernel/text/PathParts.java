package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
   * @param paths texts; one after the first that begins at a root, a sign or {@code s3://bucket},
   *     must begin with what precedes it
   */
  public static String joined(@Nullable Object[] paths) {
    String root = "";
    List<String> kept = List.of();
    for (int i = 0; i < paths.length; i++) {
      String next = (String) Objects.requireNonNull(paths[i], "no path");
      String nextRoot = root(next);
      if (i > 0 && nextRoot.isEmpty()) {
        kept = resolved(kept, next, !root.isEmpty());
        continue;
      }
      boolean hasScheme = nextRoot.length() > 1;
      String rest =
          hasScheme ? next.substring(Math.min(nextRoot.length() - 1, next.length())) : next;
      List<String> other = resolved(List.of(), rest, !nextRoot.isEmpty());
      boolean isBelow =
          nextRoot.equals(root)
              && other.size() >= kept.size()
              && other.subList(0, kept.size()).equals(kept);
      if (i > 0 && !isBelow) {
        throw Failures.argument(
            "Cannot join the paths \""
                + Failures.shorten(shown(root, kept))
                + "\" and \""
                + Failures.shorten(next)
                + "\": the second one begins at a root");
      }
      root = nextRoot;
      kept = other;
    }
    return shown(root, kept);
  }

  private static String shown(String root, List<String> parts) {
    String path = root + String.join("/", parts);
    return path.isEmpty() ? "." : path;
  }

  /** Returns a sign, a scheme and authority with a sign behind them, or nothing. */
  private static String root(String path) {
    int scheme = path.indexOf("://");
    if (scheme > 0 && lastSign(path.substring(0, scheme), "") < 0) {
      int end = scheme + 3;
      while (end < path.length() && separators("").indexOf(path.charAt(end)) < 0) {
        end++;
      }
      return path.substring(0, scheme).toLowerCase(Locale.ROOT) + path.substring(scheme, end) + "/";
    }
    return lastSign(path.isEmpty() ? "" : path.substring(0, 1), "") == 0 ? "/" : "";
  }

  /** Returns parts with those of a path behind them. */
  private static List<String> resolved(List<String> before, String path, boolean isWhole) {
    List<String> kept = new ArrayList<>(before);
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
    return kept;
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
