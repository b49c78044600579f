package dev.heddle.shuffle.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;

/** Bytes to and from the other end. One thread reads while another writes; any thread closes. */
sealed interface Wire extends AutoCloseable {
  /** Reads at least one byte, or returns -1 at the end. */
  int read(ByteBuffer target) throws IOException;

  /** Writes all bytes of all buffers. */
  void write(ByteBuffer[] buffers) throws IOException;

  /** Ends what waits in the other methods, with an error. */
  @Override
  void close();

  /** Bytes as they are. */
  record Plain(SocketChannel channel) implements Wire {
    @Override
    public int read(ByteBuffer target) throws IOException {
      return channel.read(target);
    }

    @Override
    public void write(ByteBuffer[] buffers) throws IOException {
      ByteBuffer last = buffers[buffers.length - 1];
      for (ByteBuffer buffer : buffers) {
        last = buffer.hasRemaining() ? buffer : last;
      }
      while (last.hasRemaining()) {
        channel.write(buffers);
      }
    }

    @Override
    public void close() {
      shut(channel);
    }
  }

  /** Bytes through TLS. */
  final class Encrypted implements Wire {
    private static final int CHUNK_BYTES = 1 << 16;

    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] inChunk = new byte[CHUNK_BYTES];
    private final byte[] outChunk = new byte[CHUNK_BYTES];

    Encrypted(SocketChannel channel, SSLSocket socket) throws IOException {
      this.channel = channel;
      this.in = socket.getInputStream();
      this.out = socket.getOutputStream();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      int read = in.read(inChunk, 0, Math.min(inChunk.length, target.remaining()));
      if (read > 0) {
        target.put(inChunk, 0, read);
      }
      return read;
    }

    @Override
    public void write(ByteBuffer[] buffers) throws IOException {
      int filled = 0;
      for (ByteBuffer buffer : buffers) {
        while (buffer.hasRemaining()) {
          int length = Math.min(outChunk.length - filled, buffer.remaining());
          buffer.get(outChunk, filled, length);
          filled += length;
          if (filled == outChunk.length) {
            out.write(outChunk, 0, filled);
            filled = 0;
          }
        }
      }
      out.write(outChunk, 0, filled);
      out.flush();
    }

    /** Closes what is below, since the orderly end of TLS waits for the writer. */
    @Override
    public void close() {
      shut(channel);
    }
  }

  private static void shut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot close a connection", e);
    }
  }
}
