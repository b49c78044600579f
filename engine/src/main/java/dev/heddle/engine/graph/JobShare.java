package dev.heddle.engine.graph;

/**
 * What a job gets where several want the same slots.
 *
 * @param priority tasks of a job with a higher one start first
 * @param weight among jobs of one priority, how many slots it gets in proportion to others; at
 *     least 1
 */
public record JobShare(int priority, int weight) {
  /** What a job gets that asks for nothing special. */
  public static final JobShare STANDARD = new JobShare(0, 1);

  /** Checks the weight. */
  public JobShare {
    if (weight < 1) {
      throw new IllegalArgumentException("A job of weight " + weight + " would never run");
    }
  }
}
