package dev.heddle.physical.spill;

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

  private final SpillFile file;
  private final MemoryAccount account;
  private final IpcBlockWriter blocks;
  private final BatchAppender waiting;
  private final int blockBytes;
  private long rows;
  private boolean finished;

  SpillWriter(SpillFile file, List<DataType> types, MemoryAccount account, int blockBytes) {
    this.file = file;
    this.account = account;
    this.blocks = IpcBlockWriter.packing(account, file.compressionCost());
    this.waiting = new BatchAppender(types, account);
    this.blockBytes = blockBytes;
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
      if (waiting.bytes() >= blockBytes) {
        flush();
      }
    }
    rows += count;
  }

  /** Adds rows at positions of a batch, which stays the caller's; see {@link BatchAppender}. */
  public void write(Batch batch, long positions, int count) {
    for (int from = 0; from < count; from += Batch.MAX_ROWS) { // or a block could grow very large
      waiting.append(batch, positions + 4L * from, Math.min(Batch.MAX_ROWS, count - from));
      if (waiting.bytes() >= blockBytes) {
        flush();
      }
    }
    rows += count;
  }

  /** Writes rows as one block, or in halves if they are too many bytes for that. */
  private void writeAll(Batch batch, long bytes) {
    int count = batch.rowCount();
    if (bytes <= (long) BLOCKS_AT_ONCE * blockBytes || count == 1) {
      put(batch);
      return;
    }
    for (int half = 0; half < 2; half++) {
      int from = half == 0 ? 0 : count / 2;
      int to = half == 0 ? count / 2 : count;
      try (Batch part = part(batch, from, to - from)) {
        writeAll(part, IpcBlockWriter.bytes(part));
      }
    }
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

  /** Ends the block that is not full, so that what comes next begins another one. */
  public void flush() {
    if (waiting.rows() > 0) {
      try (Batch batch = waiting.build()) {
        put(batch);
      }
    }
  }

  private void put(Batch batch) {
    try (IpcBlockWriter.Block block = blocks.write(batch)) {
      file.append(block);
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
