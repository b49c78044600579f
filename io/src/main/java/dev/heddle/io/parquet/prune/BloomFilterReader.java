package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.storage.RangedInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.parquet.column.values.bloomfilter.XxHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Asks the split-block Bloom filter of a chunk for values. Of a large filter only the blocks that
 * are asked for are read. Used by one thread.
 */
final class BloomFilterReader {
  private static final int BLOCK_BYTES = 32;
  private static final int MAX_FILTER_BYTES = 128 << 20;
  // gets the header, and small filters whole
  private static final int FIRST_READ_BYTES = 4 << 10;
  private static final int[] SALTS = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private final XxHash hash = new XxHash();
  private final RangedInput input;
  private final LongConsumer counter;
  private final long bitsOffset;
  private final int blocks;
  private final byte[] head;
  private final int headBits;

  private BloomFilterReader(
      RangedInput input,
      LongConsumer counter,
      byte[] head,
      int headBits,
      long bitsOffset,
      int blocks) {
    this.input = input;
    this.counter = counter;
    this.head = head;
    this.headBits = headBits;
    this.bitsOffset = bitsOffset;
    this.blocks = blocks;
  }

  /**
   * Reads the header of a chunk's filter; nothing if it is broken, not as long as the footer
   * states, or of a kind we do not know, for then it proves nothing.
   *
   * @param fileBytes how long the file is
   * @param counter receives how many bytes are read
   */
  static Optional<BloomFilterReader> open(
      RangedInput input, ChunkInfo chunk, long fileBytes, LongConsumer counter) {
    long offset = chunk.indexes().bloomOffset();
    int size = (int) Math.min(FIRST_READ_BYTES, fileBytes - offset);
    byte[] head = input.readArray(offset, size);
    counter.accept(size);
    ByteArrayInputStream stream = new ByteArrayInputStream(head);
    BloomFilterHeader header;
    try {
      header = Util.readBloomFilterHeader(stream);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
    int headerBytes = size - stream.available();
    if (!isKnown(header)
        || header.numBytes < BLOCK_BYTES
        || header.numBytes > MAX_FILTER_BYTES
        || header.numBytes % BLOCK_BYTES != 0
        || offset + headerBytes + header.numBytes > fileBytes
        || !isAsLong(chunk.indexes().bloomBytes(), headerBytes + header.numBytes)) {
      return Optional.empty();
    }
    return Optional.of(
        new BloomFilterReader(
            input,
            counter,
            head,
            headerBytes,
            offset + headerBytes,
            header.numBytes / BLOCK_BYTES));
  }

  private static boolean isAsLong(long stated, long bytes) {
    return stated < 0 || stated == bytes;
  }

  private static boolean isKnown(@Nullable BloomFilterHeader header) {
    return header != null
        && header.algorithm != null
        && header.algorithm.isSetBLOCK()
        && header.hash != null
        && header.hash.isSetXXHASH()
        && header.compression != null
        && header.compression.isSetUNCOMPRESSED();
  }

  /** Returns whether a value may be in the chunk. */
  boolean mayContain(byte[] stored) {
    long hashed = hash.hashBytes(stored);
    int block = (int) (((hashed >>> 32) * blocks) >>> 32);
    ByteBuffer words = block(block).order(ByteOrder.LITTLE_ENDIAN);
    int key = (int) hashed;
    for (int i = 0; i < SALTS.length; i++) {
      int bit = (key * SALTS[i]) >>> 27;
      if (((words.getInt(words.position() + 4 * i) >>> bit) & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer block(int block) {
    int inHead = headBits + block * BLOCK_BYTES;
    if (inHead + BLOCK_BYTES <= head.length) {
      return ByteBuffer.wrap(head, inHead, BLOCK_BYTES);
    }
    counter.accept(BLOCK_BYTES);
    return ByteBuffer.wrap(input.readArray(bitsOffset + (long) block * BLOCK_BYTES, BLOCK_BYTES));
  }
}
