package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Delivers the groups of finished tables, block by block. */
final class AggregateSourceFactory implements SourceFactory {
  private final List<AggregateTable> tables; // complete when the first source is opened
  private final AutoCloseable owner;
  private final AtomicInteger nextBlock = new AtomicInteger();

  /**
   * Makes it for tables that the owner frees when he is closed, which happens with this factory.
   */
  AggregateSourceFactory(List<AggregateTable> tables, AutoCloseable owner) {
    this.tables = tables;
    this.owner = owner;
  }

  @Override
  public Source open(TaskContext context) {
    return new AggregateSource();
  }

  @Override
  public int maxThreads() {
    return Math.max(1, tables.stream().mapToInt(AggregateSourceFactory::blocksOf).sum());
  }

  private static int blocksOf(AggregateTable table) {
    return (table.groupCount() + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS;
  }

  @Override
  public void close() {
    Closing.all(owner);
  }

  private final class AggregateSource implements Source {
    private int position;

    @Override
    public boolean advance(BatchSink output) {
      position = nextBlock.getAndIncrement();
      int block = position;
      for (AggregateTable table : tables) {
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
