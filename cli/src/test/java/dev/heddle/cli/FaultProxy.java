package dev.heddle.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * Passes on what a server and those that connect to it say to each other, and breaks it on demand:
 * cuts connections, flips bits, lets nothing through either way. Thread-safe; closing it closes all
 * connections.
 */
final class FaultProxy implements AutoCloseable {
  /** Where proxies listen that have the ports of the servers behind them. */
  static final String HOST = "127.0.0.2";

  private static final int FIRST_PORT = 20_000; // below those that are given out by themselves
  private static final int PORTS = 10_000;
  private static final int MAX_TRIES = 1_000;
  private static final int CHUNK_BYTES = 64 << 10;
  private static final int HEADER_BYTES = 16; // length and kind come first
  private static final int LARGE_BYTES = 4 << 10;
  private static final int SMALL_CHUNKS = 8; // one in this number is spoiled

  private final ServerSocketChannel server;
  private final InetSocketAddress target;
  private final List<SocketChannel> open = new ArrayList<>(); // guarded by this, as all below
  private final Random random;
  private final boolean isFramed;
  private boolean isClosed;
  private boolean isHeld;
  private CountDownLatch newcomers = new CountDownLatch(0);
  private int waitingNewcomers;
  private int kindToDrop;
  private int toDrop;
  private int dropped;
  private int toFlip;
  private int flipped;
  private long heldBytes;

  /** Starts to listen for a server at another address. */
  FaultProxy(InetSocketAddress listen, InetSocketAddress target, long seed) throws IOException {
    this(listen, target, seed, false);
  }

  /** Starts to listen for a server which takes frames as they are; they can be dropped. */
  static FaultProxy ofFrames(InetSocketAddress listen, InetSocketAddress target)
      throws IOException {
    return new FaultProxy(listen, target, 0, true);
  }

  private FaultProxy(
      InetSocketAddress listen, InetSocketAddress target, long seed, boolean isFramed)
      throws IOException {
    this.target = target;
    this.isFramed = isFramed;
    this.random = new Random(seed);
    server = ServerSocketChannel.open().bind(listen);
    Thread.ofVirtual().name("proxy-accept").start(this::acceptAll);
  }

  /** Returns a port that is free for a server and for its proxy. */
  static int freePort() throws IOException {
    Random ports = new Random();
    for (int tries = 1; ; tries++) {
      int port = FIRST_PORT + ports.nextInt(PORTS);
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
          ServerSocket _ = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
        return port;
      } catch (IOException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        SocketChannel client = server.accept();
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
      SocketChannel there = SocketChannel.open();
      boolean isLate;
      synchronized (this) {
        waitingNewcomers--;
        open.add(client);
        open.add(there);
        isLate = isClosed;
      }
      if (isLate) {
        close(client, there);
        return;
      }
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      there.setOption(StandardSocketOptions.TCP_NODELAY, true);
      there.connect(target);
      Thread.ofVirtual().name("proxy-answer").start(() -> copy(there, client));
      copy(client, there);
    } catch (IOException e) {
      close(client); // the server is not there
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void copy(SocketChannel from, SocketChannel to) {
    try {
      if (isFramed) {
        copyFrames(from, to);
      } else {
        copyChunks(from, to);
      }
      close(from, to);
    } catch (IOException e) {
      close(from, to); // one of them is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void copyChunks(SocketChannel from, SocketChannel to)
      throws IOException, InterruptedException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    while (from.read(chunk.clear()) >= 0) {
      pass(chunk.flip());
      write(to, chunk);
    }
  }

  private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  private void copyFrames(SocketChannel from, SocketChannel to) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (fill(from, header.clear())) {
      ByteBuffer payload = ByteBuffer.allocate(header.getInt(0));
      if (!fill(from, payload)) {
        return;
      }
      if (!drops(header.getInt(Integer.BYTES))) {
        write(to, header);
        write(to, payload);
      }
    }
  }

  private static boolean fill(SocketChannel from, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (from.read(buffer) < 0) {
        return false;
      }
    }
    buffer.flip();
    return true;
  }

  private synchronized boolean drops(int kind) {
    if (toDrop == 0 || kind != kindToDrop) {
      return false;
    }
    toDrop--;
    dropped++;
    return true;
  }

  /** Waits while nothing may pass; may spoil what does. */
  private synchronized void pass(ByteBuffer chunk) throws InterruptedException {
    if (isHeld) {
      heldBytes += chunk.remaining();
    }
    while (isHeld && !isClosed) {
      wait();
    }
    boolean isChosen = chunk.remaining() >= LARGE_BYTES || random.nextInt(SMALL_CHUNKS) == 0;
    if (toFlip > 0 && isChosen) {
      toFlip--;
      flipped++;
      int at = random.nextInt(chunk.remaining());
      chunk.put(at, (byte) (chunk.get(at) ^ 1 << random.nextInt(Byte.SIZE)));
    }
  }

  private void close(SocketChannel... channels) {
    synchronized (this) {
      open.removeAll(List.of(channels));
    }
    for (SocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Cuts all connections; returns how many. */
  int cut() {
    List<SocketChannel> all;
    synchronized (this) {
      all = List.copyOf(open);
    }
    close(all.toArray(SocketChannel[]::new));
    return all.size() / 2;
  }

  /** Drops a number of the next frames of a kind. */
  synchronized void drop(int kind, int frames) {
    kindToDrop = kind;
    toDrop = frames;
  }

  /** Returns how many frames have been dropped so far. */
  synchronized int dropped() {
    return dropped;
  }

  /** Has a bit flipped in each of a number of the next chunks; most small ones are passed over. */
  synchronized void flip(int chunks) {
    toFlip = chunks;
  }

  /** Returns how many bits have been flipped so far. */
  synchronized int flipped() {
    return flipped;
  }

  /** Lets nothing through any longer, either way; whoever connects meets silence. */
  synchronized void hold() {
    isHeld = true;
  }

  /** Lets everything through again, what was held first. */
  synchronized void release() {
    isHeld = false;
    notifyAll();
  }

  /** Returns how many bytes have been held back so far. */
  synchronized long heldBytes() {
    return heldBytes;
  }

  /** Lets those wait that connect from now on. */
  synchronized void holdNewcomers() {
    newcomers = new CountDownLatch(1);
  }

  /** Returns how many wait that have connected. */
  synchronized int waitingNewcomers() {
    return waitingNewcomers;
  }

  /** Lets everybody in again. */
  synchronized void admitNewcomers() {
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
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    cut();
  }
}
