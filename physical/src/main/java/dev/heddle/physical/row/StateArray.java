package dev.heddle.physical.row;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/** A growing off-heap array with one entry of a fixed size for each group. Used by one thread. */
public final class StateArray implements AutoCloseable {
  private static final int FIRST_ROOM = 64;

  private final MemoryAccount account;
  private final int entryBytes;
  private final long initialWord;
  private @Nullable Buffer entries; // none before the first group
  private int count;
  private int room;

  /**
   * Makes an empty array.
   *
   * @param entryBytes 1, or a multiple of 8; any, if only {@link #reserve} is used
   * @param initialWord what each word (or byte) of a new entry holds
   */
  public StateArray(MemoryAccount account, int entryBytes, long initialWord) {
    this.account = account;
    this.entryBytes = entryBytes;
    this.initialWord = initialWord;
  }

  /** Makes sure that there are at least this number of entries; new ones hold the initial words. */
  public void grow(int newCount) {
    if (newCount <= count) {
      return;
    }
    makeRoom(newCount, count);
    long from = address() + (long) count * entryBytes;
    long bytes = (long) (newCount - count) * entryBytes;
    if (initialWord == 0 || entryBytes == 1) {
      Memory.fill(from, bytes, (byte) initialWord);
    } else {
      for (long i = 0; i < bytes; i += 8) {
        Memory.putLong(from + i, initialWord);
      }
    }
    count = newCount;
  }

  /** Makes room for this number of entries in all, whose owner counts and writes them himself. */
  public void reserve(int wanted) {
    makeRoom(wanted, room);
  }

  private void makeRoom(int wanted, int kept) {
    if (wanted > room) {
      int least = Math.max(FIRST_ROOM, wanted);
      int newRoom = (int) Math.min(Integer.MAX_VALUE, Math.max(least, room * 2L));
      long bytes = (long) newRoom * entryBytes;
      Buffer old = entries;
      entries =
          old == null
              ? account.allocate(bytes)
              : account.grow(old, (long) kept * entryBytes, bytes);
      room = newRoom;
    }
  }

  /**
   * Returns what is allocated at once when there are to be this number of entries; 0 if nothing is.
   */
  public long jumpBytes(long wanted) {
    return wanted <= room ? 0 : Buffer.roomFor(Math.max(wanted, room * 2L) * entryBytes);
  }

  /**
   * Returns a word of the entries of some groups as a column without nulls.
   *
   * @param offset of the word in an entry, in bytes
   * @param groups int32 groups
   */
  public Column words(DataType type, int offset, long groups, int rows) {
    Buffer values = account.allocate(8L * rows);
    for (int i = 0; i < rows; i++) {
      long entry = address() + (long) entryBytes * Memory.getInt(groups + 4L * i);
      Memory.putLong(values.address() + 8L * i, Memory.getLong(entry + offset));
    }
    return Column.fixed(type, rows, values, null);
  }

  /** Forgets all entries and frees their room. */
  public void clear() {
    close();
    entries = null;
    count = 0;
    room = 0;
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Returns where the entries start; valid until the next {@link #grow}. */
  public long address() {
    return entries == null ? 0 : entries.address();
  }

  /** Returns the bytes that are reserved. */
  public long bytes() {
    return entries == null ? 0 : entries.capacity();
  }

  @Override
  public void close() {
    if (entries != null) {
      entries.release();
    }
  }
}
