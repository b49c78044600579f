package dev.heddle.physical.plan;

/**
 * What the planner expects of a node's output.
 *
 * @param rows number of rows, or -1 if unknown
 * @param bytes bytes in memory, or -1 if unknown
 * @param origin which sub-plan of the query has these rows; stays where the plan was made
 */
public record Estimate(double rows, double bytes, SubPlanRows origin) {
  /** Nothing is known. */
  public static final Estimate UNKNOWN = new Estimate(-1, -1);

  /** An estimate of rows whose count is of no use to others. */
  public Estimate(double rows, double bytes) {
    this(rows, bytes, SubPlanRows.NONE);
  }
}
