package dev.heddle.io.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;

/**
 * Encodes texts as what each has in common with the one before and what follows that
 * (DELTA_BYTE_ARRAY). Used by one thread at a time.
 */
final class DeltaBytesEncoder {
  private static final int SLAB_BYTES = 1024;
  private static final int MOST_SLAB_BYTES = 1 << 20;

  private final ValuesWriter prefixes = lengths();
  private final ValuesWriter suffixes = lengths();
  private final GrowingBytes texts = new GrowingBytes(); // the suffixes
  private byte[] previous = new byte[64];
  private int previousLength;

  private static ValuesWriter lengths() {
    return new DeltaBinaryPackingValuesWriterForInteger(
        SLAB_BYTES, MOST_SLAB_BYTES, HeapByteBufferAllocator.getInstance());
  }

  void append(byte[] bytes, int offset, int length) {
    int most = Math.min(previousLength, length);
    int mismatch = Arrays.mismatch(previous, 0, most, bytes, offset, offset + most);
    int prefix = mismatch < 0 ? most : mismatch;
    prefixes.writeInteger(prefix);
    suffixes.writeInteger(length - prefix);
    texts.put(bytes, offset + prefix, length - prefix);
    if (previous.length < length) {
      previous = Arrays.copyOf(previous, Math.max(length, 2 * previous.length));
    }
    System.arraycopy(bytes, offset + prefix, previous, prefix, length - prefix);
    previousLength = length;
  }

  /** Appends the page to others' bytes and begins the next. */
  void end(GrowingBytes out) {
    put(prefixes, out);
    put(suffixes, out);
    out.put(texts.array(), 0, texts.size());
    texts.clear();
    previousLength = 0;
  }

  private static void put(ValuesWriter writer, GrowingBytes out) {
    try {
      byte[] bytes = writer.getBytes().toByteArray();
      out.put(bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file in it
    }
    writer.reset();
  }

  /** Returns the bytes of memory that are held. */
  long heldBytes() {
    return texts.capacity()
        + previous.length
        + prefixes.getAllocatedSize()
        + suffixes.getAllocatedSize();
  }
}
