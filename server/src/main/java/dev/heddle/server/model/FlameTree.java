package dev.heddle.server.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A tree that grows out of paths with values, such as stacks with times: paths that begin alike
 * share their beginning. What is shown of it is bounded: parts that are too small to be seen are
 * put together, and what lies deeper than {@link #MAX_DEPTH} is a part by itself. Used by one
 * thread.
 */
public final class FlameTree {
  /** Steps of a path below the root; of a longer one the last is a mark. */
  public static final int MAX_DEPTH = 120;

  /** The share of the whole that is a pixel of a graph of 2,000. */
  public static final double PIXEL = 0.0005;

  private static final int PART_CHARS = 90; // with the part that has what is put together in it
  private static final int NAME_CHARS = 4;
  private static final FlameStep CUT = new FlameStep(FlameStep.Kind.CUT, "… deeper", -1);

  private final Grown root;
  private int grown;

  private static final class Grown {
    private final FlameStep step;
    private final int order;
    private final Map<FlameStep, Grown> parts = new LinkedHashMap<>();
    private long self;
    private long total;

    private Grown(FlameStep step, int order) {
      this.step = step;
      this.order = order;
    }
  }

  /** Begins with a root that has nothing. */
  public FlameTree(String name) {
    root = new Grown(new FlameStep(FlameStep.Kind.ROOT, name, -1), 0);
  }

  /** Adds a value to a path, whose first step is the outermost. */
  public void add(List<FlameStep> path, long value) {
    Grown at = root;
    at.total += value;
    int depth = 0;
    for (FlameStep each : path) {
      depth++;
      at = part(at, depth == MAX_DEPTH && path.size() > MAX_DEPTH ? CUT : each);
      at.total += value;
      if (depth == MAX_DEPTH) {
        break;
      }
    }
    at.self += value;
  }

  private Grown part(Grown of, FlameStep step) {
    return of.parts.computeIfAbsent(step, _ -> new Grown(step, ++grown));
  }

  /** Returns the sum of all values. */
  public long total() {
    return root.total;
  }

  /** Returns all of it. */
  public FlamePart whole() {
    return visible(0, Integer.MAX_VALUE);
  }

  /**
   * Returns what can be seen of it: the largest parts.
   *
   * @param minShare parts with a smaller share of the whole are put together
   * @param maxChars about how long it may be as text, each name once
   */
  public FlamePart visible(double minShare, int maxChars) {
    double least = root.total * minShare;
    Set<Grown> shown = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> names = new HashSet<>();
    PriorityQueue<Grown> next =
        new PriorityQueue<>(
            Comparator.comparingLong((Grown each) -> -each.total)
                .thenComparingInt(each -> each.order));
    next.add(root);
    long chars = 0;
    while (!next.isEmpty()) { // a part is never larger than the one that it is in
      Grown each = next.remove();
      chars += PART_CHARS + (names.add(each.step.name()) ? length(each.step.name()) : 0);
      if (each != root && (each.total < least || chars > maxChars)) {
        break;
      }
      shown.add(each);
      next.addAll(each.parts.values());
    }
    return part(root, shown);
  }

  /** Returns how long a name is as text of JSON, in bytes, at most. */
  private static int length(String name) {
    int length = NAME_CHARS;
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      length += each < ' ' ? 6 : each == '"' || each == '\\' ? 2 : each < 0x80 ? 1 : 3;
    }
    return length;
  }

  private static FlamePart part(Grown of, Set<Grown> shown) {
    List<FlamePart> parts = new ArrayList<>();
    long hidden = 0;
    int others = 0;
    List<Grown> sorted = new ArrayList<>(of.parts.values());
    sorted.sort(
        Comparator.comparingLong((Grown each) -> -each.total).thenComparingInt(each -> each.order));
    for (Grown each : sorted) {
      if (shown.contains(each)) {
        parts.add(part(each, shown));
      } else {
        hidden += each.total;
        others++;
      }
    }
    if (others > 0) {
      String name = others == 1 ? "1 other" : others + " others";
      FlameStep step = new FlameStep(FlameStep.Kind.OTHERS, name, -1);
      parts.add(new FlamePart(step, hidden, hidden, List.of()));
    }
    return new FlamePart(of.step, of.self, of.total, parts);
  }
}
