package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import org.jspecify.annotations.Nullable;

/** One thread's half of {@link HashAggregate}: fills a table, and divides rows once it is large. */
final class AggregateSink implements Sink {
  private static final int SHARE_OF_LIMIT = 8;

  private final AggregateSpec spec;
  private final AggregateLimits limits;
  private final HashAggregate shared;
  private final TaskContext context;
  private @Nullable AggregateTable table;
  private @Nullable PartitionedRows rows; // beside the table, once that has many groups

  AggregateSink(
      AggregateSpec spec, AggregateLimits limits, HashAggregate shared, TaskContext context) {
    this.spec = spec;
    this.limits = limits;
    this.shared = shared;
    this.context = context;
    this.table = new AggregateTable(spec, context.account());
  }

  private AggregateTable table() {
    if (table == null) {
      throw new IllegalStateException("Aggregation has been finished");
    }
    return table;
  }

  @Override
  public Status consume(Batch input) {
    try (input) {
      AggregateTable groups = table();
      if (rows != null) {
        rows.add(input, groups);
      } else {
        groups.add(input);
        if (spec.isKeyed() && groups.groupCount() > limits.manyGroups() && !isClustered(groups)) {
          rows = new PartitionedRows(spec, mostWaitingBytes(), context.account());
        }
      }
    }
    return Status.NEEDS_INPUT;
  }

  private static boolean isClustered(AggregateTable groups) {
    return groups.denseKeys().filter(DenseMap::isClustered).isPresent();
  }

  private long mostWaitingBytes() {
    long limit = context.account().ledger().limitBytes();
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
  }

  @Override
  public void close() {
    Closing.all(table, rows);
    table = null;
    rows = null;
  }
}
