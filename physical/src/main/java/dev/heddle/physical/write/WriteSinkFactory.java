package dev.heddle.physical.write;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.OrderedSink;
import dev.heddle.physical.operator.RowTarget;
import dev.heddle.physical.operator.RowsInOrder;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.WriteSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a task to files while they come. Either each thread has files of its own, or
 * the threads' rows are put into order first and go to one file after the other, and so do those of
 * pipelines that follow one another.
 */
final class WriteSinkFactory implements SinkFactory {
  private static final long MAX_WAITING_BYTES = 32L << 20;

  private final WriteBreaker breaker;
  private final WriteSpec spec;
  private final TaskRows rows = new TaskRows();
  private @Nullable OutputFiles files; // guarded by this
  private @Nullable WriteStream ordered; // of all pipelines; guarded by this
  private @Nullable RowsInOrder inOrder; // of the pipeline that runs; guarded by this
  private int pipelines; // that have not ended
  private boolean isComplete;

  /** Makes the end of a number of pipelines that run one after the other. */
  WriteSinkFactory(WriteBreaker breaker, WriteSpec spec, int pipelines) {
    this.pipelines = pipelines;
    this.breaker = breaker;
    this.spec = spec;
  }

  @Override
  public synchronized Sink open(TaskContext context) {
    OutputFiles all = files(context);
    if (spec.order() == WriteSpec.RowOrder.NONE) {
      return new OwnSink(stream(all, context.account()), all);
    }
    WriteStream stream = ordered;
    if (stream == null) {
      stream = stream(all, context.account());
      ordered = stream;
    }
    if (inOrder == null) {
      inOrder =
          new RowsInOrder(
              new OrderTarget(stream),
              spec.columns(),
              Math.min(MAX_WAITING_BYTES, context.account().ledger().limitBytes() / 8));
    }
    return new OrderedSink(inOrder.join(context), context);
  }

  private OutputFiles files(TaskContext context) {
    if (files == null) {
      files = breaker.files(context);
    }
    return files;
  }

  private WriteStream stream(OutputFiles all, MemoryAccount account) {
    return new WriteStream(all, spec, rows, account);
  }

  @Override
  public void complete(TaskContext context) {
    endOrder();
    if (--pipelines > 0) {
      return;
    }
    OutputFiles all = Objects.requireNonNull(files, "no thread has opened a sink");
    if (all.neededMore()) {
      all.drop();
      breaker.deliver(new WrittenFile("", WriteSpec.NEEDED_MORE_FILES, 0, 0, 0));
      isComplete = true;
      return;
    }
    WrittenFile totals = all.totals();
    rows.check(totals);
    all.finish(context);
    if (spec.limits().equals(WriteSpec.Limits.ONE_FILE)) {
      all.ensureOne(context);
    }
    all.written().forEach(breaker::deliver);
    breaker.deliver(totals);
    all.checkThatTheyWait();
    isComplete = true;
  }

  private synchronized void endOrder() {
    if (inOrder != null) {
      inOrder.close();
      inOrder = null; // positions begin anew
    }
  }

  @Override
  public synchronized void close() {
    OutputFiles all = files;
    files = null;
    if (all == null) {
      return;
    }
    try (all) {
      endOrder();
      if (ordered != null) {
        ordered.close();
      }
    } finally {
      if (!isComplete) {
        all.drop();
      }
    }
  }

  /** The files, which stay open for what follows. */
  private record OrderTarget(WriteStream stream) implements RowTarget {
    @Override
    public void write(Batch batch, Workers workers) {
      stream.write(batch, workers);
    }

    @Override
    public void close() {}
  }

  private record OwnSink(WriteStream stream, OutputFiles files) implements Sink {
    @Override
    public Status consume(Batch input) {
      try (input) {
        stream.write(input, Workers.CALLER);
      }
      return files.neededMore() ? Status.DONE : Status.NEEDS_INPUT;
    }

    @Override
    public void finish() {
      if (!files.neededMore()) {
        stream.finish(Workers.CALLER);
      }
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}
