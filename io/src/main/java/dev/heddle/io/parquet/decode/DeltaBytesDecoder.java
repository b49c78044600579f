package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import org.jspecify.annotations.Nullable;

/** DELTA_BYTE_ARRAY: each value is a start of the one before and a rest of its own. */
final class DeltaBytesDecoder implements ValueDecoder {
  private static final int FIRST_BYTES = 16 << 10;

  private final MemoryAccount account;
  private final Buffer prefixes;
  private final int values;
  private final DeltaLengthDecoder rests;
  private int next;
  private Buffer previous;
  private int previousLength;

  /**
   * Makes a decoder.
   *
   * @param maxValues how many values the page can have
   */
  DeltaBytesDecoder(Buffer page, long start, long end, int maxValues, MemoryAccount account) {
    this.account = account;
    DeltaDecoder deltas = new DeltaDecoder();
    deltas.reset(start, end - start);
    values = DeltaLengthDecoder.checkedCount(deltas.values(), maxValues);
    prefixes = account.allocate(4L * values);
    try {
      deltas.read(prefixes.address(), values, 4);
      rests = new DeltaLengthDecoder(page, deltas.positionAfterAll(), end, maxValues, account);
      try {
        previous = account.allocate(256);
      } catch (RuntimeException e) {
        rests.close();
        throw e;
      }
    } catch (RuntimeException e) {
      prefixes.release();
      throw e;
    }
  }

  /** Puts the next value into {@link #previous}. */
  private void advance() {
    if (next >= values) {
      throw new CorruptDataException("values end before the page's last one");
    }
    int prefix = Memory.getInt(prefixes.address() + 4L * next++);
    if (prefix < 0 || prefix > previousLength) {
      throw new CorruptDataException(
          "a value shares " + prefix + " bytes with one of " + previousLength + " bytes");
    }
    long from = rests.position();
    int rest = rests.nextLength();
    if (prefix > Integer.MAX_VALUE - rest) {
      throw new CorruptDataException("a value is over 2 GiB long");
    }
    int length = prefix + rest;
    if (length > previous.capacity()) {
      previous = account.grow(previous, prefix, Math.min(Integer.MAX_VALUE, length * 2L));
    }
    Memory.copy(from, previous.address() + prefix, rest);
    previousLength = length;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    PrefixCopies copies = new PrefixCopies(data);
    try {
      for (int i = 0; i < count; i++) {
        advance();
        copies.put(target + 16L * (at + i));
      }
    } finally {
      copies.close();
    }
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    PrefixCopies copies = new PrefixCopies(data);
    try {
      int picked = 0;
      for (int i = 0; i < span; i++) {
        advance();
        if (picked < count && i == Memory.getInt(positions + 4L * picked)) {
          copies.put(target + 16L * picked++);
        }
      }
      return true;
    } finally {
      copies.close();
    }
  }

  /** PrefixCopies of values, one behind the other. */
  private final class PrefixCopies {
    private final ViewData data;
    private @Nullable Buffer bytes;
    private int number;
    private long used;

    PrefixCopies(ViewData data) {
      this.data = data;
    }

    /** Writes the view of {@link #previous}. */
    void put(long view) {
      if (previousLength <= 12) {
        PlainViewDecoder.put(view, previous.address(), previousLength, 0, 0);
        return;
      }
      if (bytes == null || bytes.capacity() - used < previousLength) {
        close();
        bytes = account.allocate(Math.max(FIRST_BYTES, previousLength));
        number = data.numberOf(bytes);
        used = 0;
      }
      Memory.copy(previous.address(), bytes.address() + used, previousLength);
      PlainViewDecoder.put(view, bytes.address() + used, previousLength, number, used);
      used += previousLength;
    }

    void close() {
      if (bytes != null) {
        bytes.release();
        bytes = null;
      }
    }
  }

  @Override
  public void skip(int count) {
    for (int i = 0; i < count; i++) {
      advance();
    }
  }

  @Override
  public void close() {
    prefixes.release();
    rests.close();
    previous.release();
  }
}
