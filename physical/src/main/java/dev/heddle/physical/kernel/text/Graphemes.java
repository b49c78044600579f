package dev.heddle.physical.kernel.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Texts by grapheme clusters: what a reader takes for one character. Stateless. */
public final class Graphemes {
  private static final Pattern CLUSTER = Pattern.compile("\\X");

  private static final long FAR = 1L << 40; // farther than any text is long

  private Graphemes() {}

  /** Returns the clusters of a text. */
  public static List<String> of(String text) {
    List<String> clusters = new ArrayList<>();
    Matcher matcher = CLUSTER.matcher(text);
    while (matcher.find()) {
      clusters.add(matcher.group());
    }
    return clusters;
  }

  /** Returns the first clusters; a negative count leaves out that many at the end. */
  public static String left(String text, long count) {
    List<String> all = of(text);
    long end = count < 0 ? Math.max(0, all.size() + count) : Math.min(count, all.size());
    return String.join("", all.subList(0, (int) end));
  }

  /** Returns the last clusters; a negative count leaves out that many at the start. */
  public static String right(String text, long count) {
    List<String> all = of(text);
    long start =
        count < 0
            ? Math.min(all.size(), count == Long.MIN_VALUE ? Long.MAX_VALUE : -count)
            : Math.max(0, all.size() - count);
    return String.join("", all.subList((int) start, all.size()));
  }

  /**
   * Returns the clusters from a place.
   *
   * @param start from 1, below 0 from the end, 0 before the first one
   * @param length how many, before the start if negative; null for all
   */
  public static String part(String text, long start, @Nullable Long length) {
    List<String> all = of(text);
    long size = all.size();
    long from = start < 0 ? size + Math.max(start, -FAR) : Math.min(start, FAR) - 1;
    long to = length == null ? size : from + Math.clamp(length, -FAR, FAR);
    long first = Math.clamp(Math.min(from, to), 0, size);
    long last = Math.clamp(Math.max(from, to), 0, size);
    return String.join("", all.subList((int) first, (int) last));
  }
}
