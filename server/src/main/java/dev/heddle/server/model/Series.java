package dev.heddle.server.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Values over time, each of the same number of components, in bounded memory: where there are more
 * than it may hold, every second one goes, and of those that come only every second, fourth and so
 * on is kept. Guarded by its owner.
 */
public final class Series {
  private static final int MAX_POINTS = 600;

  private final int maxPoints;
  private final List<double[]> points = new ArrayList<>();
  private int step = 1;
  private int skipped;

  /** Begins one of a query. */
  Series() {
    this(MAX_POINTS);
  }

  /** Begins one with a bound on the number of its points. */
  Series(int maxPoints) {
    this.maxPoints = maxPoints;
  }

  /** A point of time and the values then. */
  void add(double[] point) {
    if (++skipped < step) {
      return;
    }
    skipped = 0;
    points.add(point);
    if (points.size() > maxPoints) {
      List<double[]> half = new ArrayList<>();
      for (int i = 0; i < points.size(); i += 2) {
        half.add(points.get(i));
      }
      points.clear();
      points.addAll(half);
      step *= 2;
    }
  }

  /** Returns the oldest point; there is one. */
  double[] first() {
    return points.getFirst();
  }

  /** Returns the newest point; there is one. */
  double[] last() {
    return points.getLast();
  }

  /** Returns the points, the oldest first. */
  public List<double[]> points() {
    return List.copyOf(points);
  }
}
