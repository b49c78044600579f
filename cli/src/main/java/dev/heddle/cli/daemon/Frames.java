package dev.heddle.cli.daemon;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The frames of a connection: a letter, four bytes of length and the content. One thread reads;
 * several may write.
 */
final class Frames implements Closeable {
  /** What one frame may hold. */
  static final int MAX_BYTES = 16 << 20;

  private static final int HEAD_BYTES = 5;

  private final SocketChannel channel;
  private final Object writing = new Object();

  Frames(SocketChannel channel) {
    this.channel = channel;
  }

  /** A frame. */
  record Frame(char type, byte[] content) {
    String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  /** Reads the next frame; nothing at the end of the connection. */
  Optional<Frame> read() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    while (head.hasRemaining()) {
      if (channel.read(head) < 0) {
        return Optional.empty();
      }
    }
    char type = (char) head.get(0);
    int length = head.getInt(1);
    if (length < 0 || length > MAX_BYTES) {
      throw new IOException("A frame of " + length + " bytes is none of heddle's");
    }
    ByteBuffer content = ByteBuffer.allocate(length);
    while (content.hasRemaining()) {
      if (channel.read(content) < 0) {
        throw new EOFException("The connection ends within a frame");
      }
    }
    return Optional.of(new Frame(type, content.array()));
  }

  void write(char type, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    write(type, content, 0, content.length);
  }

  void write(char type, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + length);
    frame.put((byte) type).putInt(length).put(bytes, offset, length).flip();
    synchronized (writing) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
