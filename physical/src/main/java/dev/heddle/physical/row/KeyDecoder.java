package dev.heddle.physical.row;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/** The loops that read a key's values of kept rows of a {@link KeyLayout} into columns. */
final class KeyDecoder {
  private KeyDecoder() {}

  /**
   * Reads fixed-width values, or views.
   *
   * @param from where the first row's value is
   * @param groups int32 numbers of the rows
   */
  static void fixed(Layout layout, long from, int rowBytes, long groups, int count, long to) {
    switch (layout.byteWidth()) {
      case 0 -> {
        for (int i = 0; i < count; i++) {
          if (Memory.getByte(from + (long) Memory.getInt(groups + 4L * i) * rowBytes) != 0) {
            Bits.set(to, i);
          }
        }
      }
      case 1 -> {
        for (int i = 0; i < count; i++) {
          long at = from + (long) Memory.getInt(groups + 4L * i) * rowBytes;
          Memory.putByte(to + i, Memory.getByte(at));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          long at = from + (long) Memory.getInt(groups + 4L * i) * rowBytes;
          Memory.putShort(to + 2L * i, Memory.getShort(at));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          long at = from + (long) Memory.getInt(groups + 4L * i) * rowBytes;
          Memory.putInt(to + 4L * i, Memory.getInt(at));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          long at = from + (long) Memory.getInt(groups + 4L * i) * rowBytes;
          Memory.putLong(to + 8L * i, Memory.getLong(at));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          long at = from + (long) Memory.getInt(groups + 4L * i) * rowBytes;
          Memory.putLong(to + 16L * i, Memory.getLong(at));
          Memory.putLong(to + 16L * i + 8, Memory.getLong(at + 8));
        }
      }
    }
  }

  /**
   * Reads which values are there; returns null if all are.
   *
   * @param nulls where the first row's byte is that is 1 for a null
   */
  static @Nullable Buffer validity(
      long nulls, int rowBytes, long groups, int count, MemoryAccount account) {
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    int present = 0;
    for (int i = 0; i < count; i++) {
      if (Memory.getByte(nulls + (long) Memory.getInt(groups + 4L * i) * rowBytes) == 0) {
        Bits.set(validity.address(), i);
        present++;
      }
    }
    if (present == count) {
      validity.release();
      return null;
    }
    return validity;
  }
}
