package dev.heddle.planner;

/**
 * How a query is planned.
 *
 * @param partitions number of partitions that the plan is cut into; 1 means no exchange
 * @param level how much is rewritten
 */
public record PlannerSettings(int partitions, Level level) {
  /** How much is rewritten. */
  public enum Level {
    /** All phases. */
    OPTIMIZED,
    /** What a plan needs to run, as written otherwise: the twin that tests compare with. */
    PLAIN
  }

  /** One partition, all phases. */
  public static final PlannerSettings DEFAULT = new PlannerSettings(1, Level.OPTIMIZED);

  /** Checks the number. */
  public PlannerSettings {
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions is " + partitions + ", must be at least 1");
    }
  }
}
