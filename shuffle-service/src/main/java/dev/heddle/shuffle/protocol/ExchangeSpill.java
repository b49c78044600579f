package dev.heddle.shuffle.protocol;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes rows of exchanges that do not fit into memory, usually to the disk. Thread-safe. */
@FunctionalInterface
public interface ExchangeSpill {
  /**
   * Begins a file of rows of the types; the caller closes it.
   *
   * @param account pays for what is not written yet
   * @param blockBytes how many bytes may wait for being written
   */
  File open(List<DataType> types, MemoryAccount account, int blockBytes);

  /** Rows in order: written by one thread, then finished, then read by any number. */
  interface File extends AutoCloseable {
    /** Adds the rows of a batch, which stays the caller's. */
    void write(Batch batch);

    /** Ends writing. */
    void finish();

    /** Opens a reader from the start; the account pays for what is read. */
    Reader open(MemoryAccount account);

    /** Drops the rows. */
    @Override
    void close();
  }

  /** Reads rows in order, on one thread at a time. */
  interface Reader extends AutoCloseable {
    /** Returns the next rows, which are the caller's, or null at the end. */
    @Nullable Batch next();

    @Override
    void close();
  }
}
