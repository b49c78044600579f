package dev.heddle.planner;

import java.util.Set;

/**
 * How a query is planned.
 *
 * @param partitions number of partitions that the plan is cut into; 1 means no exchange
 * @param level how much is rewritten
 * @param spread what is divided among the partitions
 * @param excludedRules names of rules and phases that are left out
 */
public record PlannerSettings(
    int partitions, Level level, Spread spread, Set<String> excludedRules) {
  /** How much is rewritten. */
  public enum Level {
    /** All phases. */
    OPTIMIZED,
    /** What a plan needs to run, as written otherwise: the twin that tests compare with. */
    PLAIN
  }

  /** What is divided among partitions. */
  public enum Spread {
    /** All that can be. */
    ALL,
    /** What is large enough that it pays; small tables are read, and few rows joined, in a task. */
    LARGE
  }

  /** Divides all that can be. */
  public PlannerSettings(int partitions, Level level) {
    this(partitions, level, Spread.ALL);
  }

  /** Leaves no rule out. */
  public PlannerSettings(int partitions, Level level, Spread spread) {
    this(partitions, level, spread, Set.of());
  }

  /** One partition, all phases. */
  public static final PlannerSettings DEFAULT = new PlannerSettings(1, Level.OPTIMIZED);

  /** Checks the number. */
  public PlannerSettings {
    excludedRules = Set.copyOf(excludedRules);
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions is " + partitions + ", must be at least 1");
    }
  }
}
