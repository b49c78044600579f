package dev.heddle.planner.order;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.PhysicalPlan;
import java.math.BigInteger;
import java.util.List;

/**
 * Decides whether to merge sorted sides costs less than a hash join. Immutable.
 *
 * <p>The bounds are from CPU times on one core with a 2 MiB cache, of unique right rows and four
 * left rows for each. By integers whose values are close together, for which the hash join has an
 * array, merging takes 1.9 times as long at half a million right rows, 1.5 times at four million,
 * and the same at 16 million; by other integers 0.8 times at half a million and the same from two
 * million on; by texts 1.2 times at half a million and 0.9 times at four million; by two integers
 * the same. A hash join that spills takes 1.4 to 1.7 times as long as a merge join.
 *
 * @param memoryBytes what the tables of a query may take; 0 merges whatever can be merged
 */
public record MergeCosts(long memoryBytes) {
  /** The name of these bounds, as for {@code excludedRules}. */
  public static final String PHASE = "merge costs";

  /** Merges whatever can be merged. */
  public static final MergeCosts NONE = new MergeCosts(0);

  /** Below this number of right rows a table of all of them stays in the cache. */
  private static final double MIN_RIGHT_ROWS = 1 << 18;

  private static final double MIN_RIGHT_TEXTS = 1 << 21;
  private static final double MIN_RIGHT_DENSE = 1 << 24;

  /** Up to this number of values a right row a hash join keeps an array of the values. */
  private static final double DENSE_FACTOR = 8;

  /** What a hash table takes a right row besides the row: word, chain, slots. */
  private static final double TABLE_BYTES = 28;

  /** The share of the memory above which hash joins were seen to spill. */
  private static final double MEMORY_SHARE = 0.5;

  /**
   * What share of the left rows should meet a right one. A hash join's runtime filter spares the
   * scan the others: with one in eight it takes a quarter of a merge join's time, with one in two
   * twice that.
   */
  private static final double MIN_MEETING_SHARE = 1.0 / 3;

  /**
   * Returns whether to merge.
   *
   * @param right the scan of the right side, in the order of the join's keys
   */
  boolean areLower(PhysicalPlan.HashJoin join, PhysicalPlan.Scan right) {
    if (memoryBytes == 0) {
      return true;
    }
    double rows = join.right().estimate().rows();
    return rows >= MIN_RIGHT_ROWS
        && meeting(join) >= MIN_MEETING_SHARE * join.left().estimate().rows()
        && (rows >= minRows(join, right, rows)
            || join.right().estimate().bytes() + TABLE_BYTES * rows > MEMORY_SHARE * memoryBytes);
  }

  /** Returns about how many left rows a runtime filter would let pass. */
  private static double meeting(PhysicalPlan.HashJoin join) {
    return switch (join.kind()) {
      // a filter has one key's values; what other conditions leave of the rows says nothing of it
      case INNER, LEFT_SEMI ->
          join.residual().isEmpty() && join.leftKeys().size() == 1
              ? join.estimate().rows()
              : join.right().estimate().rows();
      case RIGHT, RIGHT_SEMI, RIGHT_ANTI -> join.right().estimate().rows();
      case LEFT, FULL, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> join.left().estimate().rows();
    };
  }

  private static double minRows(PhysicalPlan.HashJoin join, PhysicalPlan.Scan right, double rows) {
    List<Integer> keys = join.rightKeys();
    if (keys.size() > 1) {
      return MIN_RIGHT_ROWS;
    }
    if (join.right().output().field(keys.getFirst()).type().equals(DataType.STRING)) {
      return MIN_RIGHT_TEXTS;
    }
    return isDense(right, rows) ? MIN_RIGHT_DENSE : MIN_RIGHT_ROWS;
  }

  /** Returns whether the first column of a scan's order has integers that are close together. */
  private static boolean isDense(PhysicalPlan.Scan scan, double rows) {
    int output = scan.order().getFirst().column();
    int column = scan.request().columns().get(scan.request().outputs().get(output));
    ColumnStatistics statistics = scan.table().statistics().columns().get(column);
    return statistics.minimum().orElse(null) instanceof ScanValue.Whole(BigInteger low)
        && statistics.maximum().orElse(null) instanceof ScanValue.Whole(BigInteger high)
        && high.subtract(low).doubleValue() < DENSE_FACTOR * rows;
  }
}
