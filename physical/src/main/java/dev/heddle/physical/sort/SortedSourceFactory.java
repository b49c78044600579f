package dev.heddle.physical.sort;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers rows in an order. Threads take blocks of stored rows, or parts of runs, in turn; the
 * number of the block or part is the position.
 */
final class SortedSourceFactory implements SourceFactory {
  private static final int BLOCK_BATCHES = 4;
  private static final int BLOCK_ROWS = BLOCK_BATCHES * Batch.MAX_ROWS;

  private final SortedOutput output;
  private final AtomicInteger nextBlock = new AtomicInteger();

  SortedSourceFactory(SortedOutput output) {
    this.output = output;
  }

  @Override
  public Source open(TaskContext context) {
    ExternalSort merged = output.merged();
    return merged == null
        ? new SortedSource(context.account())
        : new MergedSource(merged.runs(), context);
  }

  @Override
  public int maxThreads() {
    ExternalSort merged = output.merged();
    if (merged != null) {
      return isCut() ? 1 : merged.runs().threads();
    }
    return (int) Math.max(1, (output.rows() + BLOCK_ROWS - 1) / BLOCK_ROWS);
  }

  /** Returns whether some of the merged rows are not delivered. */
  private boolean isCut() {
    return output.first() > 0 || output.rows() < Long.MAX_VALUE;
  }

  @Override
  public void close() {
    output.close();
  }

  private final class SortedSource implements Source {
    private final MemoryAccount account;
    private long block = -1;
    private long next; // row to deliver
    private long end; // of the block

    SortedSource(MemoryAccount account) {
      this.account = account;
    }

    @Override
    public boolean advance(BatchSink sink) {
      if (next == end) {
        block = nextBlock.getAndIncrement();
        long first = block * BLOCK_ROWS;
        if (first >= output.rows()) {
          return false;
        }
        next = first;
        end = Math.min(output.rows(), first + BLOCK_ROWS);
      }
      int count = (int) Math.min(Batch.MAX_ROWS, end - next);
      sink.emit(output.order().rows(output.first() + next, count, account));
      next += count;
      return true;
    }

    @Override
    public long position() {
      return Math.max(0, block);
    }

    @Override
    public void close() {}
  }

  private final class MergedSource implements Source {
    private final SortRuns runs;
    private final TaskContext context;
    private @Nullable SortMerge merge;
    private long part = -1;
    private long seen; // rows of all parts; counts only if one thread reads them all

    MergedSource(SortRuns runs, TaskContext context) {
      this.runs = runs;
      this.context = context;
    }

    @Override
    public boolean advance(BatchSink sink) {
      SortMerge current = merge;
      if (current == null) {
        part = nextBlock.getAndIncrement();
        if (part >= runs.partCount()) {
          return false;
        }
        current = runs.open((int) part, context);
        merge = current;
      }
      Batch batch = current.next();
      if (batch == null) {
        close();
        return true;
      }
      int rows = batch.rowCount();
      long before = seen;
      seen += rows;
      if (!isCut()) {
        sink.emit(batch);
        return true;
      }
      long from = Math.clamp(output.first() - before, 0L, rows);
      long last = output.first() + output.rows();
      long to = last < 0 ? rows : Math.clamp(last - before, from, rows);
      deliver(batch, (int) from, (int) to, sink);
      return last < 0 || seen < last;
    }

    private void deliver(Batch batch, int from, int to, BatchSink sink) {
      if (from == to) {
        batch.close();
        return;
      }
      if (from == 0) {
        sink.emit(batch.moveHead(to));
        return;
      }
      Buffer positions;
      try {
        positions = context.account().allocate(4L * (to - from));
      } catch (Throwable e) {
        batch.close();
        throw e;
      }
      for (int row = from; row < to; row++) {
        Memory.putInt(positions.address() + 4L * (row - from), row);
      }
      sink.emit(batch.moveSelected(positions, to - from));
    }

    @Override
    public long position() {
      return Math.max(0, part);
    }

    @Override
    public void close() {
      if (merge != null) {
        SortMerge ended = merge;
        merge = null;
        ended.close();
      }
    }
  }
}
