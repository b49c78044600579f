package dev.heddle.io.scan;

import java.util.Map;

/**
 * What a scan has read and skipped in one task, as it travels from a worker.
 *
 * @param numbers the counts of {@link ScanMetrics}, in the order of its fields
 * @param conjuncts those of each conjunct, by its text
 */
public record ScanCounts(long[] numbers, Map<String, Conjunct> conjuncts) {
  /**
   * What one conjunct did.
   *
   * @param numbers the counts of {@link ConjunctMetrics}, in order
   * @param isDecidedByFolders whether folders and names of files decide it
   * @param obstacles why parts could not be decided, and how often
   */
  public record Conjunct(long[] numbers, boolean isDecidedByFolders, Map<String, Long> obstacles) {}
}
