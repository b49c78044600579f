package dev.heddle.physical.row;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Gives each combination of key values a number, counted from 0 in the order of first appearance.
 *
 * <p>Keys are in rows of {@link KeyLayout}, by number; {@link GroupSlots} find the numbers by the
 * keys' hashes. A batch is looked up in passes: write key rows and hashes, guess groups keys and
 * compare, then probe what is left.
 *
 * <p>Used by one thread.
 */
public final class GroupTable implements AutoCloseable {
  private static final int FEWEST_AT_ONCE = 64; // rows
  private static final int FEWEST_TOGETHER = 8; // rows, to be put together before they are written
  private static final int MAX_SCRATCH_BYTES = 64 << 10; // to hash groups that are there
  private static final int MAX_BYTES_OF_BITS = 64; // of a key
  private static final int BATCHES_TO_PAUSE = 16; // after one whose guesses were mostly wrong

  private final KeyLayout layout;
  private final MemoryAccount account;
  private final StateArray keys; // rows of the layout, by group
  private final TextArena arena;
  private final GroupSlots slots;
  private final ScratchBuffer rows; // loose rows of a batch
  private final ScratchBuffer hashes; // of a batch
  private final ScratchBuffer misses; // rows of a batch whose groups are not as guessed
  private final @Nullable VaryingBits bits; // for keys of few words
  private int pause; // batches before groups are guessed again
  private int groupCount;
  private int slotted; // groups that have slots; the others have been appended

  public GroupTable(KeyLayout layout, MemoryAccount account) {
    this.layout = layout;
    this.account = account;
    this.arena = new TextArena(account);
    this.keys = new StateArray(account, layout.rowBytes(), 0);
    this.slots = new GroupSlots(account);
    this.rows = new ScratchBuffer(account);
    this.hashes = new ScratchBuffer(account);
    this.misses = new ScratchBuffer(account);
    this.bits =
        layout.rowBytes() <= MAX_BYTES_OF_BITS ? new VaryingBits(this, layout, account) : null;
  }

  /** Returns the number of groups. */
  public int groupCount() {
    return groupCount;
  }

  /** Returns the bytes that are reserved. */
  public long bytes() {
    return keys.bytes() + arena.bytes() + slots.bytes();
  }

  /**
   * Writes the number of each row's group; new combinations become new groups.
   *
   * @param columns one for each key, without a selection
   * @param numbers where {@code count} int32 numbers are written
   */
  public void locate(Column[] columns, int count, long numbers) {
    rows.reserve((long) count * layout.rowBytes());
    layout.encode(columns, count, rows.address());
    locateRows(count, numbers);
  }

  private void locateRows(int count, long numbers) {
    if (bits == null || !bits.locate(rows.address(), count, numbers)) {
      prepare(count);
      layout.hash(rows.address(), count, hashes.address());
      probe(count, numbers);
    }
  }

  /** Returns about what looking this number of rows up may allocate at once, if that is much. */
  public long jumpBytes(int rows) {
    long wanted = (long) groupCount + rows;
    return keys.jumpBytes(wanted) + arena.jumpBytes(rows) + slots.jumpBytes(groupCount, rows);
  }

  /** Returns what intermediate values of this number of rows take that have no room yet. */
  public long scratchBytes(int rowCount) {
    return beyond(rows, (long) rowCount * layout.rowBytes())
        + beyond(hashes, 8L * rowCount)
        + beyond(misses, 4L * (rowCount + 1));
  }

  private static long beyond(ScratchBuffer room, long bytes) {
    return room.capacity() < bytes ? bytes : 0;
  }

  /** Frees the room for intermediate values until it is needed again. */
  public void rest() {
    rows.close();
    hashes.close();
    misses.close();
    if (bits != null) {
      bits.rest();
    }
  }

  /** Makes room for groups that are to be appended. */
  void reserve(int count) {
    keys.reserve(groupCount + count);
  }

  /** Adds a group of a single integer key that is not there yet, in reserved room. */
  int appendInteger(long key) {
    layout.putInteger(rowAddress(groupCount), key);
    return groupCount++;
  }

  /** Adds the group of a single integer key that is null, in reserved room. */
  int appendNull() {
    layout.putNullInteger(rowAddress(groupCount));
    return groupCount++;
  }

  /** Adds a group that is not there yet and has no long text, in reserved room. */
  int append(long row) {
    long kept = rowAddress(groupCount);
    for (int i = 0; i < layout.rowBytes(); i += 8) {
      Memory.putLong(kept + i, Memory.getLong(row + i));
    }
    return groupCount++;
  }

  /** Returns where the keys of a group are kept, in front of those of the next group. */
  long rowAddress(int group) {
    return keys.address() + (long) group * layout.rowBytes();
  }

  /** Returns a group's only key. */
  public long integerKey(int group) {
    return layout.integerKey(rowAddress(group));
  }

  /** Returns whether a group's only key is null. */
  public boolean isNull(int group) {
    return layout.isNull(0, rowAddress(group));
  }

  /**
   * Writes the numbers of the groups of some rows, as {@link #locate(Column[], int, long)} does of
   * all.
   *
   * @param rowCount how many rows the columns have
   * @param positions where {@code count} int32 positions of rows start
   */
  void locate(Column[] columns, int rowCount, long positions, int count, long numbers) {
    prepare(count);
    if (count < FEWEST_TOGETHER) {
      for (int i = 0; i < count; i++) {
        long row = rows.address() + (long) i * layout.rowBytes();
        layout.encodeRow(columns, Memory.getInt(positions + 4L * i), row);
      }
    } else if (count == rowCount) {
      layout.encode(columns, count, rows.address());
    } else {
      Column[] some =
          Column.makeAll(columns.length, i -> Gather.rows(columns[i], positions, count, account));
      try {
        layout.encode(some, count, rows.address());
      } finally {
        Column.releaseAll(some);
      }
    }
    layout.hash(rows.address(), count, hashes.address());
    probe(count, numbers);
  }

  /** Writes the numbers here of groups of another table of the same layout. */
  public void locateGroups(GroupTable other, long groups, int count, long numbers) {
    rows.reserve((long) count * layout.rowBytes());
    other.loosen(groups, count, rows.address());
    locateRows(count, numbers);
  }

  /** Writes the hash of each group, which is the same in every table of the layout. */
  public void hashGroups(long groups, int count, long target) {
    int most = Math.max(FEWEST_AT_ONCE, MAX_SCRATCH_BYTES / layout.rowBytes());
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      prepareRows(some);
      loosen(groups + 4L * from, some, rows.address());
      layout.hash(rows.address(), some, target + 8L * from);
    }
  }

  /** Writes the hash of each row's key, known or not. */
  public void hashRows(Column[] columns, int count, long target) {
    prepareRows(count);
    layout.encode(columns, count, rows.address());
    layout.hash(rows.address(), count, target);
  }

  private void loosen(long groups, int count, long target) {
    layout.loosen(keys.address(), groups, count, target, arena.addresses());
  }

  private void prepareRows(int count) {
    rows.reserve((long) count * layout.rowBytes());
    hashes.reserve(8L * count);
  }

  private void prepare(int count) {
    prepareRows(count);
    slots.reserve(groupCount, count);
    keys.reserve(groupCount + count);
    while (slotted < groupCount) { // appended groups, which have no long text
      slots.put(layout.hash(rowAddress(slotted)), slotted++);
    }
  }

  private void probe(int count, long numbers) {
    long waiting = 0;
    int probed = count;
    if (count >= FEWEST_AT_ONCE && groupCount > 0 && pause == 0) {
      waiting = misses.reserve(4L * (count + 1));
      guess(count, numbers);
      probed = check(count, numbers, waiting);
      pause = probed > count / 2 ? BATCHES_TO_PAUSE : 0;
    } else {
      pause = Math.max(0, pause - 1);
    }
    if (layout.rowBytes() == 8) {
      probeWords(waiting, probed, numbers);
    } else if (layout.rowBytes() == 16 && layout.textCount() == 0) {
      probePairs(waiting, probed, numbers);
    } else if (layout.rowBytes() == 16) {
      probeTexts(waiting, probed, numbers);
    } else {
      probeRows(waiting, probed, numbers);
    }
    slotted = groupCount;
  }

  /**
   * Writes for each row the group of its first slot, or of the one behind if the tag is not its
   * own: no branch depends on what is loaded, so that a core loads for many rows at once.
   */
  private void guess(int count, long numbers) {
    long table = slots.address();
    long mask = slots.mask();
    int shift = slots.shift();
    long hashed = hashes.address();
    for (int i = 0; i < count; i++) {
      long hash = Memory.getLong(hashed + 8L * i);
      long slot = hash >>> shift;
      long entry = Memory.getLong(table + 8 * slot);
      long next = Memory.getLong(table + 8 * (slot + 1 & mask));
      int group = (int) ((entry ^ hash) >>> 32 == 0 ? entry : next);
      Memory.putInt(numbers + 4L * i, Math.max(0, group - 1));
    }
  }

  /** Compares rows with the guessed groups; returns how many, put together, have to be probed. */
  private int check(int count, long numbers, long waiting) {
    long kept = keys.address();
    long loose = rows.address();
    int wrong = 0;
    if (layout.rowBytes() == 8) {
      for (int i = 0; i < count; i++) {
        long row = kept + 8L * Memory.getInt(numbers + 4L * i);
        Memory.putInt(waiting + 4L * wrong, i);
        wrong += Memory.getLong(row) == Memory.getLong(loose + 8L * i) ? 0 : 1;
      }
      return wrong;
    }
    if (layout.rowBytes() > 16) {
      return checkRows(count, numbers, waiting);
    }
    if (layout.textCount() > 0) {
      return checkTexts(count, numbers, waiting);
    }
    for (int i = 0; i < count; i++) {
      long row = kept + 16L * Memory.getInt(numbers + 4L * i);
      long difference =
          (Memory.getLong(row) ^ Memory.getLong(loose + 16L * i))
              | (Memory.getLong(row + 8) ^ Memory.getLong(loose + 16L * i + 8));
      Memory.putInt(waiting + 4L * wrong, i);
      wrong += difference == 0 ? 0 : 1;
    }
    return wrong;
  }

  private int checkTexts(int count, long numbers, long waiting) {
    long kept = keys.address();
    long loose = rows.address();
    int wrong = 0;
    for (int i = 0; i < count; i++) {
      long row = kept + 16L * Memory.getInt(numbers + 4L * i);
      long first = Memory.getLong(loose + 16L * i);
      Memory.putInt(waiting + 4L * wrong, i);
      wrong += isText(row, first, Memory.getLong(loose + 16L * i + 8)) ? 0 : 1;
    }
    return wrong;
  }

  private int checkRows(int count, long numbers, long waiting) {
    long kept = keys.address();
    long row = rows.address();
    int rowBytes = layout.rowBytes();
    long[] data = arena.addresses();
    int wrong = 0;
    for (int i = 0; i < count; i++, row += rowBytes) {
      long group = kept + (long) Memory.getInt(numbers + 4L * i) * rowBytes;
      Memory.putInt(waiting + 4L * wrong, i);
      wrong += layout.isEqual(row, group, data) ? 0 : 1;
    }
    return wrong;
  }

  private void probeWords(long waiting, int count, long numbers) {
    long table = slots.address();
    long mask = slots.mask();
    int shift = slots.shift();
    long kept = keys.address();
    long loose = rows.address();
    long hashed = hashes.address();
    for (int r = 0; r < count; r++) {
      int i = waiting == 0 ? r : Memory.getInt(waiting + 4L * r);
      long hash = Memory.getLong(hashed + 8L * i);
      long word = Memory.getLong(loose + 8L * i);
      long slot = hash >>> shift;
      int group;
      while (true) {
        long entry = Memory.getLong(table + 8 * slot);
        if (entry == 0) {
          group = groupCount++;
          Memory.putLong(kept + 8L * group, word);
          Memory.putLong(table + 8 * slot, GroupSlots.entry(hash, group));
          break;
        }
        if ((entry ^ hash) >>> 32 == 0) {
          group = (int) entry - 1;
          if (Memory.getLong(kept + 8L * group) == word) {
            break;
          }
        }
        slot = slot + 1 & mask;
      }
      Memory.putInt(numbers + 4L * i, group);
    }
  }

  private void probePairs(long waiting, int count, long numbers) {
    long table = slots.address();
    long mask = slots.mask();
    int shift = slots.shift();
    long kept = keys.address();
    long loose = rows.address();
    long hashed = hashes.address();
    for (int r = 0; r < count; r++) {
      int i = waiting == 0 ? r : Memory.getInt(waiting + 4L * r);
      long hash = Memory.getLong(hashed + 8L * i);
      long first = Memory.getLong(loose + 16L * i);
      long second = Memory.getLong(loose + 16L * i + 8);
      long slot = hash >>> shift;
      int group;
      while (true) {
        long entry = Memory.getLong(table + 8 * slot);
        if (entry == 0) {
          group = groupCount++;
          Memory.putLong(kept + 16L * group, first);
          Memory.putLong(kept + 16L * group + 8, second);
          Memory.putLong(table + 8 * slot, GroupSlots.entry(hash, group));
          break;
        }
        if ((entry ^ hash) >>> 32 == 0) {
          group = (int) entry - 1;
          long row = kept + 16L * group;
          if (Memory.getLong(row) == first && Memory.getLong(row + 8) == second) {
            break;
          }
        }
        slot = slot + 1 & mask;
      }
      Memory.putInt(numbers + 4L * i, group);
    }
  }

  /** Rows of one text that is not null, mostly short: its two words. */
  private void probeTexts(long waiting, int count, long numbers) {
    long table = slots.address();
    long mask = slots.mask();
    int shift = slots.shift();
    long kept = keys.address();
    long loose = rows.address();
    long hashed = hashes.address();
    for (int r = 0; r < count; r++) {
      int i = waiting == 0 ? r : Memory.getInt(waiting + 4L * r);
      long hash = Memory.getLong(hashed + 8L * i);
      long first = Memory.getLong(loose + 16L * i);
      long second = Memory.getLong(loose + 16L * i + 8);
      long slot = hash >>> shift;
      int group;
      while (true) {
        long entry = Memory.getLong(table + 8 * slot);
        if (entry == 0) {
          group = groupCount;
          layout.keep(loose + 16L * i, kept + 16L * group, arena);
          groupCount++;
          Memory.putLong(table + 8 * slot, GroupSlots.entry(hash, group));
          break;
        }
        if ((entry ^ hash) >>> 32 == 0) {
          group = (int) entry - 1;
          if (isText(kept + 16L * group, first, second)) {
            break;
          }
        }
        slot = slot + 1 & mask;
      }
      Memory.putInt(numbers + 4L * i, group);
    }
  }

  /** Compares a loose row, the view of a text, with a kept one. */
  private boolean isText(long kept, long first, long second) {
    return Memory.getLong(kept) == first
        && ((int) first <= StringViews.MAX_INLINE
            ? Memory.getLong(kept + 8) == second
            : Memory.isEqual(second, StringViews.address(kept, arena.addresses()), (int) first));
  }

  private void probeRows(long waiting, int count, long numbers) {
    long table = slots.address();
    long mask = slots.mask();
    int shift = slots.shift();
    int rowBytes = layout.rowBytes();
    long kept = keys.address();
    long hashed = hashes.address();
    long[] data = arena.addresses();
    for (int r = 0; r < count; r++) {
      int i = waiting == 0 ? r : Memory.getInt(waiting + 4L * r);
      long hash = Memory.getLong(hashed + 8L * i);
      long row = rows.address() + (long) i * rowBytes;
      long slot = hash >>> shift;
      int group;
      while (true) {
        long entry = Memory.getLong(table + 8 * slot);
        if (entry == 0) {
          group = groupCount;
          layout.keep(row, kept + (long) group * rowBytes, arena);
          data = arena.addresses();
          groupCount++;
          Memory.putLong(table + 8 * slot, GroupSlots.entry(hash, group));
          break;
        }
        if ((entry ^ hash) >>> 32 == 0) {
          group = (int) entry - 1;
          if (layout.isEqual(row, kept + (long) group * rowBytes, data)) {
            break;
          }
        }
        slot = slot + 1 & mask;
      }
      Memory.putInt(numbers + 4L * i, group);
    }
  }

  /** Returns the columns of the keys of groups. */
  public Column[] keys(long groups, int count) {
    return keys(0, groups, count);
  }

  /** Returns the columns of the keys of groups from one key on. */
  public Column[] keys(int first, long groups, int count) {
    return Column.makeAll(
        layout.keyCount() - first,
        i -> layout.decode(first + i, keys.address(), groups, count, arena, account));
  }

  /** Writes the first key of groups, an int32 that is not null. */
  public void intKeys(long groups, int count, long target) {
    layout.decodeInts(0, keys.address(), groups, count, target);
  }

  @Override
  public void close() {
    keys.close();
    arena.close();
    slots.close();
    rows.close();
    hashes.close();
    misses.close();
    if (bits != null) {
      bits.close();
    }
  }
}
