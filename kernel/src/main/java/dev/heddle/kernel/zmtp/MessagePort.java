package dev.heddle.kernel.zmtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A socket of ZeroMQ's that listens at a TCP port. Thread-safe. */
public final class MessagePort implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ServerSocket server;
  private final SocketKind kind;
  private final PortLimits limits;
  private final ReadMemory memory;
  private final Receiver receiver;
  private final Set<Connection> connections = new LinkedHashSet<>(); // guarded by itself; by begin
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Thread acceptor =
      Thread.ofVirtual().name("heddle-zmtp-accept").unstarted(this::accept);
  private volatile boolean isEnding;

  private MessagePort(
      ServerSocket server,
      SocketKind kind,
      PortLimits limits,
      ReadMemory memory,
      Receiver receiver) {
    this.server = server;
    this.kind = kind;
    this.limits = limits;
    this.memory = memory;
    this.receiver = receiver;
  }

  /**
   * Listens.
   *
   * @param port 0 for a free one
   * @param memory of unfinished messages, which other ports may share
   * @param receiver of messages; not called for PUB
   * @throws IOException if the address cannot be bound
   */
  public static MessagePort open(
      InetAddress address,
      int port,
      SocketKind kind,
      PortLimits limits,
      ReadMemory memory,
      Receiver receiver)
      throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.bind(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    MessagePort made = new MessagePort(server, kind, limits, memory, receiver);
    made.acceptor.start();
    return made;
  }

  /** Returns the number of the TCP port. */
  public int port() {
    return server.getLocalPort();
  }

  /** Returns the number of open connections. */
  public int connections() {
    synchronized (connections) {
      return connections.size();
    }
  }

  /** Sends a message to all whose subscriptions fit its first part. */
  public void publish(List<byte[]> parts) {
    byte[] topic = parts.getFirst();
    byte[] encoded = Frame.message(parts);
    for (Connection each : opened()) {
      if (each.isSubscribed(topic)) {
        each.send(encoded);
      }
    }
  }

  /** Returns the newest open connection with an identity; a given one if there is none. */
  Connection newest(byte[] identity, Connection otherwise) {
    Connection found = otherwise;
    for (Connection each : opened()) {
      found = each.isOf(identity) ? each : found;
    }
    return found;
  }

  SocketKind kind() {
    return kind;
  }

  PortLimits limits() {
    return limits;
  }

  ReadMemory memory() {
    return memory;
  }

  /** Returns the number of bytes that wait to be sent to all peers. */
  AtomicLong waitingBytes() {
    return waitingBytes;
  }

  private List<Connection> opened() {
    synchronized (connections) {
      return new ArrayList<>(connections);
    }
  }

  private void accept() {
    while (!isEnding) {
      try {
        Socket socket = server.accept();
        Connection made = new Connection(socket, this);
        if (!admit(made)) {
          made.close();
        }
      } catch (IOException e) {
        pause(); // too many files are open, or it is closed
      }
    }
  }

  private void pause() {
    if (!isEnding) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Finds a place for a connection, which may cost another one its own. */
  private boolean admit(Connection made) {
    Connection last = null;
    synchronized (connections) {
      if (isEnding) {
        return false;
      }
      if (connections.size() >= limits.connections()) {
        for (Connection each : connections) {
          if (!each.isProven()) {
            last = each;
            break;
          }
        }
        if (last == null) {
          return false;
        }
        connections.remove(last);
      }
      connections.add(made);
      made.start();
    }
    if (last != null) {
      last.close();
    }
    return true;
  }

  void forget(Connection closed) {
    synchronized (connections) {
      connections.remove(closed);
    }
  }

  void received(Connection from, List<byte[]> parts) throws ProtocolException {
    switch (kind) {
      case PUB -> from.subscription(parts);
      case ROUTER -> receiver.message(from, parts);
      case REP -> {
        int end = 0;
        while (end < parts.size() && parts.get(end).length > 0) {
          end++;
        }
        if (end + 1 >= parts.size()) {
          throw new ProtocolException("Not ZMTP: a request has an envelope and a body");
        }
        receiver.message(from, parts);
      }
    }
  }

  /** Accepts no more, and tells peers that there is no more once all is sent. */
  public void end() {
    isEnding = true;
    try {
      server.close();
    } catch (IOException e) {
      return; // nothing is left to close
    } finally {
      opened().forEach(Connection::end);
    }
  }

  /** Waits until all peers have closed, at most up to a time by the clock of nanoTime. */
  public void awaitEnd(long nanos) throws InterruptedException {
    for (Connection each : opened()) {
      each.awaitEnd(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    }
  }

  /** Closes all at once; what waits to be sent is lost. Then others may listen at the port. */
  @Override
  public void close() {
    end();
    opened().forEach(Connection::close);
    try {
      acceptor.join(); // a port is free once nobody accepts
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
