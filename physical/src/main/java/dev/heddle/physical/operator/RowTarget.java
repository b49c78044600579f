package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.write.Workers;

/** Where rows end up, one batch after the other. Used by one thread at a time. */
public interface RowTarget extends AutoCloseable {
  /**
   * Takes the rows of a batch, which is lent.
   *
   * @param workers the threads that may work on it
   */
  void write(Batch batch, Workers workers);

  @Override
  void close();
}
