package dev.heddle.physical.plan;

/**
 * What the planner expects of a node's output.
 *
 * @param rows number of rows, or -1 if unknown
 * @param bytes bytes in memory, or -1 if unknown
 */
public record Estimate(double rows, double bytes) {
  /** Nothing is known. */
  public static final Estimate UNKNOWN = new Estimate(-1, -1);
}
