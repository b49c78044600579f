package dev.heddle.physical.operator;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows by hash and aggregates each group.
 *
 * <p>Each thread fills a table of its own; once that has too many groups for a core's cache, the
 * thread divides further rows by their hash and leaves them waiting. At the end the tables become
 * one where there are few groups; otherwise partitions of the hash are finished side by side, each
 * from all tables and all waiting rows.
 */
final class HashAggregate implements Breaker, AutoCloseable {
  private static final int FEW_GROUPS = 16 << 10;

  private final AggregateSpec spec;
  private final AggregateLimits limits;
  private final OperatorMetrics metrics;
  private final List<AggregateTable> filled = new ArrayList<>(); // guarded by this
  private final List<PartitionedRows> waiting = new ArrayList<>(); // guarded by this
  private final List<AggregateTable> results = new ArrayList<>(); // fixed once complete

  HashAggregate(PhysicalPlan.Aggregate node, AggregateLimits limits, OperatorMetrics metrics) {
    this.spec = new AggregateSpec(node);
    this.limits = limits;
    this.metrics = metrics;
  }

  /** Returns what an aggregation needs in any case, however many rows come. */
  static long floorBytes(PhysicalPlan.Aggregate node, int threads) {
    return MemoryFloors.BREAKER_BYTES;
  }

  @Override
  public SinkFactory sink() {
    return new SinkFactory() {
      @Override
      public Sink open(TaskContext context) {
        return new AggregateSink(spec, limits, HashAggregate.this, context);
      }

      @Override
      public void complete(TaskContext context) {
        finish(context);
      }

      @Override
      public void close() {
        HashAggregate.this.close();
      }
    };
  }

  @Override
  public SourceFactory source() {
    return new AggregateSourceFactory(results, this);
  }

  /** Takes over what a thread has filled. */
  synchronized void add(AggregateTable table, @Nullable PartitionedRows rows) {
    filled.add(table);
    if (rows != null) {
      waiting.add(rows);
    }
  }

  @Override
  public synchronized void close() {
    List<AutoCloseable> all = new ArrayList<>(filled);
    all.addAll(waiting);
    all.addAll(results);
    filled.clear();
    waiting.clear();
    results.clear();
    Closing.all(all);
  }

  private synchronized void finish(TaskContext context) {
    long bytes = filled.stream().mapToLong(AggregateTable::bytes).sum();
    bytes += waiting.stream().mapToLong(PartitionedRows::bytes).sum();
    metrics.noteStateBytes(bytes);
    if (!waiting.isEmpty()) {
      finishByPartition(context);
    } else if (filled.size() == 1) {
      results.add(filled.removeFirst());
    } else if (filled.stream().mapToInt(AggregateTable::groupCount).sum() <= FEW_GROUPS) {
      mergeAll(context);
    } else {
      finishByPartition(context);
    }
    for (AggregateTable table : results) {
      table.seal();
    }
  }

  private void mergeAll(TaskContext context) {
    AggregateTable first = filled.removeFirst();
    results.add(first);
    while (!filled.isEmpty()) {
      try (AggregateTable other = filled.removeLast();
          GroupList all = GroupList.whole(other, context.account())) {
        all.absorbInto(first, 0);
      }
    }
  }

  /** Divides all tables alike: by the range of dense keys if nothing else is there. */
  private void divide(List<GroupList> lists, TaskContext context) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean isDense = waiting.isEmpty();
    for (AggregateTable table : filled) {
      DenseMap keys = table.denseKeys().orElse(null);
      isDense = isDense && keys != null;
      if (keys != null) {
        low = Math.min(low, keys.base());
        high = Math.max(high, keys.base() + keys.size());
      }
    }
    boolean isNarrow = isDense && high > low && high - low > 0;
    for (AggregateTable table : filled) {
      lists.add(
          isNarrow
              ? GroupList.dividedByRange(table, low, high - low, context.account())
              : GroupList.divided(table, context.account()));
    }
  }

  private void finishByPartition(TaskContext context) {
    List<GroupList> lists = new ArrayList<>();
    @Nullable AggregateTable[] finished = new AggregateTable[HashPartitions.COUNT];
    try {
      divide(lists, context);
      context.parallel(
          HashPartitions.COUNT,
          partition -> {
            AggregateTable table = new AggregateTable(spec, context.account());
            finished[partition] = table;
            for (GroupList list : lists) {
              list.absorbInto(table, partition);
            }
            for (PartitionedRows rows : waiting) {
              context.checkCancelled();
              rows.moveInto(table, partition);
            }
          });
    } finally {
      Closing.all(lists);
      for (AggregateTable table : finished) {
        if (table != null) {
          results.add(table); // also after a failure, so that it is closed
        }
      }
    }
    Closing.all(filled);
    filled.clear();
    Closing.all(waiting);
    waiting.clear();
  }
}
