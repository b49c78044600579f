package dev.heddle.io.ipc;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;

/**
 * Reads Arrow IPC into Arrow's vectors, without the launch flag that Arrow's own readers need. For
 * frames, {@code session.read().arrow(...)} reads more and checks what it reads.
 */
public final class ArrowInput {
  private static final byte[] MAGIC = "ARROW1\0\0".getBytes(StandardCharsets.US_ASCII);

  private ArrowInput() {}

  /**
   * Reads a stream, or a file from its beginning to its end.
   *
   * @param source closed with the reader
   * @param allocator stays the caller's
   * @throws IOException if the source fails within its first bytes
   */
  public static ArrowReader read(InputStream source, BufferAllocator allocator) throws IOException {
    return read(
        source.getClass() == FileInputStream.class
            ? Channels.newChannel(source)
            : new InputStreamChannel(source),
        allocator);
  }

  /**
   * Reads a stream, or a file from its beginning to its end.
   *
   * @param source closed with the reader
   * @param allocator stays the caller's
   * @throws IOException if the source fails within its first bytes
   */
  public static ArrowReader read(ReadableByteChannel source, BufferAllocator allocator)
      throws IOException {
    ByteBuffer head = ByteBuffer.allocate(MAGIC.length);
    while (head.hasRemaining() && source.read(head) >= 0) {
      // a socket gives what it has
    }
    if (head.hasRemaining()) {
      throw new EOFException(
          "Cannot read Arrow IPC: the input ends after " + head.position() + " bytes");
    }
    head.flip();
    if (head.equals(ByteBuffer.wrap(MAGIC))) { // what follows has the form of a stream
      head.position(head.limit());
    }
    return new ArrowStreamReader(
        new MessageChannelReader(new IpcReadChannel(new HeadedChannel(head, source)), allocator),
        allocator);
  }

  /** A channel whose first bytes have been read. */
  private record HeadedChannel(ByteBuffer head, ReadableByteChannel rest)
      implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer target) throws IOException {
      if (!head.hasRemaining()) {
        return rest.read(target);
      }
      int bytes = Math.min(head.remaining(), target.remaining());
      target.put(head.slice(head.position(), bytes));
      head.position(head.position() + bytes);
      return bytes;
    }

    @Override
    public boolean isOpen() {
      return rest.isOpen();
    }

    @Override
    public void close() throws IOException {
      rest.close();
    }
  }
}
