package dev.heddle.engine.session;

import dev.heddle.io.batch.Batch;

/** Where rows end up, one batch after the other. Used by one thread at a time. */
interface RowTarget extends AutoCloseable {
  /** Takes the rows of a batch, which is lent. */
  void write(Batch batch);

  @Override
  void close();
}
