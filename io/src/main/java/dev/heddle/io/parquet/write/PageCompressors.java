package dev.heddle.io.parquet.write;

import dev.heddle.io.parquet.codec.ParquetCompressors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses the pages of a file: a compressor for each thread that needs one at a time.
 * Thread-safe.
 */
final class PageCompressors implements AutoCloseable {
  private final CompressionCodecName codec;
  private final ParquetCompressors factory; // guarded by this
  private final Queue<BytesInputCompressor> free = new ConcurrentLinkedQueue<>();

  PageCompressors(CompressionCodecName codec, int level) {
    this.codec = codec;
    this.factory = new ParquetCompressors(level);
  }

  CompressionCodecName codec() {
    return codec;
  }

  /** Returns the bytes, compressed, with memory of their own. */
  BytesInput compress(GrowingBytes bytes) {
    BytesInputCompressor compressor = take();
    try {
      return compressor.compress(BytesInput.from(bytes.array(), 0, bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file in it
    } finally {
      free.add(compressor);
    }
  }

  private BytesInputCompressor take() {
    BytesInputCompressor compressor = free.poll();
    if (compressor != null) {
      return compressor;
    }
    synchronized (this) {
      return factory.getCompressor(codec);
    }
  }

  /** Frees the compressors; called when none is in use. */
  @Override
  public synchronized void close() {
    free.clear();
    factory.release();
  }
}
