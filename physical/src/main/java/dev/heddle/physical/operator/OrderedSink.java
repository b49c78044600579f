package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;

/** The end of a pipeline's thread whose rows are put into order with those of others. */
public record OrderedSink(RowsInOrder.Member member, TaskContext context) implements Sink {
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
