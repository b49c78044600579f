package dev.heddle.physical.pipeline;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.physical.aggregate.HashAggregate;
import dev.heddle.physical.join.HashJoin;
import dev.heddle.physical.operator.SharedRows;
import dev.heddle.physical.plan.ApartInputs;
import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.sort.ExternalSort;
import java.util.List;

/**
 * How much memory a plan needs in any case: what the states of its breakers can go on with, all
 * else being spilled, and what batches on their way take.
 */
public final class MemoryFloors {
  /** For batches on their way through a pipeline and working memory of its operators. */
  private static final long BYTES_PER_THREAD = 4L << 20;

  /** For what a thread reads and decodes of a column. */
  private static final long SCAN_BYTES_PER_COLUMN = 1L << 20;

  private static final long VECTOR_BYTES = 128L << 10;

  /** Rows that a thread has at hand beside a state, in as much room as the first of a column. */
  private static final int ROWS_AT_HAND = Batch.MAX_ROWS;

  private MemoryFloors() {}

  /**
   * Returns the sum of the floors of a fragment's breakers, each reserved while it has a state: of
   * those that have one at the same time, in a task that reads one of the inputs that are read
   * apart.
   */
  public static long reservedBytes(PhysicalPlan fragment, int threads) {
    long bytes = 0;
    for (int task : ApartInputs.firstTasks(fragment)) {
      StateLives lives =
          new StateLives(
              PipelineBuilder.states(fragment, union -> ApartInputs.of(union, task, task + 1)));
      bytes = Math.max(bytes, lives.maxBytes(node -> breakerBytes(node, threads)));
    }
    return bytes;
  }

  /** Returns what a task over the fragment needs for batches under way. */
  public static long ownBytes(PhysicalPlan fragment, int threads) {
    return threads * (BYTES_PER_THREAD + maxScanBytes(fragment));
  }

  private static long maxScanBytes(PhysicalPlan node) {
    long bytes = node instanceof PhysicalPlan.Scan scan ? scanBytes(scan) : 0;
    for (PhysicalPlan input : node.inputs()) {
      bytes = Math.max(bytes, maxScanBytes(input));
    }
    return bytes;
  }

  private static long scanBytes(PhysicalPlan.Scan scan) {
    List<TableStatistics.ColumnStatistics> known = scan.table().statistics().columns();
    long bytes = 0;
    for (int column : scan.request().columns()) {
      long pages = column < 0 || column >= known.size() ? 0 : known.get(column).readingBytes();
      bytes += Math.max(SCAN_BYTES_PER_COLUMN, pages + VECTOR_BYTES);
    }
    return bytes;
  }

  /** Returns the floor of one node's state; 0 if it keeps none. */
  static long breakerBytes(PhysicalPlan node, int threads) {
    long bytes = stateBytes(node, threads);
    return bytes == 0 ? 0 : bytes + threads * bytesAtHand(node);
  }

  /**
   * Returns what a batch of a breaker's rows takes that is worked on, the more the wider they are.
   */
  private static long bytesAtHand(PhysicalPlan node) {
    long bytes = 0;
    for (PhysicalPlan input : node.inputs()) {
      bytes = Math.max(bytes, firstBytes(input.output()));
    }
    return Math.max(bytes, firstBytes(node.output())) * (ROWS_AT_HAND / BatchAppender.FIRST_ROWS);
  }

  private static long firstBytes(Schema schema) {
    return BatchAppender.firstBytes(schema.fields().stream().map(Field::type).toList());
  }

  private static long stateBytes(PhysicalPlan node, int threads) {
    return switch (NodeTraits.of(node).state()) {
      case NONE -> 0;
      case GROUPS -> HashAggregate.floorBytes((PhysicalPlan.Aggregate) node, threads);
      case BUILD_SIDE -> HashJoin.floorBytes(node, threads);
      case RUNS -> ExternalSort.floorBytes(threads);
      case SHARED_ROWS -> SharedRows.floorBytes(threads);
    };
  }
}
