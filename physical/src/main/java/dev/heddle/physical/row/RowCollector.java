package dev.heddle.physical.row;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows that one thread of a pipeline hands to a breaker, in chunks of {@link
 * RowStore#CHUNK_ROWS} compact rows.
 *
 * <p>Used by one thread at a time; {@link #toStore} gives the rows away, {@link #close} frees what
 * has not been given away.
 */
public final class RowCollector implements AutoCloseable {
  private static final int COPIES =
      3; // of rows that are appended to others: their old room, new room

  private static final double SHARE_OF_STORE = 1.25; // of nested values: buffers are rounded up

  private final List<DataType> types;
  private final MemoryAccount account;
  private final BatchAppender tail;
  private final List<Batch> full = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>(); // of the full chunks, in their order
  private final List<Run> tailRuns = new ArrayList<>();
  private @Nullable Buffer identity; // positions 0, 1, 2, ... for batches that are cut in two
  private int identityRows;
  private long fullBytes;
  private long fullNestedBytes; // of these, in lists, maps and structs

  public RowCollector(List<DataType> types, MemoryAccount account) {
    this.types = types;
    this.account = account;
    this.tail = new BatchAppender(types, account);
  }

  /**
   * Rows that arrived one after the other.
   *
   * @param position where they are in the order of the pipeline's source
   */
  record Run(long position, int rows) {}

  /** Returns how many rows have been collected. */
  public long rows() {
    return ((long) full.size() << RowStore.CHUNK_SHIFT) + tail.rows();
  }

  /** Returns about what appending this number of rows may allocate, if they are like those here. */
  public long jumpBytes(int count) {
    return tail.jumpBytes(count) + 4L * count;
  }

  /**
   * Copies the rows that count of a batch, which stays the caller's.
   *
   * @param position where the batch is in the order of the pipeline's source
   */
  public void append(Batch batch, long position) {
    int count = batch.rowCount();
    for (int done = 0; done < count; ) {
      int rows = Math.min(count - done, RowStore.CHUNK_ROWS - tail.rows());
      if (rows == count) {
        tail.append(batch);
      } else {
        long positions = batch.hasSelection() ? batch.selection() : identity(count);
        tail.append(batch, positions + 4L * done, rows);
      }
      appended(rows, position);
      done += rows;
    }
  }

  /** Copies rows of a batch at physical positions; the batch stays the caller's. */
  public void append(Batch batch, long positions, int count, long position) {
    for (int done = 0; done < count; ) {
      int rows = Math.min(count - done, RowStore.CHUNK_ROWS - tail.rows());
      tail.append(batch, positions + 4L * done, rows);
      appended(rows, position);
      done += rows;
    }
  }

  private void appended(int rows, long position) {
    Run last = tailRuns.isEmpty() ? null : tailRuns.getLast();
    if (last != null && last.position() == position) {
      tailRuns.set(tailRuns.size() - 1, new Run(position, last.rows() + rows));
    } else {
      tailRuns.add(new Run(position, rows));
    }
    if (tail.rows() == RowStore.CHUNK_ROWS) {
      fullBytes += tail.bytes();
      fullNestedBytes += tail.nestedBytes();
      full.add(tail.build());
      runs.addAll(tailRuns);
      tailRuns.clear();
    }
  }

  private long identity(int rows) {
    Buffer positions = identity;
    if (positions == null || identityRows < rows) {
      if (positions != null) {
        positions.release();
        identity = null;
      }
      positions = account.allocate(4L * rows);
      for (int i = 0; i < rows; i++) {
        Memory.putInt(positions.address() + 4L * i, i);
      }
      identity = positions;
      identityRows = rows;
    }
    return positions.address();
  }

  /** Gives away some of the rows, of which there must be some; they are no longer collected. */
  public Batch takeChunk() {
    if (!full.isEmpty()) {
      noteGone(1);
      return full.removeLast();
    }
    runs.clear();
    tailRuns.clear();
    return tail.build();
  }

  /** Notes that some of the full chunks are about to be given away. */
  private void noteGone(int chunks) {
    fullBytes -= fullBytes * chunks / full.size();
    fullNestedBytes -= fullNestedBytes * chunks / full.size();
  }

  /** Returns about what taking over all rows of another collector may allocate. */
  public long mergeBytes(RowCollector other) {
    return other.tail.rows() == 0
        ? 0
        : COPIES * (tail.bytes() + other.tail.bytes()) + 4L * RowStore.CHUNK_ROWS;
  }

  /** Takes over all rows of another collector of the same types. */
  public void takeAll(RowCollector other) {
    full.addAll(other.full);
    fullBytes += other.fullBytes;
    fullNestedBytes += other.fullNestedBytes;
    other.full.clear();
    runs.addAll(other.runs);
    if (other.tail.rows() > 0) {
      try (Batch rest = other.tail.build()) {
        long positions = identity(rest.rowCount());
        for (Run run : other.tailRuns) {
          append(rest, positions, run.rows(), run.position());
          positions += 4L * run.rows();
        }
      }
    }
    other.close();
  }

  /** Returns the bytes of the rows, roughly. */
  public long bytes() {
    return fullBytes + tail.bytes();
  }

  /**
   * Returns about what making a store of twice the rows takes: the chunks of a nested column are
   * put together there.
   */
  public long storeBytes(long moreRows) {
    long all = rows() + moreRows;
    return all <= RowStore.CHUNK_ROWS || rows() == 0
        ? 0
        : (long) (SHARE_OF_STORE * nestedBytes() * all / rows());
  }

  private long nestedBytes() {
    return fullNestedBytes + tail.nestedBytes();
  }

  /**
   * Returns the first rows in a store, some full chunks of them or all that are left; this
   * collector keeps the others.
   */
  public RowStore toStore(int maxChunks) {
    if (full.size() <= maxChunks) {
      return toStore();
    }
    int rows = maxChunks << RowStore.CHUNK_SHIFT;
    int runCount = 0;
    for (int found = 0; found < rows; runCount++) {
      found += runs.get(runCount).rows(); // a chunk's last run ends with it
    }
    List<Batch> chunks = full.subList(0, maxChunks);
    List<Run> theirRuns = runs.subList(0, runCount);
    RowStore store = new RowStore(types, List.copyOf(chunks), theirRuns, account);
    noteGone(maxChunks);
    chunks.clear();
    theirRuns.clear();
    return store;
  }

  /** Returns all collected rows in a store; this collector is empty again. */
  public RowStore toStore() {
    if (tail.rows() > 0) {
      full.add(tail.build());
      runs.addAll(tailRuns);
    }
    RowStore store = new RowStore(types, List.copyOf(full), runs, account);
    full.clear();
    close();
    return store;
  }

  @Override
  public void close() {
    tail.close();
    full.forEach(Batch::close);
    full.clear();
    fullBytes = 0;
    fullNestedBytes = 0;
    runs.clear();
    tailRuns.clear();
    if (identity != null) {
      identity.release();
      identity = null;
      identityRows = 0;
    }
  }
}
