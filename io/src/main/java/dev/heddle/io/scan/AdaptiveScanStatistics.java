package dev.heddle.io.scan;

import dev.heddle.io.batch.Batch;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the readers of a scan have found out on their way: what each conjunct costs and lets pass,
 * and how often no row of a batch is left. Thread-safe; readers of one scan share it, since each of
 * them sees only a few batches.
 */
public final class AdaptiveScanStatistics {
  private static final int MIN_BATCHES = 8;
  private static final int PASSING_ONE_IN = 16;
  private static final long MIN_MEASURED_ROWS = 16L * Batch.MAX_ROWS;
  // a conjunct that lets a greater share of rows pass costs about what it saves
  private static final double USELESS_SHARE = 0.85;
  // of each conjunct: nanoseconds, rows looked at, rows that passed; in the end batches read,
  // batches with rows left, rows read and rows left
  private static final int KINDS = 3;

  private final AtomicLongArray sums;
  private final int batches;
  private final ConjunctMetrics[] metrics;

  /** Starts without statistics; the metrics record what each conjunct removes. */
  public AdaptiveScanStatistics(ScanFilter filter, ScanMetrics metrics) {
    this.metrics = new ConjunctMetrics[filter.conjuncts().size()];
    for (int i = 0; i < this.metrics.length; i++) {
      this.metrics[i] = metrics.conjunct(filter.conjuncts().get(i).text());
    }
    batches = KINDS * this.metrics.length;
    sums = new AtomicLongArray(batches + 4);
  }

  /** Notes the evaluation of a conjunct over some rows, with the decoding that it needed. */
  public void noteConjunct(int conjunct, long nanos, int rows, int passed) {
    if (passed <= USELESS_SHARE * rows && isUseless(conjunct)) {
      sums.set(KINDS * conjunct, nanos); // it has learnt something: what was before counts no more
      sums.set(KINDS * conjunct + 1, rows);
      sums.set(KINDS * conjunct + 2, passed);
    } else {
      sums.addAndGet(KINDS * conjunct, nanos);
      sums.addAndGet(KINDS * conjunct + 1, rows);
      sums.addAndGet(KINDS * conjunct + 2, passed);
    }
    metrics[conjunct].rowsTakenAway.add(rows - passed);
  }

  /** Notes a batch to which a filter was applied. */
  public void noteBatch(int rows, int passed) {
    sums.incrementAndGet(batches);
    if (passed > 0) {
      sums.incrementAndGet(batches + 1);
    }
    sums.addAndGet(batches + 2, rows);
    sums.addAndGet(batches + 3, passed);
  }

  /** Returns whether few rows are known to be left after the filter. */
  public boolean fewRowsAreNeeded() {
    return sums.get(batches) >= MIN_BATCHES
        && PASSING_ONE_IN * sums.get(batches + 3) < sums.get(batches + 2);
  }

  /**
   * Returns what a conjunct costs for each row that it takes away: the smaller, the earlier it
   * should go. Zero while nothing is known.
   */
  public double rank(int conjunct) {
    double rows = sums.get(KINDS * conjunct + 1);
    if (rows == 0) {
      return 0;
    }
    double taken = Math.max(rows - sums.get(KINDS * conjunct + 2), rows / 1000);
    return sums.get(KINDS * conjunct) / taken;
  }

  /**
   * Returns whether a conjunct is known to take away so few rows that looking at them costs more
   * than it saves.
   */
  public boolean isUseless(int conjunct) {
    long rows = sums.get(KINDS * conjunct + 1);
    return rows >= MIN_MEASURED_ROWS && sums.get(KINDS * conjunct + 2) > USELESS_SHARE * rows;
  }

  /** Returns whether most batches are known to have rows left after the filter. */
  public boolean mostBatchesAreNeeded() {
    long all = sums.get(batches);
    return all >= MIN_BATCHES && 2 * sums.get(batches + 1) > all;
  }
}
