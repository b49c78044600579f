package dev.heddle.bench.report;

import java.util.Arrays;

/** The middle of measured values, or the mean of the two in the middle. */
public final class Median {
  private Median() {}

  /** Returns the median of at least one value, which stay in their order. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the median of at least one value, which stay in their order. */
  public static double of(long... values) {
    return of(Arrays.stream(values).asDoubleStream().toArray());
  }
}
