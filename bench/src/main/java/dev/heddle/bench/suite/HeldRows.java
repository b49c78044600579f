package dev.heddle.bench.suite;

/**
 * Rows that have been read as Java values.
 *
 * @param answer the rows
 */
record HeldRows(Answer answer) implements Engine.Held {
  @Override
  public void close() {
    // There is nothing but heap memory.
  }
}
