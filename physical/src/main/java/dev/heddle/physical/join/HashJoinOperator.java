package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.row.Closeables;
import org.jspecify.annotations.Nullable;

/**
 * One thread's left side of a join: probes with the rows whose partition is in memory, and sends
 * the others to the disk. The last thread to finish delivers the right rows that the kind asks for
 * at the end, and joins what is on the disk.
 */
final class HashJoinOperator implements Operator {
  private final HashJoin join;
  private final TaskContext context;
  private final HashJoinProbe probe;
  private final @Nullable JoinSplitter splitter;

  HashJoinOperator(HashJoin join, TaskContext context) {
    this.join = join;
    this.context = context;
    this.probe = new HashJoinProbe(join, join.part(), context);
    this.splitter = join.spill().hasSpilled() ? join.splitter(JoinSide.LEFT, 0, context) : null;
  }

  @Override
  public Status process(Batch input, BatchSink output) {
    JoinKind kind = join.plan().kind();
    if (isWithoutOutput(kind)) {
      input.close();
      return Status.DONE;
    }
    if (splitter == null) {
      probe.process(input, output);
      return Status.NEEDS_INPUT;
    }
    Batch resident = divide(input, splitter);
    if (resident != null) {
      probe.process(resident, output);
    }
    return Status.NEEDS_INPUT;
  }

  private boolean isWithoutOutput(JoinKind kind) {
    if (join.rightRows() == 0) {
      return !HashJoin.keepsLeft(kind);
    }
    return kind == JoinKind.LEFT_ANTI_NULL_AWARE
        && join.plan().residual().isEmpty()
        && join.keys().count() == 1
        && join.hasRightNulls(); // a null on the right: no row is surely outside
  }

  /** Writes rows to the disk; returns the others, if there are some. The batch is used up. */
  private @Nullable Batch divide(Batch input, JoinSplitter to) {
    int rows = input.rowCount();
    Buffer selection = null;
    try {
      int kept = to.divide(input, join.spill().resident());
      if (kept == rows) {
        return input;
      }
      if (kept == 0) {
        input.close();
        return null;
      }
      selection = context.account().allocate(4L * kept);
      Memory.copy(to.kept(), selection.address(), 4L * kept);
      return input.moveSelected(selection, kept);
    } catch (Throwable e) {
      if (selection == null) {
        input.close();
      }
      throw e;
    }
  }

  @Override
  public void finish(BatchSink output) {
    if (splitter != null) {
      splitter.finishInto(join.spill());
    }
    if (!join.isLastToFinish()) {
      return;
    }
    probe.emitRight(output);
    if (join.spill().hasSpilled()) {
      join.closePart();
      new SpilledJoin(join, context, output).run();
    }
  }

  @Override
  public void close() {
    Closeables.all(probe, splitter);
  }
}
