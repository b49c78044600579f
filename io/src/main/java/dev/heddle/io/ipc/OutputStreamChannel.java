package dev.heddle.io.ipc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A stream as a channel, which takes off-heap bytes in larger pieces than the JDK's. For one
 * thread; the stream stays the caller's, also after {@link #close}.
 */
final class OutputStreamChannel implements WritableByteChannel {
  private static final int PIECE_BYTES = 64 << 10;

  private final OutputStream target;
  private final byte[] piece = new byte[PIECE_BYTES];

  OutputStreamChannel(OutputStream target) {
    this.target = target;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int bytes = source.remaining();
    if (source.hasArray()) {
      target.write(source.array(), source.arrayOffset() + source.position(), bytes);
      source.position(source.limit());
    } else {
      while (source.hasRemaining()) {
        int count = Math.min(PIECE_BYTES, source.remaining());
        source.get(piece, 0, count);
        target.write(piece, 0, count);
      }
    }
    return bytes;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
