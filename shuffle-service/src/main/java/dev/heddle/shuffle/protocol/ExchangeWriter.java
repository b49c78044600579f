package dev.heddle.shuffle.protocol;

import dev.heddle.io.batch.Batch;

/**
 * Writes one attempt of one map: a lane for each thread. Closing without a commit drops what was
 * written.
 */
public interface ExchangeWriter extends AutoCloseable {
  /** Opens a lane, which belongs to the writer. May be called by any thread. */
  Lane lane();

  /**
   * Seals what all lanes have written, none of which is in use any more, and returns where it is.
   * It becomes the map's output if no other attempt of the map was first.
   */
  SealedMap commit();

  @Override
  void close();

  /** Takes rows from one thread at a time; rows of a partition keep their order within a lane. */
  interface Lane {
    /**
     * Adds the rows of a batch, each to its partition. The batch stays the caller's.
     *
     * @param partitions where one int32 partition number for each row that counts starts
     */
    void write(Batch batch, long partitions);

    /** Adds all rows of a batch to one partition. The batch stays the caller's. */
    void write(Batch batch, int partition);
  }
}
