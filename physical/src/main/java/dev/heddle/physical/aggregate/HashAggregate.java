package dev.heddle.physical.aggregate;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows by hash and aggregates each group.
 *
 * <p>Each thread fills a table of its own; once that has too many groups for a core's cache, or
 * values that groups collect, the thread divides further rows by their hash and leaves them
 * waiting. At the end the tables become one where there are few groups; otherwise the threads that
 * read the result finish one partition of the hash after the other, each from all tables and all
 * waiting rows. Where memory is short, partitions are spilled; then everything is, and each
 * partition is read back alone, or divided further.
 */
public final class HashAggregate implements Breaker, AutoCloseable {
  private static final int SMALL_GROUPS = 16 << 10;

  /** Reading spilled rows back, dividing them and the maps of codes, of one thread. */
  private static final long WORKING_BYTES_PER_THREAD = 2L << 20;

  private final PhysicalPlan.Aggregate node;
  private final AggregateSpec spec;
  private final Optional<FusedAggregation> fused;
  private final AggregateLimits limits;
  private final OperatorMetrics metrics;
  private final List<AggregateTable> filled = new ArrayList<>(); // guarded by this
  private final List<PartitionedRows> waiting = new ArrayList<>(); // guarded by this
  private final List<AggregateTable> results = new ArrayList<>(); // fixed once complete
  private final List<GroupList> lists = new ArrayList<>(); // by partition; fixed once complete
  private final List<AggregateSpill> spills = new ArrayList<>(); // guarded by this
  private final Deque<Work> works = new ConcurrentLinkedDeque<>(); // partitions to finish

  /**
   * A partition to finish.
   *
   * @param spill where it is; null if it is in memory
   */
  private record Work(@Nullable AggregateSpill spill, int partition) {}

  public HashAggregate(
      PhysicalPlan.Aggregate node,
      Optional<FusedAggregation> fused,
      AggregateLimits limits,
      OperatorMetrics metrics) {
    this.node = node;
    this.spec = new AggregateSpec(node);
    this.fused = fused;
    this.limits = spec.hasSketches() ? limits.onHeap() : limits;
    this.metrics = metrics;
  }

  /** Returns what an aggregation needs in any case, however many rows come. */
  public static long floorBytes(PhysicalPlan.Aggregate node, int threads) {
    AggregateSpec spec = new AggregateSpec(node);
    return Math.max(Breaker.FLOOR_BYTES, threads * WORKING_BYTES_PER_THREAD)
        + (spec.isKeyed() ? threads * (spec.minDividedBytes() + spec.minSketchBytes()) : 0);
  }

  @Override
  public SinkFactory sink() {
    return new SinkFactory() {
      @Override
      public Sink open(TaskContext context) {
        return new AggregateSink(spec, limits, HashAggregate.this, fused, memory(context), context);
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

  private StateMemory memory(TaskContext context) {
    return new StateMemory(context.reservation(node), limits, context.threads());
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
    int count = lists.size() + spills.size() + filled.size() + waiting.size() + results.size();
    List<AutoCloseable> all = new ArrayList<>(count);
    works.clear();
    for (List<? extends AutoCloseable> some : List.of(lists, spills, filled, waiting, results)) {
      all.addAll(some);
      some.clear();
    }
    Closeables.all(all);
  }

  private synchronized void finish(TaskContext context) {
    int groups = 0;
    for (AggregateTable table : filled) {
      groups += table.groupCount();
    }
    if (!spills.isEmpty()) {
      spillAll(context);
    } else if (waiting.isEmpty() && filled.size() == 1) {
      takeWhole(context);
    } else if (waiting.isEmpty() && (!spec.isKeyed() || (groups <= SMALL_GROUPS && canMerge()))) {
      mergeAll(context);
      takeWhole(context);
    } else {
      divide(context);
    }
  }

  /** Makes the only table the result, or spills it where its result does not fit into memory. */
  private void takeWhole(TaskContext context) {
    AggregateTable table = filled.getFirst();
    StateMemory memory = memory(context);
    long bytes = table.footprint().sealBytes();
    boolean isTaken = memory.tryTake(bytes);
    if (!isTaken) {
      boolean shed = table.shedValues(context.spill(), memory);
      if (!shed && table.groupCount() > 1) {
        spill(context);
        spillAll(context);
        return;
      }
    }
    try {
      table.seal(context);
    } finally {
      if (isTaken) {
        memory.giveBack(bytes);
      }
    }
    results.add(filled.removeFirst());
  }

  /** Returns where the threads put what does not fit into memory while the input is read. */
  synchronized AggregateSpill spill(TaskContext context) {
    if (spills.isEmpty()) {
      spills.add(new AggregateSpill(0, context, account(context)));
    }
    return spills.getFirst();
  }

  /** Puts on the disk what is in memory still, which is what made the memory short. */
  private void spillAll(TaskContext context) {
    AggregateSpill spill = spills.getFirst();
    while (!filled.isEmpty()) {
      try (AggregateTable table = filled.removeLast()) {
        spill.addTable(table);
      }
    }
    while (!waiting.isEmpty()) {
      context.checkCancelled();
      try (PartitionedRows rows = waiting.removeLast()) {
        rows.spillAll(spill);
      }
    }
    spill.finish(metrics);
    addWorks(spill);
  }

  /** Puts the partitions of a spill before all others, so that its files are soon gone. */
  private void addWorks(AggregateSpill spill) {
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      if (!spill.isEmpty(i)) {
        works.addFirst(new Work(spill, i));
      }
    }
  }

  /** Returns whether it is cheap to merge values that have been collected. */
  private boolean canMerge() {
    return filled.stream().allMatch(AggregateTable::standsByGroup)
        || filled.stream()
            .allMatch(table -> table.footprint().maxValues() <= limits.maxTableValues());
  }

  private void mergeAll(TaskContext context) {
    AggregateTable first = filled.getFirst();
    while (filled.size() > 1) {
      try (AggregateTable other = filled.removeLast()) {
        absorb(first, other, context);
      }
    }
  }

  private void absorb(AggregateTable first, AggregateTable other, TaskContext context) {
    if (first.standsByGroup() && other.standsByGroup()) {
      first.takeOver(other);
      return;
    }
    StateMemory memory = memory(context);
    long bytes = first.footprint().absorbBytes(other);
    if (!spec.isKeyed() && !memory.tryTake(bytes)) {
      first.shedValues(context.spill(), memory);
      other.shedValues(context.spill(), memory);
      bytes = 0;
    } else if (spec.isKeyed()) {
      bytes = 0; // few groups
    }
    try (GroupList all = GroupList.whole(other, account(context))) {
      all.absorbInto(first, 0);
    } finally {
      memory.giveBack(bytes);
    }
  }

  /** Divides all tables alike: by the range of dense keys if nothing else is there. */
  private void divide(TaskContext context) {
    KeyOwners owners = waiting.isEmpty() ? KeyOwners.of(filled) : null;
    for (AggregateTable table : filled) {
      GroupList list =
          owners != null
              ? GroupList.dividedByRange(table, owners, account(context))
              : GroupList.divided(table, 0, account(context));
      lists.add(list);
      if (list.ownBlocks() > 0) {
        table.seal();
      }
    }
    for (int i = 0; i < HashPartitions.COUNT; i++) {
      int partition = i;
      if (!waiting.isEmpty() || lists.stream().anyMatch(l -> l.groupCount(partition) > 0)) {
        works.add(new Work(null, partition));
      }
    }
  }

  /** Returns lists of groups of which some may be complete as they are. */
  List<GroupList> lists() {
    return lists;
  }

  /** Returns the tables that are complete; fixed once the input has ended. */
  List<AggregateTable> results() {
    return results;
  }

  /** Returns whether there are tables to come from {@link #nextTable}. */
  boolean hasPartitions() {
    return !works.isEmpty();
  }

  /**
   * Finishes one more partition on the caller's thread.
   *
   * @return its table, sealed and the caller's; null if there is no further one
   */
  @Nullable AggregateTable nextTable(TaskContext context) {
    for (Work work = works.poll(); work != null; work = works.poll()) {
      int level = work.spill() == null ? 1 : work.spill().level() + 1;
      StateMemory memory = memory(context);
      try (AggregateLoader loader = new AggregateLoader(spec, level, context, memory)) {
        load(work, loader, context);
        if (loader.finish()) {
          return loader.moveTable();
        }
        AggregateSpill divided = loader.moveDivided();
        synchronized (this) {
          spills.add(divided);
        }
        divided.finish(metrics);
        addWorks(divided);
      }
    }
    return null;
  }

  private void load(Work work, AggregateLoader loader, TaskContext context) {
    if (work.spill() != null) {
      work.spill().read(work.partition(), loader, context);
      return;
    }
    for (GroupList list : lists) {
      loader.groups(list, work.partition());
    }
    for (PartitionedRows rows : waiting) {
      context.checkCancelled();
      rows.moveInto(loader, work.partition());
    }
  }
}
