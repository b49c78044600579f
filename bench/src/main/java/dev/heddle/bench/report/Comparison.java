package dev.heddle.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Collects the times of engines on the same work and reports medians, ratios to the last engine and
 * their geometric mean.
 */
public final class Comparison {
  private final List<String> engines;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String name, double[] medianMillis) {
    double ratio(int engine) {
      return medianMillis[engine] / medianMillis[medianMillis.length - 1];
    }
  }

  /** Makes an empty comparison of engines by name. */
  public Comparison(List<String> engines) {
    this.engines = List.copyOf(engines);
  }

  /**
   * Adds a piece of work.
   *
   * @param nanos for each engine the times of its runs, in nanoseconds
   */
  public void add(String name, long[][] nanos) {
    lines.add(new Line(name, Arrays.stream(nanos).mapToDouble(Comparison::medianMillis).toArray()));
  }

  private static double medianMillis(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[middle]
            : (sorted[middle - 1] + (double) sorted[middle]) / 2;
    return median / 1e6;
  }

  /** Returns the line of the piece that was added last. */
  public String lastLine() {
    return text(lines.getLast());
  }

  private String text(Line line) {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-6s", line.name()));
    for (int i = 0; i < engines.size(); i++) {
      text.append(
          String.format(Locale.ROOT, "  %s %9.1f ms", engines.get(i), line.medianMillis()[i]));
    }
    for (int i = 0; i + 1 < engines.size(); i++) {
      text.append(
          String.format(
              Locale.ROOT, "  %s/%s %5.2f", engines.get(i), engines.getLast(), line.ratio(i)));
    }
    return text.toString();
  }

  /** Returns the geometric means over all pieces, with line ends. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < engines.size(); i++) {
      int engine = i;
      text.append(
          String.format(
              Locale.ROOT,
              "%s: geometric mean of medians %.1f ms%n",
              engines.get(i),
              geometricMean(lines.stream().mapToDouble(l -> l.medianMillis()[engine]).toArray())));
    }
    for (int i = 0; i + 1 < engines.size(); i++) {
      int engine = i;
      double[] ratios = lines.stream().mapToDouble(l -> l.ratio(engine)).toArray();
      text.append(
          String.format(
              Locale.ROOT,
              "%s/%s: geometric mean %.3f, worst %.2f%n",
              engines.get(i),
              engines.getLast(),
              geometricMean(ratios),
              Arrays.stream(ratios).max().orElse(Double.NaN)));
    }
    return text.toString();
  }

  private static double geometricMean(double[] values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(Double.NaN));
  }
}
