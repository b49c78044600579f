package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.StageCodec;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Frame;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Control messages over a connection. Sending never waits: a thread of its own sends what has
 * gathered, in one frame. Thread-safe.
 */
final class ControlChannel implements AutoCloseable {
  private static final RecordCodec<ControlMessage> CODEC = RecordCodec.of(ControlMessage.class);
  private static final int BATCH = 1;
  private static final int MOST_MESSAGES = 10_000;
  private static final int BATCH_BYTES = 1 << 20;

  private final Connection connection;
  private final BlockingQueue<ControlMessage> outbox = new LinkedBlockingQueue<>();
  private final Thread sender;

  ControlChannel(Connection connection) {
    this.connection = connection;
    this.sender = Thread.ofVirtual().name("heddle-control").start(this::sendAll);
  }

  /** Returns what processes that understand each other have in common. */
  static long fingerprint() {
    return CODEC.fingerprint() * 31 + StageCodec.fingerprint();
  }

  /** Sends a message soon; it is lost if the connection breaks. */
  void send(ControlMessage message) {
    outbox.add(message);
  }

  private void sendAll() {
    List<ControlMessage> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(outbox.take());
        outbox.drainTo(batch, MOST_MESSAGES);
        send(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } catch (HeddleException e) {
      connection.close(); // the receiving thread says why
    }
  }

  private void send(List<ControlMessage> batch) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (ControlMessage message : batch) {
      byte[] bytes = CODEC.encode(message);
      if (out.size() > 0 && out.size() + bytes.length > BATCH_BYTES) {
        connection.send(BATCH, ByteBuffer.wrap(out.toByteArray()));
        out.reset();
      }
      length.clear();
      out.writeBytes(length.putInt(bytes.length).array());
      out.writeBytes(bytes);
    }
    connection.send(BATCH, ByteBuffer.wrap(out.toByteArray()));
  }

  /**
   * Gives each message that arrives to the handler, on the caller's thread, until the other end
   * closes.
   *
   * @throws HeddleException if the connection breaks or is closed here, or says nonsense
   */
  void receiveAll(Consumer<ControlMessage> handler) {
    for (Optional<Frame> frame = connection.receive();
        frame.isPresent();
        frame = connection.receive()) {
      ByteBuffer in = frame.get().payload();
      while (in.hasRemaining()) {
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
          throw new HeddleException(
              ErrorCode.CORRUPT_MESSAGE, "A batch from " + connection + " cannot be read");
        }
        ControlMessage message = CODEC.decode(in.array(), in.arrayOffset() + in.position(), length);
        in.position(in.position() + length);
        handler.accept(message);
      }
    }
  }

  /** Returns the connection, for its names. */
  Connection connection() {
    return connection;
  }

  /** Closes the connection; what has not been sent is lost. */
  @Override
  public void close() {
    connection.close();
    sender.interrupt();
  }

  @Override
  public String toString() {
    return connection.toString();
  }
}
