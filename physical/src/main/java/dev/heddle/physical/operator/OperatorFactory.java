package dev.heddle.physical.operator;

/** Makes the operators of one step of a pipeline, one a thread, around what they share. */
public interface OperatorFactory extends AutoCloseable {
  /** Makes the operator of a thread; called on that thread. */
  Operator open(TaskContext context);

  /** Frees what the operators share; called once, after all of them are closed. */
  @Override
  void close();
}
