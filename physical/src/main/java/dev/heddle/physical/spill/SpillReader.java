package dev.heddle.physical.spill;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.ipc.IpcBlockReader;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a spill file in the order in which they were written. Holds one block. Used by
 * one thread at a time; closing it leaves the file.
 */
public final class SpillReader implements AutoCloseable {
  private final SpillFile file;
  private final MemoryAccount account;
  private final IpcBlockReader blocks;
  private final ByteBuffer header =
      ByteBuffer.allocate(SpillFile.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long position;
  private boolean closed;

  SpillReader(SpillFile file, MemoryAccount account, long firstByte) {
    this.position = firstByte;
    this.file = file;
    this.account = account;
    this.blocks = new IpcBlockReader(file.types(), account);
  }

  /**
   * Returns the next rows, up to {@link Batch#MAX_ROWS}, which are the caller's; null at the end.
   *
   * @throws HeddleException with code {@code CORRUPT_FILE} if a checksum is wrong, {@code IO} if
   *     the file cannot be read
   */
  public @Nullable Batch next() {
    while (true) {
      Batch batch = blocks.next();
      if (batch != null) {
        return batch;
      }
      if (closed || position >= file.bytes()) {
        return null;
      }
      openBlock();
    }
  }

  /** Goes on with the first row of a block. */
  public void seek(int block) {
    blocks.close();
    position = file.blockStart(block);
  }

  private void openBlock() {
    Path path = file.path();
    if (path == null) {
      throw new IllegalStateException("A spill file with bytes has no path");
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      header.clear();
      readFully(channel, header);
      int metadataBytes = header.getInt(8);
      int bodyBytes = header.getInt(12);
      long left = file.bytes() - position;
      if (header.getInt(0) != SpillFile.MAGIC
          || metadataBytes < 0
          || bodyBytes < 0
          || (long) metadataBytes + bodyBytes > left) {
        throw corrupt(path);
      }
      ByteBuffer metadata = ByteBuffer.allocate(metadataBytes);
      readFully(channel, metadata);
      Buffer body = account.allocate(bodyBytes);
      try {
        ByteBuffer bytes = Memory.byteBuffer(body.address(), bodyBytes);
        readFully(channel, bytes);
        int sum = SpillFile.checksum(header, metadata.flip(), bytes.flip());
        if (sum != header.getInt(SpillFile.SUMMED_BYTES)) {
          throw corrupt(path);
        }
        blocks.open(metadata.flip(), body.address(), bodyBytes);
      } finally {
        body.release();
      }
    } catch (IOException e) {
      throw SpillFolder.failed("read spill file", path, e);
    }
  }

  private HeddleException corrupt(Path path) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE,
        "Cannot read spill file "
            + path
            + ": it is not what was written at byte "
            + position
            + "; check the disk or choose another folder (option spill folder)");
  }

  private void readFully(FileChannel channel, ByteBuffer target) throws IOException {
    while (target.hasRemaining()) {
      int read = channel.read(target, position);
      if (read < 0) {
        throw new EOFException("it ends at byte " + position);
      }
      position += read;
    }
  }

  @Override
  public void close() {
    closed = true;
    blocks.close();
  }
}
