package dev.heddle.physical.aggregate;

import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the groups of an aggregation: those that are complete block by block, which all threads
 * take from; then those of partitions, each of which a thread finishes and delivers alone.
 */
final class AggregateSourceFactory implements SourceFactory {
  private final HashAggregate owner;
  private final AtomicInteger nextBlock = new AtomicInteger();

  /** Makes it for an aggregation that is freed when this factory is closed. */
  AggregateSourceFactory(HashAggregate owner) {
    this.owner = owner;
  }

  @Override
  public Source open(TaskContext context) {
    return new AggregateSource(context);
  }

  @Override
  public int maxThreads() {
    if (owner.hasPartitions()) {
      return HashPartitions.COUNT;
    }
    int blocks = 0;
    for (AggregateTable table : owner.results()) {
      blocks += blocksOf(table);
    }
    for (GroupList list : owner.lists()) {
      blocks += list.ownBlocks();
    }
    return Math.max(1, blocks);
  }

  private static int blocksOf(AggregateTable table) {
    int rows = table.footprint().rowsAtOnce();
    return (table.groupCount() + rows - 1) / rows;
  }

  @Override
  public void close() {
    owner.close();
  }

  private final class AggregateSource implements Source {
    private final TaskContext context;
    private @Nullable AggregateTable partition; // that this thread delivers
    private int block; // of the partition
    private int position;

    AggregateSource(TaskContext context) {
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink output) {
      return (partition == null && share(output)) || advancePartition(output);
    }

    /** Delivers a block that is complete, if there is another. */
    private boolean share(BatchSink output) {
      int shared = nextBlock.getAndIncrement();
      position = shared;
      for (AggregateTable table : owner.results()) {
        int blocks = blocksOf(table);
        if (shared < blocks) {
          emit(table, shared, output);
          return true;
        }
        shared -= blocks;
      }
      for (GroupList list : owner.lists()) {
        if (shared < list.ownBlocks()) {
          output.emit(list.ownRows(shared));
          return true;
        }
        shared -= list.ownBlocks();
      }
      return false;
    }

    private boolean advancePartition(BatchSink output) {
      AggregateTable table = partition;
      if (table == null) {
        table = owner.nextTable(context);
        partition = table;
        block = 0;
      } else if (block < blocksOf(table)) {
        position = nextBlock.getAndIncrement();
        emit(table, block++, output);
      } else {
        close();
      }
      return table != null;
    }

    private void emit(AggregateTable table, int number, BatchSink output) {
      int rows = table.footprint().rowsAtOnce();
      int from = number * rows;
      output.emit(table.rows(from, Math.min(rows, table.groupCount() - from)));
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      AggregateTable table = partition;
      partition = null;
      Closeables.all(table);
    }
  }
}
