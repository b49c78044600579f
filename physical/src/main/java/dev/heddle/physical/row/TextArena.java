package dev.heddle.physical.row;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Owns copies of texts that are too long for their views. Used by one thread; its buffers may be
 * shared with columns, after which nothing is overwritten.
 *
 * <p>Texts that give way to others stay where they are until their owner, who {@link #forget}s
 * them, has the ones left moved together by {@link #compact}.
 */
public final class TextArena implements AutoCloseable {
  private static final int FIRST_BYTES = 16 << 10;
  private static final int LARGEST_SHARED_BYTES = 8 << 20;
  private static final int SHARE_OF_LIMIT = 64; // that one buffer takes at most
  private static final int MAX_FORGOTTEN_BYTES = 32 << 10; // whatever is kept
  private static final int MARGIN = 4; // by which texts to come may be longer than those kept

  private final MemoryAccount account;
  private final List<Buffer> buffers = new ArrayList<>();
  private long[] addresses = {};
  private long used; // of the last buffer
  private long bytes; // of all buffers
  private long keptBytes; // of texts, with those forgotten
  private long keptTexts;
  private long forgottenBytes;

  public TextArena(MemoryAccount account) {
    this.account = account;
  }

  /** Copies a text of more than {@link StringViews#MAX_INLINE} bytes and writes its view. */
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
    StringViews.put(view, at, length, buffers.size() - 1, (int) used);
    used += length;
    keptBytes += length;
    keptTexts++;
  }

  private long nextBytes() {
    return Math.clamp(bytes, FIRST_BYTES, maxBytesAtOnce());
  }

  private long maxBytesAtOnce() {
    long largest = Math.min(LARGEST_SHARED_BYTES, account.ledger().limitBytes() / SHARE_OF_LIMIT);
    return Math.max(FIRST_BYTES, largest);
  }

  /** Notes that this number of bytes of kept texts are not looked at any more. */
  public void forget(long textBytes) {
    forgottenBytes += textBytes;
  }

  /**
   * Returns whether forgotten texts take enough that {@link #compact} is worth its work: as much as
   * all others, and as the entries that it looks at.
   */
  public boolean isWasteful(long entryBytes) {
    return forgottenBytes > MAX_FORGOTTEN_BYTES
        && 2 * forgottenBytes >= bytes
        && forgottenBytes >= entryBytes;
  }

  /**
   * Moves the texts of all views together and frees what the forgotten ones took. Does nothing
   * where that takes more memory than there is.
   *
   * @param firstViews where the views of the first entry start, one behind the other
   * @param entryBytes from one entry's views to the next one's
   */
  public void compact(long firstViews, int entries, int entryBytes, int viewsPerEntry) {
    long left = Math.max(FIRST_BYTES, keptBytes - forgottenBytes);
    if (left > Integer.MAX_VALUE) {
      return;
    }
    Buffer all = left <= maxBytesAtOnce() ? account.allocate(left) : account.allocateIfAmple(left);
    if (all == null) {
      return;
    }
    long moved = 0;
    long texts = 0;
    for (long entry = 0; entry < entries; entry++) {
      for (int i = 0; i < viewsPerEntry; i++) {
        long view = firstViews + entry * entryBytes + 16L * i;
        int length = StringViews.length(view);
        if (length > StringViews.MAX_INLINE) {
          long at = all.address() + moved;
          Memory.copy(StringViews.address(view, addresses), at, length);
          StringViews.put(view, at, length, 0, (int) moved);
          moved += length;
          texts++;
        }
      }
    }
    close();
    buffers.add(all);
    addresses = new long[] {all.address()};
    bytes = all.capacity();
    used = moved;
    keptBytes = moved;
    keptTexts = texts;
  }

  /** Returns about what keeping this number of texts more may allocate; 0 if nothing. */
  public long jumpBytes(int texts) {
    if (keptTexts == 0) {
      return 0;
    }
    long expected = MARGIN * texts * (keptBytes / keptTexts + 1);
    return buffers.getLast().capacity() - used >= expected
        ? 0
        : Buffer.roomFor(Math.max(expected, nextBytes()));
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
    forgottenBytes = 0;
  }
}
