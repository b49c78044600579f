package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.StageCodec;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Frame;
import dev.heddle.shuffle.net.PeerThreads;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Control messages over a connection. Sending never waits: a thread of its own sends what has
 * gathered, in one frame. When frames follow each other closely, it gathers for a moment before the
 * next one. What {@linkplain ControlMessage#canWait can wait} goes with the next message that
 * cannot, or by itself a little later: each frame costs both processes more than what is in it.
 * Thread-safe.
 */
public final class ControlChannel implements AutoCloseable {
  private static final RecordCodec<Batch> CODEC = RecordCodec.of(Batch.class);
  private static final int BATCH = 1;
  private static final int MAX_MESSAGES = 1_000;
  private static final int MAX_FRAMES = 4; // that follow each other closely
  private static final long GATHER_NANOS = 1_000_000;
  private static final long WAIT_NANOS = 100_000_000;

  private final Connection connection;
  private final UnaryOperator<List<ControlMessage>> condenser;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Thread sender;
  private final long waitNanos;
  private List<ControlMessage> outbox = new ArrayList<>(); // guarded by the lock
  private boolean isUrgent; // guarded by the lock; whether something cannot wait

  /** What goes in one frame. */
  private record Batch(List<ControlMessage> messages) {}

  /** Starts to send. */
  public ControlChannel(Connection connection) {
    this(connection, UnaryOperator.identity(), WAIT_NANOS);
  }

  /**
   * Starts to send.
   *
   * @param condenser makes what has gathered shorter, on the sending thread
   */
  public ControlChannel(Connection connection, UnaryOperator<List<ControlMessage>> condenser) {
    this(connection, condenser, WAIT_NANOS);
  }

  /**
   * Starts to send.
   *
   * @param condenser makes what has gathered shorter, on the sending thread
   * @param waitNanos how long waits what can
   */
  ControlChannel(
      Connection connection, UnaryOperator<List<ControlMessage>> condenser, long waitNanos) {
    this.waitNanos = waitNanos;
    this.connection = connection;
    this.condenser = condenser;
    this.sender = PeerThreads.start("heddle-control", this::sendAll);
  }

  /** Returns what processes that understand each other have in common. */
  public static long fingerprint() {
    long plans = CODEC.fingerprint() * 31 + StageCodec.fingerprint();
    return (plans * 31 + StageCounts.fingerprint()) * 31 + QueryNews.fingerprint();
  }

  /** Sends a message soon; it is lost if the connection breaks. */
  public void send(ControlMessage message) {
    send(List.of(message));
  }

  /** Sends messages soon, in order. */
  public void send(List<ControlMessage> messages) {
    boolean cannotWait = false;
    for (ControlMessage message : messages) {
      cannotWait |= !message.canWait();
    }
    lock.lock();
    try {
      if (outbox.isEmpty() || (cannotWait && !isUrgent)) {
        filled.signal();
      }
      outbox.addAll(messages);
      isUrgent |= cannotWait;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a last message after those that have gathered, on the caller's thread; it is lost if the
   * connection breaks.
   */
  public void sendLast(ControlMessage message) {
    List<ControlMessage> all;
    lock.lock();
    try {
      all = outbox;
      outbox = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    all.add(message);
    try {
      transmit(condenser.apply(all));
    } catch (HeddleException e) {
      connection.close();
    }
  }

  private void sendAll() {
    int frames = 0;
    long last = System.nanoTime();
    try {
      while (true) {
        transmit(condenser.apply(take()));
        long now = System.nanoTime();
        frames = now - last < 2 * GATHER_NANOS ? frames + 1 : 0;
        last = now;
        if (frames >= MAX_FRAMES) {
          TimeUnit.NANOSECONDS.sleep(GATHER_NANOS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } catch (HeddleException e) {
      connection.close(); // the receiving thread reports why
    }
  }

  private List<ControlMessage> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (outbox.isEmpty()) {
        filled.await();
      }
      long nanos = waitNanos;
      while (!isUrgent && nanos > 0) {
        nanos = filled.awaitNanos(nanos);
      }
      List<ControlMessage> taken = outbox;
      outbox = new ArrayList<>();
      isUrgent = false;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void transmit(List<ControlMessage> messages) {
    int from = 0;
    for (int i = 0; i < messages.size(); i++) {
      boolean isLarge = messages.get(i).isLarge();
      if (isLarge || i - from == MAX_MESSAGES) {
        transmit(messages, from, i);
        from = i;
      }
      if (isLarge) {
        transmit(messages, i, i + 1);
        from = i + 1;
      }
    }
    transmit(messages, from, messages.size());
  }

  private void transmit(List<ControlMessage> messages, int from, int to) {
    if (from < to) {
      connection.send(BATCH, ByteBuffer.wrap(CODEC.encode(new Batch(messages.subList(from, to)))));
    }
  }

  /**
   * Gives the messages that arrive to the handler, frame by frame, on the caller's thread, until
   * the other end closes.
   *
   * @param kind the messages that the other end may send
   * @throws HeddleException if the connection breaks or is closed here, or another message arrives
   */
  public <T extends ControlMessage> void receiveAll(Class<T> kind, Consumer<List<T>> handler) {
    for (Optional<Frame> frame = connection.receive();
        frame.isPresent();
        frame = connection.receive()) {
      ByteBuffer in = frame.get().payload();
      Batch batch = CODEC.decode(in.array(), in.arrayOffset() + in.position(), in.remaining());
      List<T> messages = new ArrayList<>(batch.messages().size());
      for (ControlMessage message : batch.messages()) {
        if (!kind.isInstance(message)) {
          throw new HeddleException(
              ErrorCode.CORRUPT_MESSAGE,
              connection + " sent what is no message " + kind.getSimpleName() + ": " + message);
        }
        messages.add(kind.cast(message));
      }
      handler.accept(messages);
    }
  }

  /** Returns the connection, for its names. */
  public Connection connection() {
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
