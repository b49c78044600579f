package dev.heddle.io.ipc;

import dev.heddle.io.memory.Memory;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.ReadChannel;

/**
 * Reads what Arrow's own channel reads, and needs no launch flag: that one views its buffers
 * through a constructor of {@code java.nio}.
 */
final class IpcReadChannel extends ReadChannel {
  private static final int MAX_VIEW_BYTES = 1 << 30;

  IpcReadChannel(ReadableByteChannel source) {
    super(source);
  }

  @Override
  public long readFully(ArrowBuf buffer, long length) throws IOException {
    if (length > buffer.writableBytes()) {
      throw new IndexOutOfBoundsException(
          "Cannot read " + length + " bytes into the " + buffer.writableBytes() + " of a buffer");
    }
    long done = 0;
    while (done < length) {
      int wanted = (int) Math.min(MAX_VIEW_BYTES, length - done);
      int read =
          readFully(Memory.byteBuffer(buffer.memoryAddress() + buffer.writerIndex(), wanted));
      buffer.writerIndex(buffer.writerIndex() + read);
      done += read;
      if (read < wanted) {
        break;
      }
    }
    return done;
  }
}
