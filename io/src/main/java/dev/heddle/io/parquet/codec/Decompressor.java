package dev.heddle.io.parquet.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Memory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.apache.parquet.format.CompressionCodec;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses pages; keeps the state of each codec for the next page. Used by one thread.
 *
 * <p>Every codec writes within the target, whatever the source holds; a result of another size than
 * announced is a {@link CorruptDataException}.
 */
public final class Decompressor implements AutoCloseable {
  private static final int BROTLI_BYTES = 256 << 10;

  private static final AtomicLong NATIVE_BYTES_LEFT = new AtomicLong();

  private @Nullable ZstdDecompressCtx zstd;
  private @Nullable ZstdDecoder numbers;
  private @Nullable LZ4SafeDecompressor lz4;
  private @Nullable Inflater inflater;

  /**
   * Checks that pages of a codec can be read.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} if not
   */
  public static void check(CompressionCodec codec, String file, String column) {
    Optional<String> obstacle = obstacle(codec);
    if (obstacle.isPresent()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot read " + file + ": column " + column + " is " + obstacle.get());
    }
  }

  /** Returns what a column is that cannot be decompressed, and what to do. */
  public static Optional<String> obstacle(CompressionCodec codec) {
    return switch (codec) {
      case UNCOMPRESSED, SNAPPY, GZIP, BROTLI, LZ4, ZSTD, LZ4_RAW -> Optional.empty();
      case LZO ->
          Optional.of(
              "compressed with "
                  + codec
                  + "; write the file with zstd, snappy, gzip, brotli or lz4_raw");
    };
  }

  /** Decompresses exactly {@code targetBytes} bytes. */
  public void decompress(
      CompressionCodec codec, long source, int sourceBytes, long target, int targetBytes) {
    int written =
        switch (codec) {
          case UNCOMPRESSED -> {
            if (sourceBytes == targetBytes) {
              Memory.copy(source, target, sourceBytes);
            }
            yield sourceBytes;
          }
          case SNAPPY -> SnappyDecoder.decompress(source, sourceBytes, target, targetBytes);
          case ZSTD -> zstd(source, sourceBytes, target, targetBytes);
          case GZIP -> gzip(source, sourceBytes, target, targetBytes);
          case LZ4_RAW -> lz4(source, sourceBytes, target, targetBytes);
          case LZ4 -> framedLz4(source, sourceBytes, target, targetBytes);
          case BROTLI -> brotli(source, sourceBytes, target, targetBytes);
          case LZO -> throw new IllegalStateException("Codec " + codec + " is not checked");
        };
    if (written != targetBytes) {
      throw new CorruptDataException(
          "a page has " + written + " bytes after decompression, not " + targetBytes);
    }
  }

  /**
   * Leaves the next {@code bytes} bytes to native libraries: our own code is slow until compiled.
   */
  static void startNative(long bytes) {
    NATIVE_BYTES_LEFT.set(bytes);
  }

  private int zstd(long source, int sourceBytes, long target, int targetBytes) {
    if (NATIVE_BYTES_LEFT.get() > 0) {
      NATIVE_BYTES_LEFT.addAndGet(-targetBytes);
    } else {
      if (numbers == null) {
        numbers = new ZstdDecoder();
      }
      if (numbers.decompress(source, sourceBytes, target, targetBytes) == targetBytes) {
        return targetBytes;
      }
    }
    if (zstd == null) {
      zstd = new ZstdDecompressCtx();
    }
    ByteBuffer from = Memory.byteBuffer(source, sourceBytes);
    ByteBuffer to = Memory.byteBuffer(target, targetBytes);
    try {
      return zstd.decompressDirectByteBuffer(to, 0, targetBytes, from, 0, sourceBytes);
    } catch (ZstdException e) {
      throw new CorruptDataException("a page is no valid zstd data: " + e.getMessage());
    }
  }

  private int lz4(long source, int sourceBytes, long target, int targetBytes) {
    if (lz4 == null) {
      lz4 = LZ4Factory.fastestInstance().safeDecompressor();
    }
    ByteBuffer from = Memory.byteBuffer(source, sourceBytes);
    ByteBuffer to = Memory.byteBuffer(target, targetBytes);
    try {
      return lz4.decompress(from, 0, sourceBytes, to, 0, targetBytes);
    } catch (LZ4Exception e) {
      throw new CorruptDataException("a page is no valid lz4 data");
    }
  }

  /**
   * Hadoop's framing: big-endian lengths of the whole and of each block before it. Some writers
   * left the framing out.
   */
  private int framedLz4(long source, int sourceBytes, long target, int targetBytes) {
    int read = 0;
    int written = 0;
    while (read + 8 <= sourceBytes) {
      int frameBytes = Integer.reverseBytes(Memory.getInt(source + read));
      int blockBytes = Integer.reverseBytes(Memory.getInt(source + read + 4));
      read += 8;
      if (frameBytes < 0
          || frameBytes > targetBytes - written
          || blockBytes < 0
          || blockBytes > sourceBytes - read) {
        return lz4(source, sourceBytes, target, targetBytes);
      }
      int block = lz4(source + read, blockBytes, target + written, frameBytes);
      if (block != frameBytes) {
        return written + block;
      }
      read += blockBytes;
      written += frameBytes;
    }
    return written;
  }

  private int gzip(long source, int sourceBytes, long target, int targetBytes) {
    if (inflater == null) {
      inflater = new Inflater(true);
    }
    ByteBuffer from = Memory.byteBuffer(source, sourceBytes);
    ByteBuffer to = Memory.byteBuffer(target, targetBytes);
    try {
      while (from.remaining() > 0 && to.remaining() > 0) { // a member each time
        skipGzipHeader(from);
        inflater.reset();
        inflater.setInput(from);
        while (!inflater.finished()) {
          if (inflater.inflate(to) == 0 && (inflater.needsInput() || !to.hasRemaining())) {
            break;
          }
        }
        from.position(Math.min(from.limit(), from.position() + 8)); // checksum and length
      }
      return to.position();
    } catch (DataFormatException | java.nio.BufferUnderflowException e) {
      throw new CorruptDataException("a page is no valid gzip data");
    }
  }

  private static int brotli(long source, int sourceBytes, long target, int targetBytes) {
    byte[] compressed = new byte[sourceBytes];
    Memory.byteBuffer(source, sourceBytes).get(compressed);
    byte[] part = new byte[Math.min(targetBytes + 1, BROTLI_BYTES)];
    int written = 0;
    try (BrotliInputStream stream = new BrotliInputStream(new ByteArrayInputStream(compressed))) {
      for (int n = stream.read(part); n >= 0; n = stream.read(part)) {
        if (n > targetBytes - written) {
          throw new CorruptDataException(
              "a page has over " + targetBytes + " bytes of brotli data");
        }
        Memory.byteBuffer(target + written, n).put(part, 0, n);
        written += n;
      }
    } catch (IOException | RuntimeException e) {
      if (e instanceof CorruptDataException corrupt) {
        throw corrupt;
      }
      throw new CorruptDataException("a page is no valid brotli data: " + e.getMessage());
    }
    return written;
  }

  private static void skipGzipHeader(ByteBuffer from) throws DataFormatException {
    if ((from.get() & 0xff) != 0x1f || (from.get() & 0xff) != 0x8b || from.get() != 8) {
      throw new DataFormatException("not gzip");
    }
    int flags = from.get();
    skip(from, 6);
    if ((flags & 4) != 0) {
      int low = from.get() & 0xff;
      skip(from, low | (from.get() & 0xff) << 8);
    }
    for (int flag = 8; flag <= 16; flag <<= 1) { // file name, comment
      if ((flags & flag) != 0) {
        while (from.get() != 0) {
          // up to the zero
        }
      }
    }
    if ((flags & 2) != 0) {
      skip(from, 2);
    }
  }

  private static void skip(ByteBuffer from, int bytes) {
    if (bytes > from.remaining()) {
      throw new java.nio.BufferUnderflowException();
    }
    from.position(from.position() + bytes);
  }

  @Override
  public void close() {
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
    if (inflater != null) {
      inflater.end();
      inflater = null;
    }
  }
}
