package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.ArrayList;
import java.util.List;

/**
 * The data buffers that a column of views under construction refers to; owns one share of each.
 * Used by one thread.
 */
final class ViewData {
  private static final Buffer[] NONE = {};

  private final List<Buffer> buffers = new ArrayList<>();
  private int firstOfDictionary = -1; // from the first view on that comes from a dictionary

  /** Returns the number of a buffer, which is retained if it is new. */
  int numberOf(Buffer buffer) {
    int last = buffers.size() - 1;
    if (last >= 0 && buffers.get(last) == buffer) {
      return last;
    }
    buffers.add(buffer.retain());
    return last + 1;
  }

  /** Adds buffers, which are retained, and returns the number of the first. */
  int addAll(Buffer[] more) {
    int first = buffers.size();
    for (Buffer buffer : more) {
      buffers.add(buffer.retain());
    }
    return first;
  }

  /**
   * Writes entries of a chunk's dictionary; views among them refer to these buffers.
   *
   * @param codes where {@code count} int32 codes start
   */
  void gather(Column dictionary, long codes, int count, long target) {
    Layout layout = dictionary.layout();
    Gather.values(layout, dictionary.values(), codes, count, target);
    if (!layout.isText()) {
      return;
    }
    if (firstOfDictionary < 0) {
      firstOfDictionary = addAll(dictionary.dataBuffers());
    }
    if (firstOfDictionary > 0) {
      for (long view = target; view < target + 16L * count; view += 16) {
        if (StringViews.length(view) > StringViews.MAX_INLINE) {
          Memory.putInt(view + 8, Memory.getInt(view + 8) + firstOfDictionary);
        }
      }
    }
  }

  /** Makes the views of nulls empty, where code 0 has given them a value. */
  static void clearNulls(long views, long validity, int count) {
    for (int i = 0; i < count; i++) {
      if (!Bits.get(validity, i)) {
        Memory.putLong(views + 16L * i, 0);
        Memory.putLong(views + 16L * i + 8, 0);
      }
    }
  }

  /** Returns where each buffer starts. */
  long[] addresses() {
    long[] addresses = new long[buffers.size()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = buffers.get(i).address();
    }
    return addresses;
  }

  /** Gives the buffers away and starts anew. */
  Buffer[] move() {
    Buffer[] moved = buffers.isEmpty() ? NONE : buffers.toArray(Buffer[]::new);
    buffers.clear();
    firstOfDictionary = -1;
    return moved;
  }

  /** Releases the buffers. */
  void clear() {
    buffers.forEach(Buffer::release);
    buffers.clear();
    firstOfDictionary = -1;
  }
}
