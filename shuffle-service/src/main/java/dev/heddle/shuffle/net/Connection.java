package dev.heddle.shuffle.net;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A stream of frames between two processes that know each other.
 *
 * <p>Blocking, made for virtual threads. Any thread sends, one thread at a time receives, any
 * thread closes, which ends what others wait for. Every error closes the connection.
 */
public final class Connection implements AutoCloseable {
  /** The largest payload. */
  public static final int MAX_FRAME_BYTES = 128 << 20;

  static final int HELLO = 255;
  static final int WELCOME = 254;
  static final int REFUSED = 253;
  static final int FIRST_OWN_KIND = 240;

  private static final int HEADER_BYTES = 16;
  private static final int HANDSHAKE_BYTES = 8 << 10;
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int GATHERED_BYTES = 32 << 10;
  private static final String ASK =
      "; is it a process of Heddle, and does this one have its security folder?";

  private final Wire wire;
  private final String place;
  private final ReentrantLock sending = new ReentrantLock();
  private final ByteBuffer headerOut =
      ByteBuffer.allocateDirect(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private @Nullable ByteBuffer gathered; // frames that wait for others; guarded by sending
  private final ByteBuffer in =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private int maxBytes = HANDSHAKE_BYTES;
  private @Nullable Hello peer;
  private volatile boolean closed;
  private volatile long sendingSinceNanos; // while isSending
  private volatile boolean isSending;

  Connection(Wire wire, String place) {
    this.wire = wire;
    this.place = place;
  }

  /**
   * Connects and shakes hands.
   *
   * @throws HeddleException of code REFUSED if the other end does not want this process; of code IO
   *     if it cannot be reached
   */
  public static Connection open(InetSocketAddress address, Security security, Hello self) {
    String token = security.token();
    try {
      return open(address, security, token, self);
    } catch (HeddleException e) {
      if (e.code() != ErrorCode.REFUSED || token.equals(security.token())) {
        throw e;
      }
      return open(address, security, security.token(), self); // that of the next scheduler
    }
  }

  private static Connection open(
      InetSocketAddress address, Security security, String token, Hello self) {
    String place = address.getHostString() + ":" + address.getPort();
    if (address.isUnresolved()) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot connect to " + place + ": the host name is not known");
    }
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SocketChannel opened = channel;
      try (Deadline _ = new Deadline(opened)) {
        channel.connect(address);
        Connection connection = new Connection(security.clientWire(channel), place);
        connection.introduce(token, self);
        return connection;
      }
    } catch (IOException e) {
      close(channel);
      String ask = e instanceof SSLException ? ASK : "";
      throw new HeddleException(
          ErrorCode.IO, "Cannot connect to " + place + ": " + text(e) + ask, e);
    } catch (RuntimeException e) {
      close(channel);
      throw e;
    }
  }

  private static void close(@Nullable SocketChannel channel) {
    if (channel != null) {
      new Wire.Plain(channel).close();
    }
  }

  private void introduce(String token, Hello self) {
    transmit(HELLO, self.encode(token));
    Frame answer =
        receive()
            .orElseThrow(
                () -> broken(new EOFException("the other end closed during the handshake")));
    switch (answer.kind()) {
      case WELCOME -> accept(Hello.decode(answer.payload()).hello(), self);
      case REFUSED ->
          throw new HeddleException(
              ErrorCode.REFUSED,
              place + " refuses: " + StandardCharsets.UTF_8.decode(answer.payload()));
      default -> throw broken(new IOException("the handshake was answered by another frame"));
    }
  }

  private void accept(Hello other, Hello self) {
    Optional<String> mismatch = self.mismatch(other);
    if (mismatch.isPresent()) {
      throw new HeddleException(
          ErrorCode.REFUSED, "Cannot work with " + place + ": " + mismatch.get());
    }
    peer = other;
    maxBytes = MAX_FRAME_BYTES;
  }

  /** Shakes hands as the end that was connected to. */
  void welcome(Security security, Hello self) {
    Frame first =
        receive().orElseThrow(() -> broken(new EOFException("closed during the handshake")));
    try {
      if (first.kind() != HELLO) {
        throw new HeddleException(ErrorCode.REFUSED, "the first frame is no introduction");
      }
      Hello.Introduction introduction = Hello.decode(first.payload());
      if (!security.admits(introduction.token())) {
        throw new HeddleException(
            ErrorCode.REFUSED,
            "the token of "
                + introduction.hello().name()
                + " is not the one of this cluster; "
                + security.wayOut());
      }
      accept(introduction.hello(), self);
    } catch (HeddleException e) {
      transmit(REFUSED, StandardCharsets.UTF_8.encode(String.valueOf(e.getMessage())));
      throw e;
    }
    transmit(WELCOME, self.encode(""));
  }

  /** Returns how the other end introduced itself. */
  public Hello peer() {
    if (peer == null) {
      throw new IllegalStateException("The handshake is not over");
    }
    return peer;
  }

  /** Returns the other end's host and port, as far as known. */
  public String place() {
    return place;
  }

  /**
   * Sends a frame whose payload is what the buffers hold, one after the other; consumes them.
   *
   * @throws HeddleException of code IO if the connection is broken or closed
   */
  public void send(int kind, ByteBuffer... payload) {
    checkKind(kind);
    transmit(kind, payload);
  }

  /**
   * Sends a frame together with those that follow: a little one may wait here until {@link #flush}
   * or until one is sent that does not wait. Consumes the buffers.
   *
   * @throws HeddleException of code IO if the connection is broken or closed
   */
  public void sendWithNext(int kind, ByteBuffer... payload) {
    checkKind(kind);
    long length = length(payload);
    if (length > GATHERED_BYTES / 4) {
      transmit(kind, payload);
      return;
    }
    int crc = checksum(payload);
    sending.lock();
    try {
      ByteBuffer to = gathered;
      if (to == null) {
        to = ByteBuffer.allocate(GATHERED_BYTES);
        gathered = to;
      }
      if (to.remaining() < HEADER_BYTES + length) {
        write(to.flip());
        to.clear();
      }
      to.put(header(kind, (int) length, crc));
      for (ByteBuffer part : payload) {
        to.put(part);
      }
    } finally {
      sending.unlock();
    }
  }

  /**
   * Sends what waits for other frames.
   *
   * @throws HeddleException of code IO if the connection is broken or closed
   */
  public void flush() {
    sending.lock();
    try {
      if (gathered != null && gathered.position() > 0) {
        write(gathered.flip());
        gathered.clear();
      }
    } finally {
      sending.unlock();
    }
  }

  private static void checkKind(int kind) {
    if (kind < 0 || kind >= FIRST_OWN_KIND) {
      throw new IllegalArgumentException("No kind of frame: " + kind);
    }
  }

  private static long length(ByteBuffer[] payload) {
    long length = 0;
    for (ByteBuffer part : payload) {
      length += part.remaining();
    }
    return length;
  }

  private void transmit(int kind, ByteBuffer... payload) {
    long length = length(payload);
    if (length > MAX_FRAME_BYTES) {
      throw new IllegalArgumentException(
          "A frame of " + length + " bytes; at most " + MAX_FRAME_BYTES + " can be sent at once");
    }
    ByteBuffer[] all = new ByteBuffer[payload.length + 1];
    System.arraycopy(payload, 0, all, 1, payload.length);
    int crc = checksum(payload);
    sending.lock();
    try {
      flush();
      all[0] = header(kind, (int) length, crc);
      write(all);
    } finally {
      sending.unlock();
    }
  }

  /** Returns a frame's header, valid while the lock is held. */
  private ByteBuffer header(int kind, int length, int crc) {
    headerOut.clear();
    headerOut.putInt(length).putInt(kind).putInt(crc);
    headerOut.putInt(checksum(headerOut.slice(0, HEADER_BYTES - 4))).flip();
    return headerOut;
  }

  private void write(ByteBuffer... buffers) {
    sendingSinceNanos = System.nanoTime();
    isSending = true;
    try {
      wire.write(buffers);
    } catch (IOException e) {
      throw broken(e);
    } finally {
      isSending = false;
    }
  }

  /**
   * Returns for how long the frame that is being sent has been, 0 if none is.
   *
   * @param nowNanos the time of {@link System#nanoTime}
   */
  public long sendingNanos(long nowNanos) {
    long since = sendingSinceNanos;
    return isSending ? nowNanos - since : 0;
  }

  private static int checksum(ByteBuffer... bytes) {
    CRC32C crc = new CRC32C();
    for (ByteBuffer part : bytes) {
      crc.update(part.duplicate());
    }
    return (int) crc.getValue();
  }

  /** Waits for the next frame and returns it on the heap, or nothing at the end of the stream. */
  public Optional<Frame> receive() {
    return receive(PayloadSpace.HEAP);
  }

  /**
   * Waits for the next frame, or returns nothing at the end of the stream.
   *
   * @throws HeddleException of code IO if the connection is broken, closed here, or carried
   *     something that is no frame
   */
  public Optional<Frame> receive(PayloadSpace space) {
    try {
      if (!fill(HEADER_BYTES)) {
        return Optional.empty();
      }
      int headerCrc = checksum(in.slice(in.position(), HEADER_BYTES - 4));
      int length = in.getInt();
      int kind = in.getInt();
      int payloadCrc = in.getInt();
      if (in.getInt() != headerCrc) {
        throw new IOException("the checksum of a frame's header differs");
      }
      if (length < 0 || length > maxBytes) {
        throw new IOException(
            "a frame of " + Integer.toUnsignedString(length) + " bytes; at most " + maxBytes);
      }
      if (kind < 0 || kind > 255) {
        throw new IOException("a frame of the unknown kind " + kind);
      }
      ByteBuffer payload = space.of(kind, length);
      int start = payload.position();
      readInto(payload);
      payload.position(start);
      if (checksum(payload) != payloadCrc) {
        throw new IOException("the checksum of a frame differs");
      }
      return Optional.of(new Frame(kind, payload.order(ByteOrder.LITTLE_ENDIAN)));
    } catch (IOException e) {
      throw broken(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void readInto(ByteBuffer payload) throws IOException {
    int buffered = Math.min(in.remaining(), payload.remaining());
    payload.put(in.slice(in.position(), buffered));
    in.position(in.position() + buffered);
    while (payload.hasRemaining()) {
      if (wire.read(payload) < 0) {
        throw new EOFException("the stream ends inside a frame");
      }
    }
  }

  /** Makes a number of bytes available; false at the end of the stream. */
  private boolean fill(int bytes) throws IOException {
    if (in.remaining() >= bytes) {
      return true;
    }
    in.compact();
    try {
      while (in.position() < bytes) {
        if (wire.read(in) < 0) {
          if (in.position() > 0) {
            throw new EOFException("the stream ends inside a frame");
          }
          return false;
        }
      }
    } finally {
      in.flip();
    }
    return true;
  }

  private HeddleException broken(IOException e) {
    String what = closed ? "was closed" : "broke: " + text(e);
    close();
    if (peer == null) {
      return new HeddleException(
          ErrorCode.IO, "Cannot connect to " + place + ": the connection " + what + ASK, e);
    }
    return new HeddleException(ErrorCode.IO, "The connection to " + this + " " + what, e);
  }

  private static String text(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Returns whether it was closed here, or by an error. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    wire.close();
  }

  @Override
  public String toString() {
    return peer == null ? place : peer.name() + " at " + place;
  }
}
