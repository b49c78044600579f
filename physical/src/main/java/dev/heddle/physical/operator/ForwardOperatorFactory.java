package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;

/** Passes batches on as they are, for a node whose work the next one does. */
public final class ForwardOperatorFactory implements OperatorFactory {
  public ForwardOperatorFactory() {}

  @Override
  public Operator open(TaskContext context) {
    return new ForwardOperator();
  }

  @Override
  public void close() {}

  private static final class ForwardOperator implements Operator {
    @Override
    public Status process(Batch input, BatchSink output) {
      output.emit(input);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void close() {}
  }
}
