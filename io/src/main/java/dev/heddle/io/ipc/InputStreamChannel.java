package dev.heddle.io.ipc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * A stream as a channel, which fills off-heap buffers in larger pieces than the JDK's and reads no
 * byte more than it is asked for. For one thread; closing it closes the stream.
 */
final class InputStreamChannel implements ReadableByteChannel {
  private static final int PIECE_BYTES = 16 << 10;

  private final InputStream source;
  private final byte[] piece = new byte[PIECE_BYTES];
  private boolean isClosed;

  InputStreamChannel(InputStream source) {
    this.source = source;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int total = 0;
    while (target.hasRemaining()) {
      int read = readPiece(target);
      if (read < 0) {
        return total == 0 ? -1 : total;
      }
      total += read;
    }
    return total;
  }

  private int readPiece(ByteBuffer target) throws IOException {
    if (target.hasArray()) {
      int at = target.position();
      int read = source.read(target.array(), target.arrayOffset() + at, target.remaining());
      target.position(at + Math.max(0, read));
      return read;
    }
    int read = source.read(piece, 0, Math.min(PIECE_BYTES, target.remaining()));
    target.put(piece, 0, Math.max(0, read));
    return read;
  }

  @Override
  public boolean isOpen() {
    return !isClosed;
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    source.close();
  }
}
