package dev.heddle.io.ipc;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * The buffers of some columns of a message: read with few reads, decompressed where the file is.
 * Used by one thread; closing it gives up its ownership of all buffers.
 */
final class IpcBody implements AutoCloseable {
  private static final int MAX_READ_BYTES = 1 << 30;
  private static final long MAX_COMPRESSION_RATIO =
      1 << 16; // of what zstd's run-length blocks reach

  private static final int BUFFER_ENTRY_BYTES = 2 * Long.BYTES; // its offset and length

  /** Bytes within an owned buffer. */
  record Piece(Buffer owner, long offset, long length) {
    long address() {
      return owner.address() + offset;
    }

    /** Returns some of the bytes as a buffer with an ownership of its own. */
    Buffer slice(long from, long bytes) {
      return owner.slice(offset + from, bytes);
    }
  }

  private record Range(long start, long end) {}

  private final RecordBatch batch;
  private final MemoryAccount account;
  private final Piece[] pieces;
  private final List<Buffer> owned = new ArrayList<>();
  private long bytesRead;

  private IpcBody(RecordBatch batch, MemoryAccount account) {
    this.batch = batch;
    this.account = account;
    int buffers = batch.buffersLength();
    if (buffers < 0 || buffers > batch.getByteBuffer().capacity() / BUFFER_ENTRY_BYTES) {
      throw new IpcCorruptException(
          "a message has " + buffers + " buffers, which its metadata cannot list");
    }
    this.pieces = new Piece[buffers];
  }

  /** Reads the buffers of some columns; the account pays. */
  static IpcBody read(
      RecordBatch batch,
      IpcBlock block,
      List<IpcNode> columns,
      RangedInput input,
      MemoryAccount account) {
    IpcBody body = new IpcBody(batch, account);
    try {
      body.read(block, columns, input);
      return body;
    } catch (Throwable e) {
      body.close();
      throw e;
    }
  }

  /**
   * Decompresses the buffers of some columns of a body that has been read, into one piece of
   * memory; the account pays.
   *
   * @param body stays the caller's
   */
  static IpcBody decompressed(
      RecordBatch batch, List<IpcNode> columns, long body, long bodyBytes, MemoryAccount account) {
    IpcBody made = new IpcBody(batch, account);
    BitSet wanted = new BitSet();
    for (IpcNode column : columns) {
      wanted.set(column.firstBuffer(), column.endBuffer());
    }
    long total = 0;
    for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
      made.check(i, bodyBytes);
      if (batch.buffers(i).length() > 0) {
        long plain = ownPlainBytes(body + batch.buffers(i).offset(), batch.buffers(i).length());
        total += (plain + 63) & -64;
      }
    }
    Buffer target = account.allocate(total);
    made.owned.add(target);
    try {
      byte codec = batch.compression().codec();
      long at = 0;
      for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
        if (batch.buffers(i).length() > 0) {
          long source = body + batch.buffers(i).offset();
          long length = batch.buffers(i).length();
          long plain = ownPlainBytes(source, length);
          long header = Memory.getLong(source);
          if (PackedIntegers.isPacked(header)) {
            PackedIntegers.unpack(source, target.address() + at);
          } else if (header <= 0) {
            Memory.copy(source + 8, target.address() + at, plain);
          } else {
            decompress(source, length, plain, codec, target.address() + at);
          }
          made.pieces[i] = new Piece(target, at, plain);
          at += (plain + 63) & -64;
        }
      }
      return made;
    } catch (Throwable e) {
      made.close();
      throw e;
    }
  }

  private void read(IpcBlock block, List<IpcNode> columns, RangedInput input) {
    List<Integer> wanted = new ArrayList<>();
    for (IpcNode column : columns) {
      for (int i = column.firstBuffer(); i < column.endBuffer(); i++) {
        check(i, block.bodyBytes());
        if (batch.buffers(i).length() > 0) {
          wanted.add(i);
        }
      }
    }
    wanted.sort(Comparator.comparingLong(i -> batch.buffers(i).offset()));
    List<Range> ranges = ranges(wanted, input);
    List<PendingRead> reads = new ArrayList<>();
    try {
      for (Range range : ranges) {
        int bytes = (int) (range.end - range.start);
        reads.add(input.start(block.body() + range.start, bytes, account));
        bytesRead += bytes;
      }
      for (PendingRead read : reads) {
        owned.add(read.await());
      }
    } finally {
      reads.forEach(PendingRead::close);
    }
    int range = 0;
    for (int i : wanted) {
      while (batch.buffers(i).offset() >= ranges.get(range).end) {
        range++;
      }
      long offset = batch.buffers(i).offset() - ranges.get(range).start;
      pieces[i] = new Piece(owned.get(range), offset, batch.buffers(i).length());
    }
    BodyCompression compression = batch.compression();
    if (compression != null) {
      for (int i : wanted) {
        pieces[i] = decompress(pieces[i], compression.codec());
      }
    }
  }

  private void check(int buffer, long bodyBytes) {
    long offset = batch.buffers(buffer).offset();
    long length = batch.buffers(buffer).length();
    if (offset < 0 || length < 0 || offset > bodyBytes - length) {
      throw new IpcCorruptException(
          "buffer " + buffer + " is outside of its message: " + offset + ", " + length);
    }
  }

  /** Joins buffers that are near each other; sorted and disjoint. */
  private List<Range> ranges(List<Integer> wanted, RangedInput input) {
    List<Range> ranges = new ArrayList<>();
    for (int i : wanted) {
      long start = batch.buffers(i).offset();
      long end = start + batch.buffers(i).length();
      Range last = ranges.isEmpty() ? null : ranges.getLast();
      boolean overlaps = last != null && start < last.end;
      boolean isNear =
          last != null
              && start - last.end <= Math.max(64, input.coalesceGap())
              && end - last.start <= MAX_READ_BYTES;
      if (overlaps || isNear) {
        ranges.set(ranges.size() - 1, new Range(last.start, Math.max(last.end, end)));
      } else {
        ranges.add(new Range(start, end));
      }
    }
    for (Range range : ranges) {
      if (range.end - range.start > Integer.MAX_VALUE) {
        throw new IpcCorruptException("buffers of more than 2 GiB are in one piece");
      }
    }
    return ranges;
  }

  private Piece decompress(Piece piece, byte codec) {
    long plain = plainBytes(piece.address(), piece.length);
    if (Memory.getLong(piece.address()) <= 0) {
      return new Piece(piece.owner, piece.offset + 8, plain);
    }
    Buffer target = account.allocate(plain);
    owned.add(target);
    decompress(piece.address(), piece.length, plain, codec, target.address());
    return new Piece(target, 0, plain);
  }

  /** Returns the same for a buffer of our own, which may be packed too. */
  private static long ownPlainBytes(long source, long length) {
    long header = length < 8 ? 0 : Memory.getLong(source);
    return PackedIntegers.isPacked(header)
        ? PackedIntegers.plainBytes(header)
        : plainBytes(source, length);
  }

  /** Returns how many bytes a buffer has that may be compressed: -1 means that it is not. */
  private static long plainBytes(long source, long length) {
    if (length < 8) {
      throw new IpcCorruptException("a compressed buffer has " + length + " bytes");
    }
    long plain = Memory.getLong(source);
    long compressed = length - 8;
    if (plain == -1) {
      return compressed;
    }
    if (plain < 0
        || plain > Integer.MAX_VALUE
        || plain > (compressed + 1) * MAX_COMPRESSION_RATIO) {
      throw new IpcCorruptException(
          "a compressed buffer of " + compressed + " bytes states a length of " + plain);
    }
    return plain;
  }

  private static void decompress(long source, long length, long plain, byte codec, long target) {
    int compressed = (int) (length - 8);
    long written =
        switch (codec) {
          case CompressionType.ZSTD -> zstd(source + 8, compressed, target, (int) plain);
          case CompressionType.LZ4_FRAME ->
              Lz4Frames.decompress(source + 8, compressed, target, (int) plain);
          default -> throw new IpcCorruptException("compression " + codec + " is not known");
        };
    if (written != plain) {
      throw new IpcCorruptException(
          "a buffer has " + written + " bytes after decompression, not " + plain);
    }
  }

  private static long zstd(long source, int bytes, long target, int plain) {
    try {
      return Zstd.decompress(Memory.byteBuffer(target, plain), Memory.byteBuffer(source, bytes));
    } catch (ZstdException e) {
      throw new IpcCorruptException("a buffer is no valid zstd data: " + e.getMessage());
    }
  }

  /**
   * Returns a buffer's bytes, or null if it has none.
   *
   * @param least how many bytes there must be
   */
  Piece piece(int buffer, long least) {
    Piece piece = pieces[buffer];
    long length = piece == null ? 0 : piece.length;
    if (length < least) {
      throw new IpcCorruptException(
          "buffer " + buffer + " has " + length + " bytes where " + least + " are needed");
    }
    return piece;
  }

  /** Returns how many bytes of the file have been read. */
  long bytesRead() {
    return bytesRead;
  }

  /** Returns the account that pays. */
  MemoryAccount account() {
    return account;
  }

  @Override
  public void close() {
    owned.forEach(Buffer::release);
    owned.clear();
  }
}
