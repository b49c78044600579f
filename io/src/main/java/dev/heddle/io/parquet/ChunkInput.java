package dev.heddle.io.parquet;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.RangedInput;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A window onto the bytes of a column chunk. Keeps its buffer for the next chunk. Used by one
 * thread.
 */
final class ChunkInput implements AutoCloseable {
  // a chunk of up to so many bytes is read at once; of a larger one a window, or a page if it is
  // larger still
  private static final int WHOLE_CHUNK_BYTES = 4 << 20;
  private static final int WINDOW_BYTES = 1 << 20;
  private static final int DICTIONARY_BYTES = 64 << 10;

  private final MemoryAccount account;
  private final LongAdder bytesRead;
  private @Nullable RangedInput input;
  private @Nullable Buffer buffer;
  private long end;
  private long rangeStart;
  private long rangeEnd;
  private long windowStart;
  private int windowBytes;
  private int windowSize;

  ChunkInput(MemoryAccount account, LongAdder bytesRead) {
    this.account = account;
    this.bytesRead = bytesRead;
  }

  /** Turns to a chunk; the input stays the caller's. */
  void start(RangedInput newInput, long start, long bytes) {
    input = newInput;
    end = start + bytes;
    rangeStart = start;
    rangeEnd = end;
    windowStart = start;
    windowBytes = 0;
    windowSize = bytes <= WHOLE_CHUNK_BYTES ? (int) bytes : WINDOW_BYTES;
  }

  /** Says that, but for the dictionary before it, only a range of the chunk will be read. */
  void expect(long newRangeStart, long newRangeEnd) {
    rangeStart = newRangeStart;
    rangeEnd = newRangeEnd;
    windowSize =
        rangeEnd - rangeStart <= WHOLE_CHUNK_BYTES ? (int) (rangeEnd - rangeStart) : WINDOW_BYTES;
  }

  /** Reads bytes as a new array, from anywhere in the file. */
  byte[] readArray(long position, int bytes) {
    bytesRead.add(bytes);
    return input.readArray(position, bytes);
  }

  /**
   * Returns where bytes of the file lie in memory, valid until the next call. They may be over-read
   * by {@link Buffer#PADDING}.
   *
   * @throws CorruptDataException if they go beyond the chunk
   */
  long at(long position, int bytes) {
    if (bytes > end - position) {
      throw new CorruptDataException("a page of " + bytes + " bytes goes beyond its column chunk");
    }
    if (position < windowStart || position + bytes > windowStart + windowBytes) {
      long wanted = position < rangeStart ? DICTIONARY_BYTES : rangeEnd - position;
      int size = (int) Math.max(bytes, Math.min(Math.min(windowSize, wanted), end - position));
      if (buffer == null || buffer.capacity() < size) {
        if (buffer != null) {
          buffer.release();
          buffer = null;
        }
        windowBytes = 0;
        buffer = account.allocate(size);
      }
      windowBytes = 0;
      input.read(position, buffer.address(), size);
      bytesRead.add(size);
      windowStart = position;
      windowBytes = size;
    }
    return buffer.address() + (position - windowStart);
  }

  /** Returns how many bytes from a position on are at hand. */
  int available(long position) {
    return position < windowStart ? 0 : (int) Math.max(0, windowStart + windowBytes - position);
  }

  /** Returns where the chunk ends in the file. */
  long end() {
    return end;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
    windowBytes = 0;
  }
}
