package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Skips rows and then passes rows until the pipeline's limit is reached.
 *
 * <p>The threads count together. Which rows pass is free unless the pipeline is sequential.
 */
public final class LimitOperatorFactory implements OperatorFactory {
  private final long skipped;
  private final long end; // skipped and passed rows together
  private final AtomicLong seen = new AtomicLong();

  public LimitOperatorFactory(PhysicalPlan.Limit node) {
    skipped = node.offset();
    long sum = node.offset() + node.limit();
    end = sum < 0 ? Long.MAX_VALUE : sum; // no limit
  }

  @Override
  public Operator open(TaskContext context) {
    return new LimitOperator();
  }

  @Override
  public void close() {}

  private final class LimitOperator implements Operator {
    @Override
    public Status process(Batch input, BatchSink output) {
      try (input) {
        int rows = input.rowCount();
        long before = seen.getAndAdd(rows); // cannot overflow: that many rows never come
        long after = before + rows;
        int from = Math.clamp(skipped - before, 0, rows);
        int to = Math.clamp(end - before, 0, rows);
        if (from < to) {
          output.emit(from == 0 ? input.moveHead(to) : slice(input, from, to));
        }
        return after >= end ? Status.DONE : Status.NEEDS_INPUT;
      }
    }

    private static Batch slice(Batch input, int from, int to) {
      int rows = to - from;
      long old = input.selection();
      Buffer selection = input.account().allocate(4L * rows);
      for (int i = 0; i < rows; i++) {
        int row = old == 0 ? from + i : Memory.getInt(old + 4L * (from + i));
        Memory.putInt(selection.address() + 4L * i, row);
      }
      return input.moveSelected(selection, rows);
    }

    @Override
    public void close() {}
  }
}
