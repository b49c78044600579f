package dev.heddle.io.ipc;

import dev.heddle.io.memory.Memory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHashFactory;

/**
 * LZ4 frames by address: written with independent blocks of up to 4 MiB and no checksums, read in
 * any form. Thread-safe.
 */
final class Lz4Frames {
  private static final int MAGIC = 0x184D2204;
  private static final int VERSION_AND_INDEPENDENT = 0x60;
  private static final int BLOCKS_OF_4_MIB = 0x70;
  private static final int HEADER_BYTES = 7;
  private static final int BLOCK_BYTES = 4 << 20;
  private static final int PLAIN_BIT = 1 << 31;
  private static final int BLOCK_CHECKSUM = 1 << 4;
  private static final int CONTENT_SIZE = 1 << 3;
  private static final int DICTIONARY_ID = 1;

  private static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.fastestInstance().safeDecompressor();
  private static final byte HEADER_CHECKSUM = headerChecksum();

  private Lz4Frames() {}

  private static byte headerChecksum() {
    byte[] descriptor = {VERSION_AND_INDEPENDENT, BLOCKS_OF_4_MIB};
    return (byte) (XXHashFactory.fastestInstance().hash32().hash(descriptor, 0, 2, 0) >> 8);
  }

  /** Returns the most bytes that a frame can take, by its plain size. */
  static long maxBytes(long plain) {
    return HEADER_BYTES + 4 + plain + plain / 255 + (plain / BLOCK_BYTES + 1) * 20;
  }

  /**
   * Writes a frame; returns its length.
   *
   * @param target where {@link #maxBytes} may be written
   */
  static long compress(long source, long plain, long target) {
    Memory.putInt(target, MAGIC);
    Memory.putByte(target + 4, (byte) VERSION_AND_INDEPENDENT);
    Memory.putByte(target + 5, (byte) BLOCKS_OF_4_MIB);
    Memory.putByte(target + 6, HEADER_CHECKSUM);
    long at = target + HEADER_BYTES;
    for (long done = 0; done < plain; done += BLOCK_BYTES) {
      int bytes = (int) Math.min(BLOCK_BYTES, plain - done);
      int room = COMPRESSOR.maxCompressedLength(bytes);
      ByteBuffer from = Memory.byteBuffer(source + done, bytes);
      int written = COMPRESSOR.compress(from, 0, bytes, Memory.byteBuffer(at + 4, room), 0, room);
      if (written < bytes) {
        Memory.putInt(at, written);
      } else {
        Memory.putInt(at, bytes | PLAIN_BIT);
        Memory.copy(source + done, at + 4, bytes);
        written = bytes;
      }
      at += 4 + written;
    }
    Memory.putInt(at, 0);
    return at + 4 - target;
  }

  /**
   * Reads frames; returns how many bytes came out, or more than {@code plain} if that is too small.
   *
   * @throws IpcCorruptException if they are broken
   */
  static long decompress(long source, int bytes, long target, int plain) {
    if (bytes < HEADER_BYTES || Memory.getInt(source) != MAGIC) {
      return decompressStream(source, bytes, target, plain);
    }
    int flags = Memory.getByte(source + 4);
    if ((flags & VERSION_AND_INDEPENDENT) != VERSION_AND_INDEPENDENT
        || (flags & DICTIONARY_ID) != 0) {
      return decompressStream(source, bytes, target, plain);
    }
    int checksumBytes = (flags & BLOCK_CHECKSUM) != 0 ? 4 : 0;
    long end = source + bytes;
    long at = source + HEADER_BYTES + ((flags & CONTENT_SIZE) != 0 ? 8 : 0);
    int written = 0;
    while (at + 4 <= end) {
      int size = Memory.getInt(at);
      at += 4;
      if (size == 0) {
        return written;
      }
      int length = size & ~PLAIN_BIT;
      if (length > end - at - checksumBytes) {
        break;
      }
      if (size < 0) {
        if (length > plain - written) {
          return (long) written + length;
        }
        Memory.copy(at, target + written, length);
        written += length;
      } else {
        written += decompressBlock(at, length, target + written, plain - written);
      }
      at += length + checksumBytes;
    }
    throw new IpcCorruptException("a buffer of lz4 data ends too early");
  }

  private static int decompressBlock(long source, int bytes, long target, int room) {
    try {
      return DECOMPRESSOR.decompress(
          Memory.byteBuffer(source, bytes), 0, bytes, Memory.byteBuffer(target, room), 0, room);
    } catch (LZ4Exception e) {
      throw new IpcCorruptException("a buffer is no valid lz4 data: " + e.getMessage());
    }
  }

  /** Reads what is written in another way than here. */
  private static long decompressStream(long source, int bytes, long target, int plain) {
    try (LZ4FrameInputStream in =
        new LZ4FrameInputStream(new ByteArrayInputStream(Memory.toArray(source, bytes)), true)) {
      byte[] piece = new byte[64 << 10];
      long written = 0;
      int read = in.read(piece);
      while (read >= 0) {
        if (written + read > plain) {
          return written + read;
        }
        Memory.copyFromArray(piece, 0, target + written, read);
        written += read;
        read = in.read(piece);
      }
      return written;
    } catch (IOException | RuntimeException e) {
      throw new IpcCorruptException("a buffer is no valid lz4 data: " + e.getMessage());
    }
  }
}
