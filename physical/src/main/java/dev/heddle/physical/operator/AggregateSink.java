package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thread's half of {@link HashAggregate}: fills a table, and divides rows once that is large,
 * will be large judging by the first rows, or holds values rather than states.
 */
final class AggregateSink implements Sink {
  private static final int SHARE_OF_LIMIT = 8;
  private static final int ROWS_TO_JUDGE_BY = 1 << 16;
  private static final double SHARE_OF_NEW_GROUPS = 0.9; // many groups if so many rows make one

  private final AggregateSpec spec;
  private final AggregateLimits limits;
  private final HashAggregate shared;
  private final MemoryAccount account;
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
      MemoryAccount account,
      TaskContext context) {
    this.spec = spec;
    this.limits = limits;
    this.shared = shared;
    this.account = account;
    this.context = context;
    AggregateTable made = new AggregateTable(spec, account);
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
    boolean isTaken;
    try {
      isTaken = fused != null && rows == null && fused.add(raw, table());
    } catch (Throwable e) {
      raw.close();
      throw e;
    }
    try (Batch input = fused == null || isTaken ? raw : fused.computed(raw)) {
      AggregateTable groups = table();
      if (rows != null) {
        rows.add(input, groups);
      } else {
        if (!isTaken) {
          groups.add(input);
        }
        rowsSeen += input.rowCount();
        if (spec.isKeyed() && isLarge(groups) && !isClustered(groups)) {
          rows = new PartitionedRows(spec, mostWaitingBytes(), account);
        }
      }
    }
    return Status.NEEDS_INPUT;
  }

  private boolean isLarge(AggregateTable groups) {
    int count = groups.groupCount();
    return count > limits.manyGroups()
        || groups.collectors().stream().anyMatch(c -> c.valueCount() > limits.manyValues())
        || (rowsSeen >= ROWS_TO_JUDGE_BY && count > SHARE_OF_NEW_GROUPS * rowsSeen);
  }

  private static boolean isClustered(AggregateTable groups) {
    return groups.denseKeys().filter(DenseMap::isClustered).isPresent();
  }

  private long mostWaitingBytes() {
    long limit = account.ledger().limitBytes();
    return Math.min(limits.mostWaitingBytes(), limit / SHARE_OF_LIMIT) / context.threads();
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
    Closing.all(table, rows, fused);
    table = null;
    rows = null;
  }
}
