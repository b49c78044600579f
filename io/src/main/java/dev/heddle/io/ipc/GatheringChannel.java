package dev.heddle.io.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Joins small writes into one; large ones go on as they are. For one thread; {@link #flush} hands
 * on what is still here. The target stays the caller's, also after {@link #close}.
 */
final class GatheringChannel implements WritableByteChannel {
  private static final int GATHERED_BYTES = 64 << 10;

  /** Copying a smaller write costs less than a call of the operating system. */
  private static final int MIN_DIRECT_BYTES = 16 << 10;

  private final WritableByteChannel target;
  private final ByteBuffer gathered = ByteBuffer.allocate(GATHERED_BYTES);

  GatheringChannel(WritableByteChannel target) {
    this.target = target;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int bytes = source.remaining();
    if (bytes > gathered.remaining() || bytes >= MIN_DIRECT_BYTES) {
      flush();
    }
    if (bytes >= MIN_DIRECT_BYTES) {
      writeAll(source);
    } else {
      gathered.put(source);
    }
    return bytes;
  }

  void flush() throws IOException {
    gathered.flip();
    try {
      writeAll(gathered);
    } finally {
      gathered.clear();
    }
  }

  private void writeAll(ByteBuffer source) throws IOException {
    while (source.hasRemaining()) {
      target.write(source);
    }
  }

  @Override
  public boolean isOpen() {
    return target.isOpen();
  }

  @Override
  public void close() {}
}
