package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Delivers stored rows in an order. Threads take blocks in turn; the number of the block is the
 * position.
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
    return new SortedSource(context.account());
  }

  @Override
  public int maxThreads() {
    return Math.max(1, (output.rows() + BLOCK_ROWS - 1) / BLOCK_ROWS);
  }

  @Override
  public void close() {
    output.close();
  }

  private final class SortedSource implements Source {
    private final MemoryAccount account;
    private long block = -1;
    private int next; // row to deliver
    private int end; // of the block

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
        next = (int) first;
        end = (int) Math.min(output.rows(), first + BLOCK_ROWS);
      }
      int count = Math.min(Batch.MAX_ROWS, end - next);
      sink.emit(output.order().rows((long) output.first() + next, count, account));
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
}
