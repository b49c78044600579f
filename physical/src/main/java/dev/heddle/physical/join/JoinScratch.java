package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.ScratchBuffer;
import org.jspecify.annotations.Nullable;

/** Memory that one thread's probe uses again for each batch: a few arrays with an entry a row. */
final class JoinScratch implements AutoCloseable {
  private static final int ARRAYS = 8; // of 8 bytes a row

  private final MemoryAccount account;
  private final ScratchBuffer spread;
  private @Nullable Buffer buffer;
  private int room;

  JoinScratch(MemoryAccount account) {
    this.account = account;
    this.spread = new ScratchBuffer(account);
  }

  /** Makes room for batches of this number of rows; what is there is lost. */
  void reserve(int rows) {
    if (buffer == null || room < rows) {
      releaseArrays();
      room = Math.max(rows, Batch.MAX_ROWS);
      buffer = account.allocate(8L * ARRAYS * room);
    }
  }

  private long array(int number) {
    if (buffer == null) {
      throw new IllegalStateException("Nothing has been reserved");
    }
    return buffer.address() + 8L * room * number;
  }

  /** Key words or hashes of the batch. */
  long words() {
    return array(0);
  }

  /** More key words, or what a table needs to look up. */
  long more() {
    return array(1);
  }

  /** Build rows that the batch's rows lead to. */
  long heads() {
    return array(2);
  }

  /** One byte a row: whether the key has a null. */
  long nulls() {
    return array(3);
  }

  /** One byte a row: whether the row has found a match. */
  long matched() {
    return array(4);
  }

  /** Rows of the batch in candidate pairs. */
  long pairRows() {
    return array(5);
  }

  /** Build rows in candidate pairs. */
  long pairIds() {
    return array(6);
  }

  /** Physical positions. */
  long positions() {
    return array(7);
  }

  /**
   * Returns an array of int32, one for each physical row of a batch, all of them -1; the same one
   * each time.
   */
  long spread(int physicalRows) {
    long ids = spread.reserve(4L * physicalRows);
    Memory.fill(ids, 4L * physicalRows, (byte) -1);
    return ids;
  }

  @Override
  public void close() {
    spread.close();
    releaseArrays();
  }

  private void releaseArrays() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
