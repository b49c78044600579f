package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows by hash and aggregates each group.
 *
 * <p>Each thread fills a table of its own; once that has too many groups for a core's cache, or
 * values that groups collect, the thread divides further rows by their hash and leaves them
 * waiting. At the end the tables become one where there are few groups; otherwise the threads that
 * read the result finish one partition of the hash after the other, each from all tables and all
 * waiting rows.
 */
final class HashAggregate implements Breaker, AutoCloseable {
  private static final int FEW_GROUPS = 16 << 10;

  private final PhysicalPlan.Aggregate node;
  private final AggregateSpec spec;
  private final Optional<FusedAggregation> fused;
  private final AggregateLimits limits;
  private final OperatorMetrics metrics;
  private final List<AggregateTable> filled = new ArrayList<>(); // guarded by this
  private final List<PartitionedRows> waiting = new ArrayList<>(); // guarded by this
  private final List<AggregateTable> results = new ArrayList<>(); // fixed once complete
  private final List<GroupList> lists = new ArrayList<>(); // of what is filled, by partition
  private final AtomicInteger nextPartition = new AtomicInteger(HashPartitions.COUNT);

  HashAggregate(
      PhysicalPlan.Aggregate node,
      Optional<FusedAggregation> fused,
      AggregateLimits limits,
      OperatorMetrics metrics) {
    this.node = node;
    this.spec = new AggregateSpec(node);
    this.fused = fused;
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
        return new AggregateSink(
            spec, limits, HashAggregate.this, fused, account(context), context);
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
    return new AggregateSourceFactory(this);
  }

  private MemoryAccount account(TaskContext context) {
    return context.reservation(node).account();
  }

  /** Takes over what a thread has filled. */
  synchronized void add(AggregateTable table, @Nullable PartitionedRows rows) {
    filled.add(table);
    if (rows != null) {
      waiting.add(rows);
    }
  }

  /** Notes rows that generated code has taken in. */
  void noteGenerated(long rows) {
    metrics.addGenerated(rows);
  }

  @Override
  public synchronized void close() {
    List<AutoCloseable> all = new ArrayList<>(lists);
    all.addAll(filled);
    all.addAll(waiting);
    all.addAll(results);
    lists.clear();
    filled.clear();
    waiting.clear();
    results.clear();
    Closing.all(all);
  }

  private synchronized void finish(TaskContext context) {
    long bytes = filled.stream().mapToLong(AggregateTable::bytes).sum();
    bytes += waiting.stream().mapToLong(PartitionedRows::bytes).sum();
    metrics.noteStateBytes(bytes);
    int groups = filled.stream().mapToInt(AggregateTable::groupCount).sum();
    if (waiting.isEmpty() && filled.size() == 1) {
      results.add(filled.removeFirst());
    } else if (waiting.isEmpty() && (groups <= FEW_GROUPS || !spec.isKeyed())) {
      mergeAll(context);
    } else {
      divide(context);
      nextPartition.set(0);
    }
    results.forEach(AggregateTable::seal);
  }

  private void mergeAll(TaskContext context) {
    AggregateTable first = filled.removeFirst();
    results.add(first);
    while (!filled.isEmpty()) {
      try (AggregateTable other = filled.removeLast();
          GroupList all = GroupList.whole(other, account(context))) {
        all.absorbInto(first, 0);
      }
    }
  }

  /** Divides all tables alike: by the range of dense keys if nothing else is there. */
  private void divide(TaskContext context) {
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
              ? GroupList.dividedByRange(table, low, high - low, account(context))
              : GroupList.divided(table, account(context)));
    }
  }

  /** Returns the tables that are complete; fixed once the input has ended. */
  List<AggregateTable> results() {
    return results;
  }

  /** Returns whether there are tables to come from {@link #nextTable}. */
  boolean hasPartitions() {
    return nextPartition.get() < HashPartitions.COUNT;
  }

  /**
   * Finishes one more partition on the caller's thread.
   *
   * @return its table, sealed and the caller's; null if there is no further one
   */
  @Nullable AggregateTable nextTable(TaskContext context) {
    int partition = nextPartition.getAndIncrement();
    if (partition >= HashPartitions.COUNT) {
      return null;
    }
    AggregateTable table = new AggregateTable(spec, account(context));
    try {
      for (GroupList list : lists) {
        list.absorbInto(table, partition);
      }
      for (PartitionedRows rows : waiting) {
        context.checkCancelled();
        rows.moveInto(table, partition);
      }
      table.seal();
      return table;
    } catch (Throwable e) {
      table.close();
      throw e;
    }
  }
}
