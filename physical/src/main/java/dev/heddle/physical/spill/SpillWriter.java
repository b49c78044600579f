package dev.heddle.physical.spill;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/**
 * Writes rows into a spill file, block by block. Used by one thread at a time. Closing it without
 * {@link #finish} deletes the file.
 */
public final class SpillWriter implements AutoCloseable {
  /** What a batch may take that is written as one block. */
  private static final int BLOCKS_AT_ONCE = 8;

  /** Of rows whose first room is this number of blocks, parts of a block are written. */
  private static final long WIDE_BLOCKS = 2;

  private static final int WIDE_PARTS = 4;

  private final SpillFile file;
  private final MemoryAccount account;
  private final IpcBlockWriter blocks;
  private final BatchAppender waiting;
  private final int blockBytes;
  private final int fewestBytes; // of rows that are written together
  private long rows;
  private boolean finished;

  SpillWriter(SpillFile file, List<DataType> types, MemoryAccount account, int blockBytes) {
    this.file = file;
    this.account = account;
    this.blocks = IpcBlockWriter.packing(account, file.compressionCost());
    this.waiting = new BatchAppender(types, account);
    this.blockBytes = blockBytes;
    boolean isWide = BatchAppender.firstBytes(types) > WIDE_BLOCKS * blockBytes;
    this.fewestBytes = isWide ? blockBytes / WIDE_PARTS : blockBytes;
  }

  /** Adds the rows that count of a batch, which stays the caller's, behind those before. */
  public void write(Batch batch) {
    int count = batch.rowCount();
    if (count == 0) {
      return;
    }
    long bytes = IpcBlockWriter.bytes(batch);
    if (bytes >= blockBytes / 2) {
      flush();
      writeAll(batch, bytes);
    } else {
      waiting.append(batch);
      if (waiting.bytes() >= fewestBytes) {
        flush();
      }
    }
    rows += count;
  }

  /** Adds rows at positions of a batch, which stays the caller's; see {@link BatchAppender}. */
  public void write(Batch batch, long positions, int count) {
    for (int from = 0; from < count; from += Batch.MAX_ROWS) { // or a block could grow very large
      waiting.append(batch, positions + 4L * from, Math.min(Batch.MAX_ROWS, count - from));
      if (waiting.bytes() >= fewestBytes) {
        flush();
      }
    }
    rows += count;
  }

  /** Writes rows as one block, or in halves if they are too many bytes or memory is too short. */
  private void writeAll(Batch batch, long bytes) {
    int count = batch.rowCount();
    if ((count > 1 && bytes > maxBytes()) || !isWritten(batch)) {
      writeHalves(batch, 0, count);
    }
  }

  private void writeHalves(Batch batch, int from, int count) {
    int half = count / 2;
    writeRows(batch, from, half);
    writeRows(batch, from + half, count - half);
  }

  private void writeRows(Batch batch, int from, int count) {
    if (!isWritten(batch, from, count)) {
      writeHalves(batch, from, count);
    }
  }

  /**
   * Returns false if a block of the rows takes too much, and one of half of them would take less.
   */
  private boolean isWritten(Batch batch, int from, int count) {
    try (Batch part = part(batch, from, count)) {
      return (count == 1 || IpcBlockWriter.bytes(part) <= maxBytes()) && isWritten(part);
    } catch (HeddleException e) {
      return isForFewer(e, count);
    }
  }

  private boolean isWritten(Batch batch) {
    IpcBlockWriter.Block block;
    try {
      block = blocks.write(batch);
    } catch (HeddleException e) {
      return isForFewer(e, batch.rowCount());
    }
    try (block) {
      file.append(block);
    }
    return true;
  }

  /** Returns false if memory is too short for this number of rows, and throws any other error. */
  private static boolean isForFewer(HeddleException error, int rows) {
    if (error.code() == ErrorCode.OUT_OF_MEMORY && rows > 1) {
      return false;
    }
    throw error;
  }

  private long maxBytes() {
    return (long) BLOCKS_AT_ONCE * blockBytes;
  }

  private Batch part(Batch batch, int from, int count) {
    Buffer positions = account.allocate(4L * count);
    Column[] columns = new Column[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.physicalColumn(i).retain();
    }
    long selection = batch.selection();
    for (int i = 0; i < count; i++) {
      int row = selection == 0 ? from + i : Memory.getInt(selection + 4L * (from + i));
      Memory.putInt(positions.address() + 4L * i, row);
    }
    return Batch.selected(account, batch.physicalRows(), positions, count, columns);
  }

  /** Ends the block that is not full if the room for its rows is much more than a block. */
  public void flushIfWide() {
    if (fewestBytes < blockBytes) {
      flush();
    }
  }

  /** Ends the block that is not full, so that what comes next begins another one. */
  public void flush() {
    if (waiting.rows() > 0) {
      try (Batch batch = waiting.build()) {
        writeAll(batch, IpcBlockWriter.bytes(batch));
      }
    }
  }

  /** Returns the file, which stays this writer's until {@link #finish}. */
  public SpillFile file() {
    return file;
  }

  /** Ends the block under way; returns the byte at which the next one will start. */
  public long endBlock() {
    flush();
    return file.bytes();
  }

  /** Returns how many rows have been written so far. */
  public long rows() {
    return rows;
  }

  /** Writes what waits; returns the file, which is the caller's. */
  public SpillFile finish() {
    flush();
    file.endWriting();
    finished = true;
    return file;
  }

  @Override
  public void close() {
    waiting.close();
    if (!finished) {
      finished = true;
      file.close();
    }
  }
}
