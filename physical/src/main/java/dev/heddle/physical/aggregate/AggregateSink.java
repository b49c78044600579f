package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.DenseMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thread's half of {@link HashAggregate}: fills a table, and divides rows once that is large,
 * will be large by the first rows, or holds values rather than states.
 */
final class AggregateSink implements Sink {
  private static final int SHARE_OF_LIMIT = 8;

  /** From this number of bytes on, dividing rows is cheaper than finding their sketches. */
  private static final long LARGE_SKETCH_BYTES = 32L << 20;

  private static final int BYTES_PER_VALUE = 32; // collected by group, with room to divide them
  private static final int ROWS_TO_JUDGE_BY = 1 << 16;
  private static final double SHARE_OF_NEW_GROUPS =
      0.9; // many groups if this number of rows make one
  private static final long REFUSED = -1;

  private final AggregateSpec spec;
  private final AggregateLimits limits;
  private final HashAggregate shared;
  private final StateMemory memory;
  private final TaskContext context;
  private final @Nullable FusedUpdate fused; // where batches are what the input is made of
  private long rowsSeen;
  private @Nullable AggregateTable table;
  private @Nullable PartitionedRows rows; // beside the table, once that has many groups

  AggregateSink(
      AggregateSpec spec,
      AggregateLimits limits,
      HashAggregate shared,
      Optional<FusedAggregation> fused,
      StateMemory memory,
      TaskContext context) {
    this.spec = spec;
    this.limits = limits;
    this.shared = shared;
    this.memory = memory;
    this.context = context;
    AggregateTable made = new AggregateTable(spec, memory.account());
    try {
      this.fused = fused.map(f -> new FusedUpdate(f, made, spec, context)).orElse(null);
    } catch (Throwable e) {
      made.close();
      throw e;
    }
    this.table = made;
  }

  private AggregateTable table() {
    if (table == null) {
      throw new IllegalStateException("Aggregation has been finished");
    }
    return table;
  }

  @Override
  public Status consume(Batch raw) {
    long taken = makeRoom(raw);
    try {
      if (rows == null && fused != null && isTaken(fused, raw)) {
        raw.close();
      } else {
        try (Batch input = fused == null ? raw : fused.computed(raw)) {
          if (rows == null) {
            table().add(input);
          } else {
            rows.add(input, table());
          }
        }
      }
    } finally {
      memory.giveBack(taken);
    }
    AggregateTable groups = table();
    if (spec.isKeyed() && rows == null && isLarge(groups) && !isClustered(groups)) {
      rows = new PartitionedRows(spec, maxWaitingBytes(), memory);
    }
    if (!spec.isKeyed()) {
      groups.scatterValues(context.spill(), memory, limits.maxTableValues());
    }
    if (memory.mustGiveBack(workingBytes())) {
      relieve();
    }
    return Status.NEEDS_INPUT;
  }

  /** Has generated code take a batch in, which stays the caller's unless this throws. */
  private boolean isTaken(FusedUpdate code, Batch raw) {
    try {
      return code.add(raw, table());
    } catch (Throwable e) {
      raw.close();
      throw e;
    }
  }

  /** Asks for what a batch may take where its rows go; spills if that is not there. */
  private long makeRoom(Batch raw) {
    rowsSeen += raw.rowCount();
    try {
      long taken = take(raw);
      if (taken == REFUSED) {
        relieve();
        taken = take(raw);
      }
      if (taken == REFUSED && rows != null) {
        rows.spillAll(shared.spill(context));
        taken = take(raw);
      }
      return taken == REFUSED ? 0 : taken; // the ledger has the last word
    } catch (Throwable e) {
      raw.close();
      throw e;
    }
  }

  private long take(Batch raw) {
    int count = raw.rowCount();
    long bytes =
        rows == null
            ? table().footprint().workBytes(count)
            : rows.jumpBytes(count) + table().footprint().scratchBytes(count) + tableSpillBytes();
    return memory.tryTake(bytes) ? bytes : REFUSED;
  }

  /** Gives memory back by spilling. */
  private void relieve() {
    AggregateTable groups = table();
    if (!spec.isKeyed()) {
      if (!memory.isSmall(groups.bytes())) {
        groups.shedValues(context.spill(), memory);
      }
      return;
    }
    PartitionedRows divided = rows;
    if (divided == null) {
      divided = new PartitionedRows(spec, maxWaitingBytes(), memory);
      rows = divided;
    }
    AggregateSpill spill = shared.spill(context);
    if (!memory.isSmall(groups.bytes())) {
      spill.addTable(groups);
      groups.close();
      table = null;
      table = new AggregateTable(spec, memory.account());
    }
    divided.relieve(spill, dividingBytes());
  }

  /** Returns about what all threads may take before they look at memory again. */
  private long workingBytes() {
    return rows == null
        ? context.threads() * table().footprint().spillBytes() + spec.minDividedBytes()
        : dividingBytes() + context.threads() * tableSpillBytes();
  }

  /** Returns about what sending the groups that are in a table to the disk takes. */
  private long tableSpillBytes() {
    AggregateTable groups = table();
    return memory.isSmall(groups.bytes()) ? 0 : groups.footprint().spillBytes();
  }

  /** Returns about what the rows of one more batch of each thread take where they are divided. */
  private long dividingBytes() {
    return context.threads() * (spec.minDividedBytes() + GroupList.spillBytes(0));
  }

  private boolean isLarge(AggregateTable groups) {
    int count = groups.groupCount();
    return count > limits.maxTableGroups()
        || groups.footprint().maxValues() > maxValues(groups)
        || groups.footprint().sketchBytes() > LARGE_SKETCH_BYTES
        || (rowsSeen >= ROWS_TO_JUDGE_BY && count > SHARE_OF_NEW_GROUPS * rowsSeen);
  }

  private long maxValues(AggregateTable groups) {
    long byGroup = groups.standsByGroup() ? maxWaitingBytes() / BYTES_PER_VALUE : 0;
    return Math.max(limits.maxTableValues(), byGroup);
  }

  private static boolean isClustered(AggregateTable groups) {
    return groups.denseKeys().filter(DenseMap::isClustered).isPresent();
  }

  private long maxWaitingBytes() {
    long limit = memory.account().ledger().limitBytes();
    return Math.min(limits.maxWaitingBytes(), limit / SHARE_OF_LIMIT) / context.threads();
  }

  @Override
  public void finish() {
    if (rows != null) {
      rows.finish();
    }
    shared.add(table(), rows);
    table = null;
    rows = null;
    if (fused != null) {
      shared.noteGenerated(fused.generatedRows());
    }
  }

  @Override
  public void close() {
    Closeables.all(table, rows, fused);
    table = null;
    rows = null;
  }
}
