package dev.heddle.shuffle.protocol;

import dev.heddle.io.batch.Batch;

/**
 * Writes one attempt of one map. Used by one thread at a time. Closing without a commit drops what
 * was written.
 */
public interface ExchangeWriter extends AutoCloseable {
  /**
   * Adds the rows of a batch, each to its partition. Rows of a partition keep their order. The
   * batch stays the caller's.
   *
   * @param partitions where one int32 partition number for each row that counts starts
   */
  void write(Batch batch, long partitions);

  /** Adds all rows of a batch to one partition. The batch stays the caller's. */
  void write(Batch batch, int partition);

  /**
   * Seals what was written and returns where it lies. It becomes the map's output if no other
   * attempt of the map was first.
   */
  SealedMap commit();

  @Override
  void close();
}
