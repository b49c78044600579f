package dev.heddle.engine.session;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;

/** The end of a pipeline's thread whose rows are put into order with those of others. */
record OrderedSink(RowsInOrder.Member member, TaskContext context) implements Sink {
  @Override
  public Status consume(Batch input) {
    member.write(input, context.position());
    return Status.NEEDS_INPUT;
  }

  @Override
  public void finish() {
    member.finish();
  }

  @Override
  public void close() {}
}
