package dev.heddle.shuffle.store;

import dev.heddle.io.memory.Memory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A merged bundle that is open for reading, by any number of threads. */
public final class MergedFile implements AutoCloseable {
  private final FileChannel file;
  private final long directory; // where it starts

  MergedFile(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      directory = MergedFormat.directoryStart(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Returns where the parts of a partition start; the partition behind it gives the end. */
  public long start(int partition) throws IOException {
    ByteBuffer entry = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    read(directory + (long) partition * Long.BYTES, entry);
    return entry.getLong(0);
  }

  /** Reads bytes to an address. */
  public void read(long offset, int bytes, long target) throws IOException {
    read(offset, Memory.byteBuffer(target, bytes));
  }

  private void read(long offset, ByteBuffer target) throws IOException {
    while (target.hasRemaining()) {
      if (file.read(target, offset + target.position()) < 0) {
        throw new EOFException("a merged bundle ends before byte " + offset);
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
