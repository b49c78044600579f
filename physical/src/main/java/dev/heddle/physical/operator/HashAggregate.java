package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows by hash and aggregates each group.
 *
 * <p>Each thread fills a table of its own. At the end the tables become one where there are few
 * groups; many are merged by partitions of their hash, side by side.
 */
final class HashAggregate implements Breaker {
  private static final int FEW_GROUPS = 16 << 10;
  private static final int PARTITION_BITS = 5;
  private static final int PARTITIONS = 1 << PARTITION_BITS;
  private static final int PARTITION_SHIFT = 16; // bits of the hash that no table's slots use

  private final AggregateSpec spec;
  private final OperatorMetrics metrics;
  private final List<AggregateTable> filled = new ArrayList<>(); // guarded by this
  private final List<AggregateTable> results = new ArrayList<>(); // fixed once complete

  HashAggregate(PhysicalPlan.Aggregate node, OperatorMetrics metrics) {
    this.spec = new AggregateSpec(node);
    this.metrics = metrics;
  }

  @Override
  public SinkFactory sink() {
    return new AggregateSinkFactory();
  }

  @Override
  public SourceFactory source() {
    return new AggregateSourceFactory();
  }

  private synchronized void add(AggregateTable table) {
    filled.add(table);
  }

  private synchronized void close() {
    List<AggregateTable> all = new ArrayList<>(filled);
    all.addAll(results);
    filled.clear();
    results.clear();
    Closing.all(all);
  }

  private synchronized void merge(TaskContext context) {
    long bytes = filled.stream().mapToLong(AggregateTable::bytes).sum();
    metrics.noteStateBytes(bytes);
    if (filled.size() == 1) {
      results.add(filled.removeFirst());
    } else if (filled.stream().mapToInt(AggregateTable::groupCount).sum() <= FEW_GROUPS) {
      mergeAll(context.account());
    } else {
      mergeByPartition(context);
    }
    for (AggregateTable table : results) {
      table.seal();
    }
  }

  private void mergeAll(MemoryAccount account) {
    AggregateTable first = filled.removeFirst();
    results.add(first);
    while (!filled.isEmpty()) {
      try (AggregateTable other = filled.removeLast();
          Groups all = Groups.all(other, account)) {
        first.absorb(other, all.address(0), all.count(0));
      }
    }
  }

  private void mergeByPartition(TaskContext context) {
    List<Groups> lists = new ArrayList<>();
    @Nullable AggregateTable[] merged = new AggregateTable[PARTITIONS];
    try {
      for (AggregateTable table : filled) {
        lists.add(Groups.byPartition(table, context.account()));
      }
      context.parallel(
          PARTITIONS,
          partition -> {
            AggregateTable table = new AggregateTable(spec, context.account());
            merged[partition] = table;
            for (int i = 0; i < lists.size(); i++) {
              Groups list = lists.get(i);
              table.absorb(filled.get(i), list.address(partition), list.count(partition));
              context.checkCancelled();
            }
          });
    } finally {
      Closing.all(lists);
      for (AggregateTable table : merged) {
        if (table != null) {
          results.add(table); // also after a failure, so that they are closed
        }
      }
    }
    Closing.all(filled);
    filled.clear();
  }

  /** The groups of a table, put together by partitions of their hash. */
  private record Groups(Buffer numbers, int[] starts) implements AutoCloseable {
    static Groups all(AggregateTable table, MemoryAccount account) {
      int count = table.groupCount();
      Buffer numbers = account.allocate(4L * count);
      for (int i = 0; i < count; i++) {
        Memory.putInt(numbers.address() + 4L * i, i);
      }
      return new Groups(numbers, new int[] {0, count});
    }

    static Groups byPartition(AggregateTable table, MemoryAccount account) {
      int count = table.groupCount();
      Buffer numbers = account.allocate(4L * count);
      try (Groups all = all(table, account)) {
        Buffer hashes = account.allocate(8L * count);
        try {
          table.hashGroups(hashes.address(), count, all.address(0));
          int[] ends = new int[PARTITIONS + 1];
          for (int i = 0; i < count; i++) {
            ends[partition(hashes.address(), i) + 1]++;
          }
          for (int i = 1; i <= PARTITIONS; i++) {
            ends[i] += ends[i - 1];
          }
          int[] starts = ends.clone();
          for (int i = 0; i < count; i++) {
            int place = ends[partition(hashes.address(), i)]++;
            Memory.putInt(numbers.address() + 4L * place, i);
          }
          return new Groups(numbers, starts);
        } finally {
          hashes.release();
        }
      } catch (Throwable e) {
        numbers.release();
        throw e;
      }
    }

    private static int partition(long hashes, int group) {
      return (int) (Memory.getLong(hashes + 8L * group) >>> PARTITION_SHIFT) & PARTITIONS - 1;
    }

    long address(int partition) {
      return numbers.address() + 4L * starts[partition];
    }

    int count(int partition) {
      return starts[partition + 1] - starts[partition];
    }

    @Override
    public void close() {
      numbers.release();
    }
  }

  private final class AggregateSinkFactory implements SinkFactory {
    @Override
    public Sink open(TaskContext context) {
      return new AggregateSink(context);
    }

    @Override
    public void complete(TaskContext context) {
      merge(context);
    }

    @Override
    public void close() {
      HashAggregate.this.close();
    }
  }

  private final class AggregateSink implements Sink {
    private @Nullable AggregateTable table;

    AggregateSink(TaskContext context) {
      table = new AggregateTable(spec, context.account());
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
        table().add(input);
      }
      return Status.NEEDS_INPUT;
    }

    @Override
    public void finish() {
      add(table());
      table = null;
    }

    @Override
    public void close() {
      if (table != null) {
        table.close();
        table = null;
      }
    }
  }

  private final class AggregateSourceFactory implements SourceFactory {
    private final AtomicInteger nextBlock = new AtomicInteger();

    @Override
    public Source open(TaskContext context) {
      return new AggregateSource();
    }

    @Override
    public int maxThreads() {
      return Math.max(1, blocks());
    }

    private int blocks() {
      return results.stream().mapToInt(AggregateSourceFactory::blocksOf).sum();
    }

    private static int blocksOf(AggregateTable table) {
      return (table.groupCount() + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS;
    }

    @Override
    public void close() {
      HashAggregate.this.close();
    }

    private final class AggregateSource implements Source {
      private int position;

      @Override
      public boolean advance(BatchSink output) {
        position = nextBlock.getAndIncrement();
        int block = position;
        for (AggregateTable table : results) {
          int blocks = blocksOf(table);
          if (block < blocks) {
            int from = block * Batch.MAX_ROWS;
            output.emit(table.rows(from, Math.min(Batch.MAX_ROWS, table.groupCount() - from)));
            return true;
          }
          block -= blocks;
        }
        return false;
      }

      @Override
      public long position() {
        return position;
      }

      @Override
      public void close() {}
    }
  }
}
