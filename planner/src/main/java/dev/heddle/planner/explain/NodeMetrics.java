package dev.heddle.planner.explain;

import dev.heddle.frame.ScanProfile;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.Optional;

/** Looks up what a node of a physical plan did when it ran; for {@code EXPLAIN ANALYZE}. */
@FunctionalInterface
public interface NodeMetrics {
  /**
   * What a node did.
   *
   * @param rows rows that it delivered
   * @param generatedRows rows that it took in by code generated for it
   * @param nanos time spent in it, over all threads
   * @param spilledBytes bytes of spill files that it wrote
   * @param scan what it read and left out, if it is a scan of files
   */
  record Measurement(
      long rows, long generatedRows, long nanos, long spilledBytes, Optional<ScanProfile> scan) {}

  /** Returns what the node did, if that was measured. */
  Optional<Measurement> of(PhysicalPlan node);
}
