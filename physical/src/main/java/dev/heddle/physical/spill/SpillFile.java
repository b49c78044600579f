package dev.heddle.physical.spill;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.ipc.CompressionCost;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Rows on the disk. Written once by a {@link SpillWriter}, then read as often as wanted, by several
 * threads too. Closing it deletes it, also while it is being written or read.
 */
public final class SpillFile implements AutoCloseable {
  static final int HEADER_BYTES = 32;
  static final int MAGIC = 'H' | 'S' << 8 | 'B' << 16 | '1' << 24;
  static final int SUMMED_BYTES = 16;

  private final SpillSpace space;
  private final SpillFolder folder;
  private final String name;
  private final List<DataType> types;
  private @Nullable Path path; // guarded by this
  private long rows; // guarded by this
  private long bytes; // guarded by this
  private long[] blockStarts = new long[8]; // guarded by this
  private int[] blockRows = new int[8]; // guarded by this
  private int blocks; // guarded by this
  private @Nullable FileChannel writing; // guarded by this
  private boolean closed; // guarded by this

  SpillFile(SpillSpace space, SpillFolder folder, String name, List<DataType> types) {
    this.space = space;
    this.folder = folder;
    this.name = name;
    this.types = List.copyOf(types);
  }

  /** Returns how many rows it has. */
  public synchronized long rows() {
    return rows;
  }

  /** Returns how many bytes it takes on the disk. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Returns how many blocks it has. */
  public synchronized int blockCount() {
    return blocks;
  }

  /** Returns how many rows a block has. */
  public synchronized int blockRows(int block) {
    return blockRows[Objects.checkIndex(block, blocks)];
  }

  synchronized long blockStart(int block) {
    return blockStarts[Objects.checkIndex(block, blocks)];
  }

  /** Opens a reader from its start; the account pays for what is read. */
  public SpillReader open(MemoryAccount account) {
    return open(account, 0);
  }

  /**
   * Opens a reader that begins with the block that starts at a byte; see {@link
   * SpillWriter#endBlock}.
   */
  public SpillReader open(MemoryAccount account, long firstByte) {
    return new SpillReader(this, account, firstByte);
  }

  CompressionCost compressionCost() {
    return folder.compressionCost();
  }

  List<DataType> types() {
    return types;
  }

  /** Returns its path, or null if it has no rows. */
  synchronized @Nullable Path path() {
    if (closed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot read spill file " + name + ": deleted");
    }
    return path;
  }

  /** Adds a block. */
  void append(IpcBlockWriter.Block block) {
    ByteBuffer metadata = block.metadata();
    int metadataBytes = metadata.remaining();
    ByteBuffer body = Memory.byteBuffer(block.body().address(), block.bodyBytes());
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(0, MAGIC).putInt(4, block.rows());
    header.putInt(8, metadataBytes).putInt(12, block.bodyBytes());
    header.putInt(SUMMED_BYTES, checksum(header, metadata.duplicate(), body.duplicate()));
    long total = (long) HEADER_BYTES + metadataBytes + block.bodyBytes();
    folder.take(total);
    synchronized (this) {
      bytes += total;
      if (closed) {
        dropBytes();
        throw new HeddleException(
            ErrorCode.CLOSED, "Cannot write spill file " + name + ": deleted");
      }
      Path file = path == null ? folder.create(name) : path;
      path = file;
      try {
        FileChannel channel = writing == null ? folder.openForWriting(file) : writing;
        writing = channel;
        ByteBuffer[] all = {header, metadata, body};
        long begun = System.nanoTime();
        while (body.hasRemaining() || metadata.hasRemaining() || header.hasRemaining()) {
          channel.write(all);
        }
        folder.compressionCost().noteWrite(total, System.nanoTime() - begun);
      } catch (IOException e) {
        throw SpillFolder.failed("write spill file", file, e);
      }
      rows += block.rows();
      if (blocks == blockRows.length) {
        blockRows = Arrays.copyOf(blockRows, 2 * blocks);
        blockStarts = Arrays.copyOf(blockStarts, 2 * blocks);
      }
      blockRows[blocks] = block.rows();
      blockStarts[blocks++] = bytes - total;
    }
    space.noteWritten(total);
  }

  /** Ends writing. May be repeated. */
  synchronized void endWriting() {
    try {
      closeWriting();
    } catch (IOException e) {
      throw SpillFolder.failed("write spill file", path == null ? Path.of(name) : path, e);
    }
  }

  static int checksum(ByteBuffer header, ByteBuffer metadata, ByteBuffer body) {
    CRC32C sum = new CRC32C();
    sum.update(header.duplicate().position(0).limit(SUMMED_BYTES));
    sum.update(metadata);
    sum.update(body);
    return (int) sum.getValue();
  }

  private void dropBytes() {
    folder.giveBack(bytes);
    bytes = 0;
  }

  private synchronized void closeWriting() throws IOException {
    FileChannel channel = writing;
    writing = null;
    if (channel != null) {
      channel.close();
    }
  }

  /** Deletes the file. May be repeated. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      dropBytes();
      if (path != null) {
        try {
          closeWriting(); // some systems keep what is open
          Files.deleteIfExists(path);
        } catch (IOException e) {
          throw SpillFolder.failed("delete spill file", path, e);
        }
      }
    }
    space.forget(this);
  }
}
