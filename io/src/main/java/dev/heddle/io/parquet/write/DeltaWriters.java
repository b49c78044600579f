package dev.heddle.io.parquet.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;

/** Makes parquet-java's writers of packed differences, on the heap, and takes their pages. */
final class DeltaWriters {
  private static final int SLAB_BYTES = 1024;
  private static final int MAX_SLAB_BYTES = 1 << 20;

  private DeltaWriters() {}

  static ValuesWriter ofInts() {
    return new DeltaBinaryPackingValuesWriterForInteger(
        SLAB_BYTES, MAX_SLAB_BYTES, HeapByteBufferAllocator.getInstance());
  }

  static ValuesWriter ofLongs() {
    return new DeltaBinaryPackingValuesWriterForLong(
        SLAB_BYTES, MAX_SLAB_BYTES, HeapByteBufferAllocator.getInstance());
  }

  /** Appends a writer's page to others' bytes and begins the next. */
  static void end(ValuesWriter writer, GrowingBytes out) {
    try {
      byte[] bytes = writer.getBytes().toByteArray();
      out.put(bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file in it
    }
    writer.reset();
  }
}
