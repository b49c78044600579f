package dev.heddle.io.ipc;

import dev.heddle.io.memory.Memory;
import java.io.IOException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.WriteChannel;

/**
 * Writes what Arrow's own channel writes, and needs no launch flag: that one views its buffers
 * through a constructor of {@code java.nio}.
 */
final class IpcWriteChannel extends WriteChannel {
  private static final int MAX_VIEW_BYTES = 1 << 30;

  IpcWriteChannel(GatheringChannel target) {
    super(target);
  }

  @Override
  public void write(ArrowBuf buffer) throws IOException {
    long start = buffer.memoryAddress() + buffer.readerIndex();
    long bytes = buffer.readableBytes();
    for (long done = 0; done < bytes; done += MAX_VIEW_BYTES) {
      write(Memory.byteBuffer(start + done, (int) Math.min(MAX_VIEW_BYTES, bytes - done)));
    }
  }
}
