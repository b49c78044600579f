package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the two pipelines of a join share: the right side's rows and the table over them. A
 * nested-loop join is a join without keys: every right row is a candidate.
 *
 * <p>{@link #build} ends the pipeline of the right side; its completion makes the table. {@link
 * #probe} is a step of the left side's pipeline, which must run later. The rows and the table are
 * freed with the step's factory, or with the sink's if the step never ran.
 */
final class HashJoin {
  private final PhysicalPlan.HashJoin plan;
  private final JoinKeys keys;
  private final @Nullable Set<Integer> read;
  private final JoinFilters filters;
  private final List<DataType> rightTypes;
  private final AtomicInteger probing = new AtomicInteger();
  private @Nullable RowStore store;
  private @Nullable JoinTable table;
  private @Nullable Buffer rightNulls; // one byte a row: a null keeps it from matching
  private @Nullable Buffer rightMatches; // one byte a row: has found a match
  private boolean hasRightNulls;

  /** Makes a join of which every output column is read, and that tells no scan of its keys. */
  HashJoin(PhysicalPlan.HashJoin plan) {
    this(plan, Optional.empty(), JoinFilters.NONE);
  }

  /**
   * Makes a join.
   *
   * @param read the output columns that somebody reads, if not all
   * @param filters the filters that are filled with the right side's keys
   */
  HashJoin(PhysicalPlan.HashJoin plan, Optional<Set<Integer>> read, JoinFilters filters) {
    this.read = read.orElse(null);
    this.filters = filters;
    this.plan = plan;
    this.keys = new JoinKeys(plan);
    this.rightTypes = plan.right().output().fields().stream().map(Field::type).toList();
  }

  /** Returns a join that compares every left row with every right row. */
  static HashJoin nestedLoop(PhysicalPlan.NestedLoopJoin plan) {
    return new HashJoin(
        new PhysicalPlan.HashJoin(
            plan.left(),
            plan.right(),
            plan.kind(),
            List.of(),
            List.of(),
            List.of(),
            plan.condition(),
            plan.output(),
            plan.estimate()));
  }

  /** Returns what a join needs in any case, however many rows come. */
  static long floorBytes(PhysicalPlan node, int threads) {
    return MemoryFloors.BREAKER_BYTES;
  }

  /** Returns the end of the right side's pipeline. */
  SinkFactory build() {
    return new RowCollectorSinkFactory(rightTypes, this::complete, this::free);
  }

  /** Returns the step of the left side's pipeline. */
  OperatorFactory probe() {
    return new OperatorFactory() {
      @Override
      public Operator open(TaskContext context) {
        probing.incrementAndGet();
        return new HashJoinProbe(HashJoin.this, context);
      }

      @Override
      public void close() {
        free();
      }
    };
  }

  private void complete(RowStore rows, TaskContext context) {
    store = rows;
    MemoryAccount account = context.account();
    if (keys.rightMayBeNull(rows)) {
      Buffer flags = account.allocateZeroed(Math.max(1, rows.rows()));
      rightNulls = flags;
      context.parallel(
          rows.chunkCount(),
          chunk ->
              keys.markRightNulls(
                  rows, chunk, flags.address() + ((long) chunk << RowStore.CHUNK_SHIFT)));
      for (int row = 0; row < rows.rows() && !hasRightNulls; row++) {
        hasRightNulls = Memory.getByte(flags.address() + row) != 0;
      }
    }
    if (marksRight(plan.kind())) {
      rightMatches = account.allocateZeroed(Math.max(1, rows.rows()));
    }
    try (JoinTableBuilder builder = new JoinTableBuilder(rows, keys, rightNulls, context)) {
      table = builder.build();
    }
    filters.fill(rows, context);
  }

  private synchronized void free() {
    filters.close();
    if (table != null) {
      table.close();
      table = null;
    }
    if (store != null) {
      store.close();
      store = null;
    }
    if (rightNulls != null) {
      rightNulls.release();
      rightNulls = null;
    }
    if (rightMatches != null) {
      rightMatches.release();
      rightMatches = null;
    }
  }

  /** Returns whether the kind has to know which right rows have found a match. */
  static boolean marksRight(JoinKind kind) {
    return switch (kind) {
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
    };
  }

  PhysicalPlan.HashJoin plan() {
    return plan;
  }

  JoinKeys keys() {
    return keys;
  }

  RowStore store() {
    return built(store);
  }

  JoinTable table() {
    return built(table);
  }

  /** Returns whether somebody reads an output column. */
  boolean isRead(int outputColumn) {
    return read == null || read.contains(outputColumn);
  }

  /**
   * Returns the left column that has the same value as a right column in every pair that matches,
   * or -1.
   */
  int equalLeftColumn(int rightColumn) {
    for (int k = 0; k < keys.count(); k++) {
      if (keys.right(k) == rightColumn) {
        DataType type = plan.left().output().field(keys.left(k)).type();
        // equal floats can be 0.0 and -0.0
        return !type.isFloat() && type.equals(rightTypes.get(rightColumn)) ? keys.left(k) : -1;
      }
    }
    return -1;
  }

  private static <T> T built(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("The right side has not been built");
    }
    return part;
  }

  /** Returns whether some right row has a null in a key that a null does not match. */
  boolean hasRightNulls() {
    return hasRightNulls;
  }

  /** Returns where one byte a right row says whether its key has such a null; 0 if none has. */
  long rightNulls() {
    return rightNulls == null || !hasRightNulls ? 0 : rightNulls.address();
  }

  /** Returns where one byte a right row says whether it has found a match; 0 if nobody asks. */
  long rightMatches() {
    return rightMatches == null ? 0 : rightMatches.address();
  }

  /** Tells that a thread has probed with all of its batches; returns whether it was the last. */
  boolean isLastToFinish() {
    return probing.decrementAndGet() == 0;
  }
}
