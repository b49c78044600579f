package dev.heddle.io.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/**
 * A proxy of TCP between clients and a server, whose connections break on demand: closed, reset,
 * silent, held back for a time, or with other bytes than were sent. A side that ends its connection
 * ends the other's too. Thread-safe; closing it closes all connections.
 */
public final class FaultProxy implements AutoCloseable {
  /** Where proxies listen that have the ports of the servers behind them. */
  public static final String HOST = "127.0.0.2";

  private static final int CHUNK_BYTES = 64 << 10;
  private static final int BACKLOG = 1_000;

  /** Where the bytes of a connection go. */
  public enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  /** Reads what a proxy forwards, and may change it or drop some. Thread-safe. */
  @FunctionalInterface
  public interface Interceptor {
    /** Forwards everything as it is. */
    Interceptor NONE = _ -> chunk -> chunk;

    /**
     * Begins a direction of a new connection.
     *
     * @return what a single thread calls for each chunk of at least one byte, as it has arrived,
     *     for the bytes that are forwarded instead: the same buffer, or another, or an empty one.
     *     The chunk's buffer is used again for the next
     */
    UnaryOperator<ByteBuffer> begin(Direction direction);
  }

  private record Link(SocketChannel client, SocketChannel server) {
    void close() {
      FaultProxy.close(client);
      FaultProxy.close(server);
    }

    void reset() {
      for (SocketChannel each : List.of(client, server)) {
        try {
          each.setOption(StandardSocketOptions.SO_LINGER, 0); // so that closing resets
        } catch (IOException e) {
          continue; // it is closed
        }
        FaultProxy.close(each);
      }
    }
  }

  private final ServerSocketChannel listener;
  private final InetSocketAddress target;
  private final Interceptor interceptor;
  private final List<Link> links = new ArrayList<>(); // guarded by this, as all below
  private boolean isClosed;
  private boolean isHeld;
  private boolean isSilent;
  private CountDownLatch newcomers = new CountDownLatch(0);
  private int waitingNewcomers;
  private long heldBytes;

  /** Starts to listen at a free port of the loopback address. */
  public FaultProxy(InetSocketAddress target) throws IOException {
    this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), target);
  }

  /** Starts to listen, at a free port if its port is 0. */
  public FaultProxy(InetSocketAddress listen, InetSocketAddress target) throws IOException {
    this(listen, target, Interceptor.NONE);
  }

  /** Starts to listen, at a free port if its port is 0; all bytes pass through an interceptor. */
  public FaultProxy(InetSocketAddress listen, InetSocketAddress target, Interceptor interceptor)
      throws IOException {
    this.target = target;
    this.interceptor = interceptor;
    this.listener = ServerSocketChannel.open().bind(listen, BACKLOG);
    Thread.ofVirtual().name("proxy-accept").start(this::acceptAll);
  }

  /** Returns the port at which it listens. */
  public int port() {
    return listener.socket().getLocalPort();
  }

  private void acceptAll() {
    try {
      while (true) {
        SocketChannel client = listener.accept();
        Thread.ofVirtual().name("proxy-connect").start(() -> connect(client));
      }
    } catch (IOException e) {
      close();
    }
  }

  private void connect(SocketChannel client) {
    try {
      CountDownLatch latch;
      synchronized (this) {
        latch = newcomers;
        waitingNewcomers++;
      }
      latch.await();
      Link link = new Link(client, SocketChannel.open());
      boolean isLate;
      synchronized (this) {
        waitingNewcomers--;
        links.add(link);
        isLate = isClosed;
      }
      if (isLate) {
        end(link);
        return;
      }
      open(link);
    } catch (IOException e) {
      close(client); // no channel can be opened
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void open(Link link) {
    try {
      link.client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      link.server.setOption(StandardSocketOptions.TCP_NODELAY, true);
      link.server.connect(target);
    } catch (IOException e) {
      end(link); // the server is not there, or the connection is cut already
      return;
    }
    UnaryOperator<ByteBuffer> answers = interceptor.begin(Direction.TO_CLIENT);
    UnaryOperator<ByteBuffer> requests = interceptor.begin(Direction.TO_SERVER);
    Thread.ofVirtual()
        .name("proxy-answer")
        .start(() -> forward(link, link.server, link.client, answers));
    forward(link, link.client, link.server, requests);
  }

  private void forward(
      Link link, SocketChannel from, SocketChannel to, UnaryOperator<ByteBuffer> interception) {
    try {
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
      while (from.read(chunk.clear()) >= 0) {
        awaitRelease(chunk.flip().remaining());
        ByteBuffer forwarded = interception.apply(chunk);
        while (!isSilent() && forwarded.hasRemaining()) {
          to.write(forwarded);
        }
      }
    } catch (IOException e) {
      // one of them is gone, and so is the other now
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (!isSilent()) {
      end(link);
    }
  }

  private synchronized void awaitRelease(int bytes) throws InterruptedException {
    if (isHeld) {
      heldBytes += bytes;
    }
    while (isHeld && !isClosed) {
      wait();
    }
  }

  private synchronized boolean isSilent() {
    return isSilent;
  }

  private void end(Link link) {
    synchronized (this) {
      links.remove(link);
    }
    link.close();
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized List<Link> removeLinks() {
    List<Link> all = List.copyOf(links);
    links.clear();
    return all;
  }

  /** Closes all connections; returns how many. */
  public int cut() {
    List<Link> all = removeLinks();
    all.forEach(Link::close);
    return all.size();
  }

  /** Resets all connections, as a network or a killed process does. */
  public void reset() {
    removeLinks().forEach(Link::reset);
  }

  /** Resets a random connection; returns whether there was any. */
  public boolean resetAny(Random random) {
    Link link;
    synchronized (this) {
      if (links.isEmpty()) {
        return false;
      }
      link = links.remove(random.nextInt(links.size()));
    }
    link.reset();
    return true;
  }

  /** Drops what is sent from now on, either way; no side learns that the other has closed. */
  public synchronized void fallSilent() {
    isSilent = true;
  }

  /** Forwards again what new connections send; those that were silent should be reset before. */
  public synchronized void resume() {
    isSilent = false;
  }

  /** Holds back what is sent from now on, either way, until it is released. */
  public synchronized void hold() {
    isHeld = true;
  }

  /** Forwards everything again, what was held first. */
  public synchronized void release() {
    isHeld = false;
    notifyAll();
  }

  /** Returns how many bytes have been held back so far. */
  public synchronized long heldBytes() {
    return heldBytes;
  }

  /** Lets those wait that connect from now on. */
  public synchronized void holdNewcomers() {
    newcomers = new CountDownLatch(1);
  }

  /** Returns how many wait that have connected. */
  public synchronized int waitingNewcomers() {
    return waitingNewcomers;
  }

  /** Connects those that wait, and all that come later, to the server. */
  public synchronized void admitNewcomers() {
    newcomers.countDown();
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      admitNewcomers();
      release();
    }
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    cut();
  }
}
