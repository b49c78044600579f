package dev.heddle.planner;

import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.exchange.PartitionedInputs;
import java.util.Set;

/**
 * How a query is planned.
 *
 * @param partitions number of partitions that the plan is cut into; 1 means no exchange
 * @param level how much is rewritten
 * @param inputs what is divided among the partitions
 * @param excludedRules names of rules and phases that are left out
 * @param observed what earlier runs have counted
 * @param memoryBytes what the query may hold where it runs; a very large number if that is not
 *     known
 */
public record PlannerSettings(
    int partitions,
    Level level,
    PartitionedInputs inputs,
    Set<String> excludedRules,
    ObservedRows observed,
    long memoryBytes) {
  /** How much is rewritten. */
  public enum Level {
    /** All phases. */
    OPTIMIZED,
    /** What a plan needs to run, as written otherwise: the twin that tests compare with. */
    PLAIN
  }

  /** Divides all that can be. */
  public PlannerSettings(int partitions, Level level) {
    this(partitions, level, PartitionedInputs.ALL);
  }

  /** Leaves no rule out. */
  public PlannerSettings(int partitions, Level level, PartitionedInputs inputs) {
    this(partitions, level, inputs, Set.of());
  }

  /** Knows nothing of earlier runs and of memory. */
  public PlannerSettings(
      int partitions, Level level, PartitionedInputs inputs, Set<String> excludedRules) {
    this(partitions, level, inputs, excludedRules, ObservedRows.NONE, Long.MAX_VALUE);
  }

  /** One partition, all phases. */
  public static final PlannerSettings DEFAULT = new PlannerSettings(1, Level.OPTIMIZED);

  /** Checks the number. */
  public PlannerSettings {
    excludedRules = Set.copyOf(excludedRules);
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions is " + partitions + ", must be at least 1");
    }
    if (memoryBytes < 1) {
      throw new IllegalArgumentException("memoryBytes is " + memoryBytes + ", must be at least 1");
    }
  }
}
