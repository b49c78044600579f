package dev.heddle.physical.row;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Integers;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Finds the groups of a single integer key by an array over the keys' range, as long as the range
 * is small, or at most some times the number of groups or rows. Hashing is left to the table where
 * it is not. The array of a small range is whole; that of a larger one has pages, only where there
 * are keys.
 *
 * <p>Keys may be added to the table by others meanwhile; the array catches up. Used by one thread.
 */
public final class DenseMap implements AutoCloseable {
  private static final long MIN_RANGE = 1 << 10;
  private static final long SMALL_RANGE = 1 << 18;
  private static final long LARGEST_RANGE = 1 << 25;
  private static final long LARGEST_CLUSTERED_RANGE = 1 << 28;
  private static final long LARGEST_SPARSE_RANGE = 1 << 22;
  private static final int ENTRIES_PER_GROUP = 8;
  private static final int ENTRIES_PER_CLUSTERED_GROUP = 32; // few entries are looked at at once
  private static final int ENTRIES_PER_ROW = 32; // so that a thread may skip what others read
  private static final int MAX_REFUSALS = 64; // of batches, before ranges are no longer looked at
  private static final int CLUSTERS = 8;
  private static final int SHARE_OF_LIMIT = 16; // of all memory: an array cannot be given back
  private static final int PAGE_SHIFT = 14;
  private static final long PAGE = 1L << PAGE_SHIFT; // entries

  private final GroupTable groups;
  private final MemoryAccount account;
  private final ScratchBuffer values; // keys of a batch as longs
  private @Nullable Buffer[] pages = {}; // int32 group + 1 by key - base; 0 for none
  private long[] addresses = {}; // of pages; 0 for none
  private long pageCount; // that are there
  private int shift; // of a key's distance from the base, for its page's number
  private long mask; // for its place there
  private long base;
  private long size; // entries of the map in use
  private int covered; // groups of the table that the map knows
  private int nullGroup = -1;
  private int refusals;
  private long rowsSeen;
  private long smallest; // of the keys looked at last
  private long largest;

  public DenseMap(GroupTable groups, MemoryAccount account) {
    this.groups = groups;
    this.account = account;
    this.values = new ScratchBuffer(account);
  }

  /** Returns whether all groups are in the map. */
  public boolean isComplete() {
    return size > 0 && covered == groups.groupCount();
  }

  /** Returns whether the last batch's keys lay close together, compared with all keys. */
  public boolean isClustered() {
    return isComplete() && (largest - smallest) < size / CLUSTERS;
  }

  /** Returns the smallest key that the map has room for. */
  public long base() {
    return base;
  }

  /** Returns how many keys the map has room for. */
  public long size() {
    return size;
  }

  /** Writes the groups of rows and returns true, or returns false if they have to be hashed. */
  public boolean locate(Column keys, int rows, long numbers) {
    if (refusals >= MAX_REFUSALS || keys.isDictionary()) {
      return false;
    }
    values.reserve(8L * rows);
    Integers.toLongs(keys.layout(), keys.values(), rows, values.address());
    return locate(keys.validity(), rows, numbers);
  }

  /** Does the same for groups of another table. */
  public boolean locateGroups(GroupTable other, long theirs, int count, long numbers) {
    if (refusals >= MAX_REFUSALS || count == 0) {
      return false;
    }
    values.reserve(8L * count);
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    try {
      for (int i = 0; i < count; i++) {
        int group = Memory.getInt(theirs + 4L * i);
        Memory.putLong(values.address() + 8L * i, other.integerKey(group));
        if (!other.isNull(group)) {
          Bits.set(validity.address(), i);
        }
      }
      return locate(validity.address(), count, numbers);
    } finally {
      validity.release();
    }
  }

  private boolean locate(long validity, int rows, long numbers) {
    rowsSeen += rows;
    smallest = Long.MAX_VALUE;
    largest = Long.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      if (validity == 0 || Bits.get(validity, i)) {
        long value = Memory.getLong(values.address() + 8L * i);
        smallest = Math.min(smallest, value);
        largest = Math.max(largest, value);
      }
    }
    if (!catchUp(rows)) {
      refusals++;
      return false;
    }
    groups.reserve(rows);
    long[] arrays = addresses;
    long keys = values.address();
    for (int i = 0; i < rows; i++) {
      int group;
      if (validity == 0 || Bits.get(validity, i)) {
        long value = Memory.getLong(keys + 8L * i);
        long distance = value - base;
        long at = arrays[(int) (distance >>> shift)] + 4 * (distance & mask);
        group = Memory.getInt(at) - 1;
        if (group < 0) {
          group = groups.appendInteger(value);
          Memory.putInt(at, group + 1);
        }
      } else {
        if (nullGroup < 0) {
          nullGroup = groups.appendNull();
        }
        group = nullGroup;
      }
      Memory.putInt(numbers + 4L * i, group);
    }
    covered = groups.groupCount();
    return true;
  }

  /** Makes room for the keys looked at and for groups that others have added. */
  private boolean catchUp(int rows) {
    long low = smallest;
    long high = largest;
    for (int group = covered; group < groups.groupCount(); group++) {
      if (!groups.isNull(group)) {
        low = Math.min(low, groups.integerKey(group));
        high = Math.max(high, groups.integerKey(group));
      }
    }
    if (low <= high) {
      boolean isInside = size > 0 && low >= base && Long.compareUnsigned(high - base, size) < 0;
      if (!isInside && !extend(low, high, rows)) {
        return false;
      }
      boolean isAll = covered == 0 && groups.groupCount() > 0; // now, where pages begin
      if (isAll ? !fillPages(base, base + size - 1) : !fillPages(low, high)) {
        return false;
      }
    }
    for (; covered < groups.groupCount(); covered++) {
      if (groups.isNull(covered)) {
        nullGroup = covered;
      } else {
        long distance = groups.integerKey(covered) - base;
        long at = addresses[(int) (distance >>> shift)] + 4 * (distance & mask);
        Memory.putInt(at, covered + 1);
      }
    }
    return true;
  }

  /** Makes the pages of keys that are in the array's range, and maybe of those between them. */
  private boolean fillPages(long low, long high) {
    int last = (int) ((high - base) >>> shift);
    for (int page = (int) ((low - base) >>> shift); page <= last; page++) {
      if (pages[page] == null) {
        Buffer made =
            (pageCount + 1) * PAGE <= affordable() ? account.allocateZeroedIfAmple(4 * PAGE) : null;
        if (made == null) {
          return false;
        }
        pageCount++;
        pages[page] = made;
        addresses[page] = made.address();
      }
    }
    return true;
  }

  private boolean extend(long low, long high, int rows) {
    long newLow = size == 0 ? low : Math.min(low, base);
    long newHigh = size == 0 ? high : Math.max(high, base + size - 1);
    long range = newHigh - newLow + 1;
    boolean isNear = largest - smallest < size / CLUSTERS; // as if rows were in the keys' order
    int perGroup = isNear ? ENTRIES_PER_CLUSTERED_GROUP : ENTRIES_PER_GROUP;
    long forGroups = perGroup * ((long) groups.groupCount() + rows);
    long forRows = Math.min(ENTRIES_PER_ROW * rowsSeen, LARGEST_SPARSE_RANGE);
    long largestRange = isNear ? LARGEST_CLUSTERED_RANGE : LARGEST_RANGE;
    long allowed = Math.clamp(Math.max(forGroups, forRows), SMALL_RANGE, largestRange);
    if (range <= 0 || range > allowed) {
      return false; // or the range does not fit 64 bits
    }
    if (range > SMALL_RANGE) {
      extendPages(newLow, newHigh);
      return true;
    }
    return range <= affordable()
        && extendWhole(low, newLow, newHigh, Math.min(SMALL_RANGE, affordable()));
  }

  /** Returns how many entries there may be. */
  private long affordable() {
    return account.ledger().limitBytes() / SHARE_OF_LIMIT / 4;
  }

  private boolean extendWhole(long low, long newLow, long newHigh, long affordable) {
    long range = newHigh - newLow + 1;
    long most = Math.max(range, affordable);
    long newSize = Math.min(most, Math.max(range, size * 2)); // keys often ascend
    long first = newLow;
    if (low < base && size > 0 && newSize > range) {
      first =
          Math.min(low, Math.max(Long.MIN_VALUE + newSize, newHigh) - newSize + 1); // or descend
    }
    if (first > Long.MAX_VALUE - newSize) {
      newSize = range;
    }
    Buffer extended =
        newSize <= MIN_RANGE
            ? account.allocateZeroed(4 * newSize)
            : account.allocateZeroedIfAmple(4 * newSize);
    if (extended == null) {
      return false;
    }
    if (size > 0) {
      Memory.copy(addresses[0], extended.address() + 4 * (base - first), 4 * size);
    }
    releasePages();
    pages = new Buffer[] {extended};
    addresses = new long[] {extended.address()};
    shift = Long.SIZE - 1;
    mask = Long.MAX_VALUE;
    base = first;
    size = newSize;
    return true;
  }

  /** Makes room for the pages of a range; those of a whole array are to be filled anew. */
  private void extendPages(long newLow, long newHigh) {
    long first = newLow & -PAGE;
    int count = (int) (((newHigh - first) >>> PAGE_SHIFT) + 1);
    Buffer[] newPages = new Buffer[count];
    long[] newAddresses = new long[count];
    if (shift == PAGE_SHIFT) {
      int moved = (int) ((base - first) >>> PAGE_SHIFT);
      System.arraycopy(pages, 0, newPages, moved, pages.length);
      System.arraycopy(addresses, 0, newAddresses, moved, pages.length);
    } else {
      releasePages();
      covered = 0;
    }
    pages = newPages;
    addresses = newAddresses;
    shift = PAGE_SHIFT;
    mask = PAGE - 1;
    base = first;
    size = count * PAGE;
  }

  private void releasePages() {
    for (Buffer page : pages) {
      if (page != null) {
        page.release();
      }
    }
  }

  @Override
  public void close() {
    values.close();
    releasePages();
  }
}
