package dev.heddle.physical.operator;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Remembers the group of each combination of dictionary codes, as long as the dictionaries stay the
 * same ones (for a row group), so that text is hashed once for each combination.
 *
 * <p>Used by one thread.
 */
final class CodeMap implements AutoCloseable {
  private static final int LARGEST = 1 << 18;
  private static final int ENTRIES_PER_NEW_ROW = 4; // else clearing costs more than hashing

  private Column[] dictionaries = {}; // retained
  private final ScratchBuffer map; // int32 group by combined code, or -1
  private int size; // of the map, as far as it is in use
  private final ScratchBuffer codes; // combined codes of a batch

  CodeMap(MemoryAccount account) {
    this.map = new ScratchBuffer(account);
    this.codes = new ScratchBuffer(account);
  }

  /** Writes the groups of rows and returns true, or returns false where codes do not help. */
  boolean locate(GroupTable groups, Column[] columns, int rows, long numbers) {
    if (!prepare(columns, rows)) {
      return false;
    }
    combine(columns, rows);
    long combined = codes.address();
    long known = map.address();
    for (int i = 0; i < rows; i++) {
      long at = known + 4L * Memory.getInt(combined + 4L * i);
      int group = Memory.getInt(at);
      if (group < 0) {
        group = groups.locateRow(columns, i);
        Memory.putInt(at, group);
      }
      Memory.putInt(numbers + 4L * i, group);
    }
    return true;
  }

  private boolean prepare(Column[] columns, int rows) {
    boolean isSame = dictionaries.length == columns.length;
    long combinations = 1;
    for (int i = 0; i < columns.length; i++) {
      if (!columns[i].isDictionary()) {
        return false;
      }
      Column dictionary = columns[i].dictionary();
      isSame = isSame && dictionaries[i] == dictionary;
      combinations *= dictionary.rows() + 1; // one more for null
      if (combinations > LARGEST) {
        return false;
      }
    }
    if (!isSame) {
      remember(columns);
      size = 0;
    }
    if (size == 0) {
      if (!isSame && combinations > (long) ENTRIES_PER_NEW_ROW * rows) {
        return false; // until the dictionaries turn out to stay
      }
      Memory.fill(map.reserve(4L * combinations), 4L * combinations, (byte) -1);
      size = (int) combinations;
    }
    codes.reserve(4L * rows);
    return true;
  }

  private void remember(Column[] columns) {
    forget();
    dictionaries = new Column[columns.length];
    for (int i = 0; i < columns.length; i++) {
      dictionaries[i] = columns[i].dictionary().retain();
    }
  }

  private void combine(Column[] columns, int rows) {
    long combined = codes.address();
    for (int c = 0; c < columns.length; c++) {
      long source = columns[c].values();
      long nulls = columns[c].validity();
      int entries = columns[c].dictionary().rows();
      int stride = c == 0 ? 0 : entries + 1;
      for (int i = 0; i < rows; i++) {
        int code = Memory.getInt(source + 4L * i);
        if (nulls != 0 && !Bits.get(nulls, i)) {
          code = entries;
        }
        int before = c == 0 ? 0 : Memory.getInt(combined + 4L * i) * stride;
        Memory.putInt(combined + 4L * i, before + code);
      }
    }
  }

  private void forget() {
    for (Column dictionary : dictionaries) {
      dictionary.release();
    }
    dictionaries = new Column[0];
  }

  @Override
  public void close() {
    forget();
    map.close();
    codes.close();
  }
}
