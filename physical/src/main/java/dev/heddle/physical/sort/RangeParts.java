package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.ScratchBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which part of an order each row belongs to: takes a sample in, then appends a column to
 * the rows. The sample is held until the sink is closed.
 */
public final class RangeParts {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final PhysicalPlan.RangePart node;
  private final List<DataType> types; // of the sample
  private @Nullable BatchAppender collected; // guarded by this
  private volatile @Nullable RangeBounds bounds; // once the sample is complete

  public RangeParts(PhysicalPlan.RangePart node) {
    this.node = node;
    this.types = node.right().output().fields().stream().map(Field::type).toList();
  }

  /** Returns the end of the pipeline that brings the sample. */
  public SinkFactory sample() {
    return new SampleSinkFactory();
  }

  /** Returns the step that appends the number of the part. */
  public OperatorFactory parts() {
    return new PartOperatorFactory();
  }

  private synchronized BatchAppender collected(TaskContext context) {
    if (collected == null) {
      collected = new BatchAppender(types, context.account());
    }
    return collected;
  }

  private synchronized void add(Batch batch, TaskContext context) {
    collected(context).append(batch);
  }

  private synchronized void closeSample() {
    if (collected != null) {
      collected.close();
      collected = null;
    }
    RangeBounds made = bounds;
    if (made != null) {
      made.close();
      bounds = null;
    }
  }

  private final class SampleSinkFactory implements SinkFactory {
    @Override
    public Sink open(TaskContext context) {
      return new Sink() {
        @Override
        public Status consume(Batch input) {
          try (input) {
            add(input, context);
          }
          return Status.NEEDS_INPUT;
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
      };
    }

    @Override
    public void complete(TaskContext context) {
      bounds = new RangeBounds(node, collected(context).build());
    }

    @Override
    public void close() {
      closeSample();
    }
  }

  private final class PartOperatorFactory implements OperatorFactory {
    @Override
    public Operator open(TaskContext context) {
      return new PartOperator(context, Objects.requireNonNull(bounds));
    }

    @Override
    public void close() {}
  }

  /** One thread's. */
  private static final class PartOperator implements Operator, RangeBounds.Draws {
    private final TaskContext context;
    private final RangeBounds bounds;
    private final ScratchBuffer scratch;
    private long position = -1;
    private long state;

    PartOperator(TaskContext context, RangeBounds bounds) {
      this.context = context;
      this.bounds = bounds;
      this.scratch = new ScratchBuffer(context.account());
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      Batch appended;
      try (input) {
        startAt(context.position());
        int rows = input.physicalRows();
        Buffer values = context.account().allocate(4L * Math.max(1, rows));
        try {
          bounds.place(input, scratch, this, values.address());
        } catch (Throwable e) {
          values.release();
          throw e;
        }
        appended = Batches.append(input, Column.fixed(DataType.INT32, rows, values, null));
      }
      output.emit(appended);
      return Status.NEEDS_INPUT;
    }

    /** What is drawn follows from the place of a row, so that an attempt makes what others do. */
    private void startAt(long next) {
      if (next != position) {
        position = next;
        state = next * GOLDEN_GAMMA + context.partition();
      }
    }

    @Override
    public int next(int limit) {
      state += GOLDEN_GAMMA;
      long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L; // the mixing of SplitMix64
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return (int) Math.unsignedMultiplyHigh(z ^ (z >>> 31), limit);
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
