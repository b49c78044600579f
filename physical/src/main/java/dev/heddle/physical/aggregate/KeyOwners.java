package dev.heddle.physical.aggregate;

import dev.heddle.physical.row.DenseMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of the threads' tables have groups in each of many ranges of a single integer key. Where
 * rows came in about the order of the key, most ranges are one table's alone, and its groups are
 * complete as they are. A null key counts as the smallest. Fixed once made.
 */
final class KeyOwners {
  /** There are at most this power of two of ranges. */
  static final int BITS = 16;

  private static final byte SEVERAL = -1;

  private final long base;
  private final int shift;
  private final byte[] owners = new byte[1 << BITS]; // the only table's number plus 1, or SEVERAL

  private KeyOwners(long base, long size) {
    this.base = base;
    this.shift = Math.max(0, 64 - Long.numberOfLeadingZeros(size) - BITS);
  }

  /** Looks at all groups of tables; returns null if there is one whose keys are not dense. */
  static @Nullable KeyOwners of(List<AggregateTable> tables) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (AggregateTable table : tables) {
      DenseMap keys = table.denseKeys().orElse(null);
      if (keys == null) {
        return null;
      }
      low = Math.min(low, keys.base());
      high = Math.max(high, keys.base() + keys.size());
    }
    if (high <= low || high - low <= 0) {
      return null;
    }
    KeyOwners owners = new KeyOwners(low, high - low);
    for (int i = 0; i < tables.size(); i++) {
      boolean isAlone = i < Byte.MAX_VALUE && tables.get(i).collectors().isEmpty();
      owners.note(tables.get(i), isAlone ? (byte) (i + 1) : SEVERAL);
    }
    return owners;
  }

  private void note(AggregateTable table, byte number) {
    for (int group = 0; group < table.groupCount(); group++) {
      int range = range(table, group);
      byte known = owners[range];
      if (known != number) {
        owners[range] = known == 0 ? number : SEVERAL;
      }
    }
  }

  /** Returns the range that a group's key is in: of 2 to the power of {@link #BITS}, ascending. */
  int range(AggregateTable table, int group) {
    long distance = table.isNullKey(group) ? 0 : table.integerKey(group) - base;
    return (int) (distance >>> shift);
  }

  /** Returns whether only one table has groups in a range that has some. */
  boolean isOwned(int range) {
    return owners[range] != SEVERAL;
  }
}
