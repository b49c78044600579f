package dev.heddle.physical.row;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Owns copies of texts that are too long for their views. Used by one thread; its buffers may be
 * shared with columns, after which nothing is overwritten.
 */
public final class TextArena implements AutoCloseable {
  private static final int FIRST_BYTES = 16 << 10;
  private static final int LARGEST_SHARED_BYTES = 8 << 20;
  private static final int SHARE_OF_LIMIT = 64; // that one buffer takes at most
  private static final int MARGIN = 4; // by which texts to come may be longer than those kept

  private final MemoryAccount account;
  private final List<Buffer> buffers = new ArrayList<>();
  private long[] addresses = {};
  private long used; // of the last buffer
  private long bytes; // of all buffers
  private long keptBytes; // of texts
  private long keptTexts;

  public TextArena(MemoryAccount account) {
    this.account = account;
  }

  /** Copies a text of more than {@link Views#MAX_INLINE} bytes and writes its view. */
  public void put(long view, long text, int length) {
    Buffer last = buffers.isEmpty() ? null : buffers.getLast();
    if (last == null || last.capacity() - used < length) {
      last = account.allocate(Math.max(length, nextBytes()));
      buffers.add(last);
      addresses = Arrays.copyOf(addresses, buffers.size());
      addresses[buffers.size() - 1] = last.address();
      bytes += last.capacity();
      used = 0;
    }
    long at = last.address() + used;
    if (used > Integer.MAX_VALUE) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY, "Cannot keep texts of more than 2 GiB in one buffer");
    }
    Memory.copy(text, at, length);
    Views.put(view, at, length, buffers.size() - 1, (int) used);
    used += length;
    keptBytes += length;
    keptTexts++;
  }

  private long nextBytes() {
    long largest = Math.min(LARGEST_SHARED_BYTES, account.ledger().limitBytes() / SHARE_OF_LIMIT);
    return Math.clamp(bytes, FIRST_BYTES, Math.max(FIRST_BYTES, largest));
  }

  /** Returns about what keeping so many texts more may allocate; 0 if nothing. */
  long jumpBytes(int texts) {
    if (keptTexts == 0) {
      return 0;
    }
    long expected = MARGIN * texts * (keptBytes / keptTexts + 1);
    return buffers.getLast().capacity() - used >= expected ? 0 : Math.max(expected, nextBytes());
  }

  /** Returns where each buffer starts. */
  public long[] addresses() {
    return addresses;
  }

  /** Returns the buffers with one more owner each. */
  public Buffer[] shareBuffers() {
    Buffer[] shared = buffers.toArray(Buffer[]::new);
    for (Buffer buffer : shared) {
      buffer.retain();
    }
    return shared;
  }

  /** Returns the bytes that are reserved. */
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    buffers.forEach(Buffer::release);
    buffers.clear();
    addresses = new long[0];
    used = 0;
    bytes = 0;
    keptBytes = 0;
    keptTexts = 0;
  }
}
