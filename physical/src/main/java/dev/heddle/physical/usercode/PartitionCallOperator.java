package dev.heddle.physical.usercode;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.node.FunctionTimes;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.Status;
import org.jspecify.annotations.Nullable;

/** Hands the rows of one part to a function and gives what it makes of them. */
final class PartitionCallOperator implements Operator {
  private final UserFunction function;
  private final PartitionUdf<?> code;
  private final RowAssembly rows;
  private @Nullable PartitionCall call; // once there is a row

  PartitionCallOperator(UserFunction function, PartitionUdf<?> code, RowAssembly rows) {
    this.function = function;
    this.code = code;
    this.rows = rows;
  }

  @Override
  public Status process(Batch input, BatchSink output) {
    try (input) {
      if (input.rowCount() == 0) {
        return Status.NEEDS_INPUT;
      }
      PartitionCall running = call;
      if (running == null) {
        running = new PartitionCall(function, code);
        call = running;
      }
      boolean[] isOver = {false};
      Column[] columns = rows.plain(input);
      try {
        running.give(
            RowAssembly.access(columns, input.rowCount(), () -> isOver[0]), input.rowCount());
        take(running, output);
      } finally {
        isOver[0] = true; // the user's code may still refer to them
        Column.releaseAll(columns);
      }
    }
    return Status.NEEDS_INPUT; // one part may be read to its end while others are not
  }

  /** Takes rows until the function wants more of its input, or is at its end. */
  private void take(PartitionCall running, BatchSink output) {
    long begun = System.nanoTime();
    while (!output.isDone()) {
      PartitionCall.Pause turn = running.run();
      for (Object row : running.taken()) {
        rows.add(0, row, 1, null, output);
      }
      rows.context().checkCancelled();
      if (turn != PartitionCall.Pause.GAVE_ROWS) {
        break;
      }
    }
    FunctionTimes.note(function.name(), System.nanoTime() - begun);
  }

  @Override
  public void finish(BatchSink output) {
    PartitionCall running = call;
    if (running != null) {
      running.end();
      take(running, output);
      rows.flush(null, output);
    }
  }

  @Override
  public void close() {
    PartitionCall running = call;
    if (running != null) {
      running.close();
    }
    rows.close();
  }
}
