package dev.heddle.physical.row;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the group of each combination of small numbers that represent the keys' values, so that
 * keys are hashed once for each combination.
 *
 * <p>Used by one thread.
 */
public final class CodeMap implements AutoCloseable {
  private static final int LARGEST = 1 << 18;
  private static final int SMALL = 1 << 12; // takes less than a batch does
  private static final int ENTRIES_PER_NEW_ROW = 4; // else clearing costs more than hashing
  private static final int MAX_REFUSALS = 16; // of ranges, before they are no longer looked at

  private static final int NONE = -1;
  private static final int FIRST_WAITING = -2;

  private final MemoryAccount account;
  private KeyDigit @Nullable [] digits; // of each key; null before the first batch
  private final ScratchBuffer map; // int32 group by combined number, or NONE
  private int size; // of the map, as far as it is in use
  private final ScratchBuffer codes; // combined numbers of a batch
  private final ScratchBuffer firsts; // rows of a batch with new numbers, and their groups
  private int refusals;

  public CodeMap(MemoryAccount account) {
    this.account = account;
    this.map = new ScratchBuffer(account);
    this.codes = new ScratchBuffer(account);
    this.firsts = new ScratchBuffer(account);
  }

  /** Writes the groups of rows and returns true, or returns false where numbers do not help. */
  public boolean locate(GroupTable groups, Column[] columns, int rows, long numbers) {
    for (Column column : columns) {
      if (!KeyDigit.isPossible(column)) {
        return false;
      }
    }
    KeyDigit[] all = digits(columns.length);
    if (refusals >= MAX_REFUSALS || !prepare(all, columns, rows)) {
      return false;
    }
    long combined = combined(all, columns, rows);
    long first = firsts.reserve(8L * rows);
    int waiting = find(combined, rows, first, numbers);
    if (waiting > 0) {
      long found = first + 4L * rows;
      boolean isFound = false;
      try {
        groups.locate(columns, rows, first, waiting, found);
        isFound = true;
      } finally {
        for (int k = 0; k < waiting; k++) {
          int code = Memory.getInt(combined + 4L * Memory.getInt(first + 4L * k));
          Memory.putInt(map.address() + 4L * code, isFound ? Memory.getInt(found + 4L * k) : NONE);
        }
      }
      for (int i = Memory.getInt(first); i < rows; i++) {
        int group = Memory.getInt(numbers + 4L * i);
        if (group < 0) {
          Memory.putInt(numbers + 4L * i, Memory.getInt(found + 4L * (FIRST_WAITING - group)));
        }
      }
    }
    return true;
  }

  /**
   * Writes the groups of rows whose numbers have one; for others which of the numbers that wait for
   * one it is, counted down from {@link #FIRST_WAITING}.
   *
   * @param first receives the first row of each number that waits
   * @return how many wait
   */
  private int find(long combined, int rows, long first, long numbers) {
    long known = map.address();
    int waiting = 0;
    for (int i = 0; i < rows; i++) {
      long at = known + 4L * Memory.getInt(combined + 4L * i);
      int group = Memory.getInt(at);
      if (group == NONE) {
        group = FIRST_WAITING - waiting;
        Memory.putInt(at, group);
        Memory.putInt(first + 4L * waiting++, i);
      }
      Memory.putInt(numbers + 4L * i, group);
    }
    return waiting;
  }

  private long combined(KeyDigit[] all, Column[] columns, int rows) {
    if (isCoded(columns) && columns[0].validity() == 0) {
      return columns[0].values();
    }
    long combined = codes.reserve(4L * rows);
    for (int i = 0; i < all.length; i++) {
      if (i == 0) {
        all[i].begin(columns[i], rows, combined);
      } else {
        all[i].combine(columns[i], rows, combined);
      }
    }
    return combined;
  }

  /** Returns whether a dictionary's codes need no other numbers beside them. */
  private static boolean isCoded(Column[] columns) {
    return columns.length == 1 && columns[0].isDictionary();
  }

  private KeyDigit[] digits(int keys) {
    KeyDigit[] all = digits;
    if (all == null) {
      all = new KeyDigit[keys];
      for (int i = 0; i < keys; i++) {
        all[i] = new KeyDigit(LARGEST, account);
      }
      digits = all;
    }
    return all;
  }

  private boolean prepare(KeyDigit[] all, Column[] columns, int rows) {
    boolean isSame = true;
    boolean hasRange = false;
    boolean isOutgrown = false;
    long combinations = 1;
    for (int i = 0; i < all.length; i++) {
      KeyDigit.Fit fit =
          isCoded(columns)
              ? all[i].fitCodes(columns[i].dictionary())
              : all[i].fit(columns[i], rows);
      hasRange |= all[i].isRange();
      isOutgrown |= all[i].isOutgrown();
      isSame &= fit == KeyDigit.Fit.SAME;
      combinations = fit == KeyDigit.Fit.NONE ? LARGEST + 1 : combinations * all[i].size();
      if (combinations > LARGEST) {
        refusals += hasRange ? 1 : 0;
        size = 0;
        if (isOutgrown) {
          for (KeyDigit digit : all) {
            digit.restart();
          }
        }
        return false;
      }
    }
    if (!isSame) {
      size = 0;
    }
    if (size == 0) {
      if (!isSame && combinations > (long) ENTRIES_PER_NEW_ROW * rows) {
        return false; // until the numbers turn out to stay
      }
      long bytes = 4 * combinations;
      if (combinations > SMALL && !map.reserveIfAmple(bytes)) {
        return false;
      }
      Memory.fill(map.reserve(bytes), bytes, (byte) -1);
      size = (int) combinations;
    }
    return true;
  }

  @Override
  public void close() {
    if (digits != null) {
      Closeables.all(digits);
    }
    map.close();
    codes.close();
    firsts.close();
  }
}
