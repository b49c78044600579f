package dev.heddle.io.parquet;

import dev.heddle.io.memory.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The data buffers that a column of views under construction refers to; owns one share of each.
 * Used by one thread.
 */
final class ViewData {
  private static final Buffer[] NONE = {};

  private final List<Buffer> buffers = new ArrayList<>();

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
    return moved;
  }

  /** Releases the buffers. */
  void clear() {
    buffers.forEach(Buffer::release);
    buffers.clear();
  }
}
