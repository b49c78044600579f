package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import org.jspecify.annotations.Nullable;

/**
 * DELTA_BYTE_ARRAY: each value is a start of the one before and a rest of its own.
 *
 * <p>Where all values are wanted, each is written behind the one before, from which it takes its
 * start. Where some are, the current value is kept apart, its rest overwritten by the next one's,
 * and those that are wanted are copied.
 */
final class DeltaBytesDecoder implements ValueDecoder {
  private static final int FIRST_BYTES = 16 << 10;

  private final MemoryAccount account;
  private final DeltaLengths prefixes;
  private final DeltaLengths rests;
  private final int values;
  private final long end;
  private int next;
  private long position; // of the next rest
  private Buffer previous; // the value before the next one
  private int previousLength;

  /**
   * Makes a decoder.
   *
   * @param maxValues how many values the page can have
   */
  DeltaBytesDecoder(long start, long end, int maxValues, MemoryAccount account) {
    this.account = account;
    this.end = end;
    prefixes = new DeltaLengths(start, end, maxValues, account);
    try {
      rests = new DeltaLengths(prefixes.end(), end, maxValues, account);
      try {
        previous = account.allocate(256);
      } catch (RuntimeException e) {
        rests.close();
        throw e;
      }
    } catch (RuntimeException e) {
      prefixes.close();
      throw e;
    }
    values = Math.min(prefixes.count(), rests.count());
    position = rests.end();
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    checkLeft(count);
    try (Output output = new Output(data)) {
      long prefix = prefixes.address() + 4L * next;
      long rest = rests.address() + 4L * next;
      long view = target + 16L * at;
      long before = previous.address();
      int length = previousLength;
      long from = position;
      for (int i = 0; i < count; i++) {
        int shared = Memory.getInt(prefix + 4L * i);
        int own = Memory.getInt(rest + 4L * i);
        int last = length;
        length = length(shared, own, last, from);
        long to = output.reserve(length);
        copyWords(before, to, shared);
        copyWords(from, to + shared, own);
        output.put(view + 16L * i, length);
        before = to;
        from += own;
      }
      position = from;
      next += count;
      previousLength = 0; // of which nothing need be kept
      reserve(length);
      Memory.copy(before, previous.address(), length);
      previousLength = length;
    }
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    try (Output output = new Output(data)) {
      int passed = 0;
      for (int picked = 0; picked < count; picked++) {
        int wanted = Memory.getInt(positions + 4L * picked);
        advance(wanted + 1 - passed);
        passed = wanted + 1;
        copyWords(previous.address(), output.reserve(previousLength), previousLength);
        output.put(target + 16L * picked, previousLength);
      }
      advance(span - passed);
      return true;
    }
  }

  @Override
  public void skip(int count) {
    advance(count);
  }

  /** Goes over values, the last of which is in {@link #previous} then. */
  private void advance(int count) {
    checkLeft(count);
    long prefix = prefixes.address() + 4L * next;
    long rest = rests.address() + 4L * next;
    long from = position;
    long value = previous.address();
    long room = previous.capacity();
    int length = previousLength;
    for (int i = 0; i < count; i++) {
      int shared = Memory.getInt(prefix + 4L * i);
      int own = Memory.getInt(rest + 4L * i);
      length = length(shared, own, length, from);
      if (length > room) {
        previousLength = shared;
        reserve(length);
        value = previous.address();
        room = previous.capacity();
      }
      copyWords(from, value + shared, own);
      from += own;
    }
    position = from;
    next += count;
    previousLength = length;
  }

  private void checkLeft(int count) {
    if (count > values - next) {
      throw new CorruptDataException("values end before the page's last one");
    }
  }

  /** Returns the length of a value whose parts are there. */
  private int length(int shared, int own, int before, long from) {
    if (shared < 0 || shared > before) {
      throw new CorruptDataException(
          "a value shares " + shared + " bytes with one of " + before + " bytes");
    }
    if (own < 0 || own > end - from) {
      throw new CorruptDataException("a value of " + own + " bytes goes beyond its page");
    }
    if (shared > Integer.MAX_VALUE - own) {
      throw new CorruptDataException("a value is over 2 GiB long");
    }
    return shared + own;
  }

  /** Makes room for a value, of which {@link #previousLength} bytes are kept. */
  private void reserve(int length) {
    if (length > previous.capacity()) {
      long larger = Math.min(Integer.MAX_VALUE, length * 2L);
      previous = account.grow(previous, previousLength, larger);
    }
  }

  /**
   * Copies bytes in words: up to 15 more are read and written, which both places have room for. The
   * places are equal, or the target is behind the source's bytes.
   */
  private static void copyWords(long source, long target, int bytes) {
    for (int i = 0; i < bytes; i += 16) {
      long first = Memory.getLong(source + i);
      long second = Memory.getLong(source + i + 8);
      Memory.putLong(target + i, first);
      Memory.putLong(target + i + 8, second);
    }
  }

  /** Where values go, one behind the other; short ones leave no bytes behind. */
  private final class Output implements AutoCloseable {
    private final ViewData data;
    private @Nullable Buffer bytes;
    private @Nullable Buffer left; // the one before, from which the next value takes its start
    private int number = -1; // of the buffer, once a view refers to it
    private long to;
    private long limit = -1; // none yet, not for an empty value either

    Output(ViewData data) {
      this.data = data;
    }

    /** Returns where the next value goes; the one before it is still there. */
    long reserve(int length) {
      if (length > limit - to) {
        open(length);
      }
      return to;
    }

    private void open(int length) {
      Buffer larger = account.allocate(Math.max(FIRST_BYTES, length));
      if (left != null) {
        left.release();
      }
      left = bytes;
      bytes = larger;
      number = -1;
      to = larger.address();
      limit = to + larger.capacity();
    }

    /** Writes the view of the value that is where the next one was to go. */
    void put(long view, int length) {
      Buffer current = bytes;
      if (length <= StringViews.MAX_INLINE || current == null) {
        PlainViewDecoder.put(view, to, length, 0, 0);
        return;
      }
      if (number < 0) {
        number = data.numberOf(current);
      }
      PlainViewDecoder.put(view, to, length, number, to - current.address());
      to += length;
    }

    @Override
    public void close() {
      if (left != null) {
        left.release();
      }
      if (bytes != null) {
        bytes.release();
      }
    }
  }

  @Override
  public void close() {
    prefixes.close();
    rests.close();
    previous.release();
  }
}
