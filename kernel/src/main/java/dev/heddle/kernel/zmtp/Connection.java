package dev.heddle.kernel.zmtp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A peer of a port. Thread-safe. */
public final class Connection {
  private static final int BUFFER_BYTES = 1 << 13;
  private static final int PART_BYTES = 32; // of memory, beside its body
  private static final int MAX_SUBSCRIPTIONS = 1_000;
  private static final int PING_TTL_BYTES = 2;
  private static final int MAX_PING_BYTES = 16;

  private final Socket socket;
  private final MessagePort port;
  private final SendQueue queue;
  private final List<byte[]> subscriptions = new CopyOnWriteArrayList<>();
  private final Thread reader;
  private volatile byte[] identity = new byte[0];
  private volatile boolean isProven;
  private volatile boolean isClosed;

  Connection(Socket socket, MessagePort port) {
    this.socket = socket;
    this.port = port;
    this.queue = new SendQueue(port.waitingBytes());
    this.reader = Thread.ofVirtual().name("heddle-zmtp-read").unstarted(this::read);
  }

  void start() {
    reader.start();
  }

  /**
   * Sends a message to this peer, unless too much waits for it. If it has gone, the message goes to
   * the newest peer of the port with the same identity.
   */
  public void send(List<byte[]> parts) {
    Connection to = isClosed ? port.newest(identity, this) : this;
    if (port.kind() == SocketKind.REP) {
      to.queue.addEcho(Frame.message(parts));
    } else {
      to.queue.add(Frame.message(parts));
    }
  }

  void send(byte[] encoded) {
    queue.add(encoded);
  }

  /** Whether it may stay when others want its place. */
  boolean isProven() {
    return isProven;
  }

  boolean isOf(byte[] who) {
    return who.length > 0 && !isClosed && Arrays.equals(identity, who);
  }

  /** Whether a subscription fits the first part of a message. */
  boolean isSubscribed(byte[] topic) {
    for (byte[] each : subscriptions) {
      if (each.length <= topic.length
          && Arrays.equals(each, 0, each.length, topic, 0, each.length)) {
        return true;
      }
    }
    return false;
  }

  private void read() {
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      TimedInput timed = new TimedInput(socket);
      timed.endIn(port.limits().handshake());
      FrameReader frames =
          new FrameReader(
              new BufferedInputStream(timed, BUFFER_BYTES),
              bytes -> port.memory().take(this, bytes));
      queue.add(Frame.greeting());
      Thread.ofVirtual().name("heddle-zmtp-write").start(this::write);
      frames.greeting();
      queue.add(Frame.ready(port.kind()));
      handshake(frames);
      while (readMessage(frames, timed)) {
        isProven = true;
      }
    } catch (IOException e) {
      return; // the peer has gone, or does not speak properly
    } finally {
      close();
      port.memory().free(this);
      port.forget(this);
    }
  }

  private void handshake(FrameReader frames) throws IOException {
    int flags = frames.flags();
    if (flags < 0) {
      throw new ProtocolException("The peer has ended before it was ready");
    }
    Command ready = Command.of(frames.frame(flags, port.limits().messageBytes()));
    if (!ready.name().equals("READY")) {
      throw new ProtocolException("Not ZMTP: the handshake ends with READY");
    }
    identity = ready.identity(port.kind());
    isProven = port.kind() != SocketKind.ROUTER;
    port.memory().free(this);
  }

  /** Reads up to the end of a message; returns whether there was one. */
  private boolean readMessage(FrameReader frames, TimedInput timed) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    int left = port.limits().messageBytes();
    while (true) {
      if (parts.isEmpty()) {
        port.memory().free(this);
        timed.endNever();
      }
      int flags = frames.flags();
      if (flags < 0) {
        return false;
      }
      if (parts.isEmpty()) {
        timed.endIn(port.limits().message());
      }
      Frame frame = frames.frame(flags, left);
      if (frame.isCommand()) {
        obey(Command.of(frame));
        continue;
      }
      port.memory().take(this, PART_BYTES);
      left = Math.max(0, left - frame.body().length - PART_BYTES);
      parts.add(frame.body());
      if (frame.isMore() && left == 0) {
        throw new ProtocolException("Not ZMTP: a message is not larger than the port allows");
      }
      if (!frame.isMore()) {
        port.received(this, parts);
        return true;
      }
    }
  }

  private void obey(Command command) throws ProtocolException {
    byte[] data = command.data();
    switch (command.name()) {
      case "PING" -> {
        if (data.length < PING_TTL_BYTES || data.length > PING_TTL_BYTES + MAX_PING_BYTES) {
          throw new ProtocolException("Not ZMTP: a PING has 2 to 18 bytes");
        }
        byte[] context = Arrays.copyOfRange(data, PING_TTL_BYTES, data.length);
        queue.addEcho(Frame.command("PONG", context));
      }
      case "PONG" -> {}
      case "SUBSCRIBE" -> subscribe(data);
      case "CANCEL" -> unsubscribe(data);
      default -> throw new ProtocolException("Not ZMTP: no command has this name");
    }
  }

  /** Takes the message in which a subscription comes by the older form. */
  void subscription(List<byte[]> parts) throws ProtocolException {
    byte[] body = parts.getFirst();
    if (parts.size() != 1 || body.length == 0 || body[0] < 0 || body[0] > 1) {
      throw new ProtocolException("Not ZMTP: to a PUB socket only subscriptions are sent");
    }
    byte[] topic = Arrays.copyOfRange(body, 1, body.length);
    if (body[0] == 1) {
      subscribe(topic);
    } else {
      unsubscribe(topic);
    }
  }

  private void subscribe(byte[] topic) throws ProtocolException {
    if (port.kind() != SocketKind.PUB || subscriptions.size() >= MAX_SUBSCRIPTIONS) {
      throw new ProtocolException("Not ZMTP: this socket takes no further subscriptions");
    }
    subscriptions.add(topic);
  }

  private void unsubscribe(byte[] topic) {
    for (byte[] each : subscriptions) {
      if (Arrays.equals(each, topic)) {
        subscriptions.remove(each); // by reference; another subscription of this topic stays
        return;
      }
    }
  }

  private void write() {
    try {
      queue.writeTo(socket.getOutputStream());
      if (!isClosed) {
        socket.shutdownOutput();
      }
    } catch (IOException | InterruptedException e) {
      close();
    }
  }

  /** Sends what waits, and then that there is no more. */
  void end() {
    queue.end();
  }

  /** Waits until the peer has closed too, at most for a time. */
  void awaitEnd(Duration time) throws InterruptedException {
    reader.join(time);
  }

  /** Closes it at once. */
  void close() {
    isClosed = true;
    queue.close();
    try {
      socket.close();
    } catch (IOException e) {
      return; // nothing is left to close
    }
  }
}
