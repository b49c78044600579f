package dev.heddle.io.parquet.fetch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.storage.PendingRead;
import org.jspecify.annotations.Nullable;

/**
 * Some bytes of a file that will be needed, perhaps by several column chunks; read once, freed when
 * the last of them has let go. Used by one thread.
 */
final class PlannedRead {
  private final PartReads part;
  private final long from;
  private long to;
  private int users;
  private @Nullable PendingRead pending;
  private @Nullable Buffer buffer;

  /** Plans to read bytes, for no user at first. */
  PlannedRead(PartReads part, long from, long to) {
    this.part = part;
    this.from = from;
    this.to = to;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  /** Reads more bytes; only before the start. */
  void extend(long newTo) {
    to = newTo;
  }

  void addUser() {
    users++;
  }

  /** Has the storage begin, if it has not. */
  void start() {
    if (pending == null && buffer == null && users > 0) {
      pending = part.input().start(from, (int) (to - from), part.account());
    }
  }

  /** Waits for the bytes and returns their address. */
  long address() {
    Buffer known = buffer;
    if (known == null) {
      start();
      if (pending == null) {
        throw new IllegalStateException("Nobody uses these bytes any more");
      }
      known = part.await(pending, to - from);
      pending = null;
      buffer = known;
    }
    return known.address();
  }

  /** Takes a user away. */
  void release() {
    users--;
    if (users > 0) {
      return;
    }
    if (pending != null) {
      pending.close();
      pending = null;
    }
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
