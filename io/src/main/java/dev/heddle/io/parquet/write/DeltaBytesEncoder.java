package dev.heddle.io.parquet.write;

import java.util.Arrays;
import org.apache.parquet.column.values.ValuesWriter;

/**
 * Encodes texts as what each has in common with the one before and what follows that
 * (DELTA_BYTE_ARRAY). Used by one thread at a time.
 */
final class DeltaBytesEncoder {

  private final ValuesWriter prefixes = DeltaWriters.ofInts();
  private final ValuesWriter suffixes = DeltaWriters.ofInts();
  private final GrowingBytes texts = new GrowingBytes(); // the suffixes
  private byte[] previous = new byte[64];
  private int previousLength;

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
    DeltaWriters.end(prefixes, out);
    DeltaWriters.end(suffixes, out);
    out.put(texts.array(), 0, texts.size());
    texts.clear();
    previousLength = 0;
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return texts.capacity()
        + previous.length
        + prefixes.getAllocatedSize()
        + suffixes.getAllocatedSize();
  }
}
