package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.Threads;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.PeerThreads;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.store.BundleStore;
import dev.heddle.shuffle.store.BundleTier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link ShuffleServer}: one thread for what comes from elsewhere, some for the disk, and
 * two virtual ones for each connection; messages of clients of this process are handled on their
 * own threads. A process of its own has one with a disk; a worker embeds one without, for small
 * exchanges.
 *
 * <p>Thread-safe. The account pays for all blocks; {@link ServerLimits#memoryBytes} should leave an
 * eighth of what it can have, for frames that are being received. Closing ends all connections and
 * frees the memory; sealed bundles stay in the store, which is closed. A listener that hands over
 * connections is closed before.
 */
public final class ShuffleService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShuffleService.class);
  private static final long SWEEP_MILLIS = 60_000;
  private static final long TICK_MILLIS = 1_000;

  private final MemoryAccount account;
  private final LongSupplier clock;
  private final ShuffleServer server;
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock(); // around all that the core does
  private final Map<Long, Peer> peers = new HashMap<>(); // guarded by the lock
  private final Map<Long, Buffer> blocks = new HashMap<>(); // by handle; guarded by the lock
  private final AtomicLong connections = new AtomicLong();
  private final BundleWorker bundles;
  private final Thread core;
  private long nextHandle; // guarded by the lock
  private volatile boolean closed;

  /**
   * Starts a server, with the bundles that are in the store.
   *
   * @param store where bundles go; without one everything stays in memory
   */
  public ShuffleService(ServerLimits limits, MemoryAccount account, Optional<BundleStore> store) {
    this(limits, account, store, Optional.empty(), () -> System.nanoTime() / 1_000_000);
  }

  /**
   * Starts a server with a clock of milliseconds.
   *
   * @param store where bundles go; without one everything stays in memory
   * @param tier where sealed bundles go when the store takes no more; only with a store
   */
  public ShuffleService(
      ServerLimits limits,
      MemoryAccount account,
      Optional<BundleStore> store,
      Optional<BundleTier> tier,
      LongSupplier clock) {
    this.account = account;
    this.clock = clock;
    this.server = new ShuffleServer(limits);
    this.bundles = new BundleWorker(store, tier, this::post);
    handle(bundles.recover());
    bundles.sweep();
    this.core = Thread.ofPlatform().daemon().name("heddle-shuffle").start(this::run);
  }

  // The core's thread, or another one that has the lock.

  private void run() {
    long lastTick = clock.getAsLong();
    long lastSweep = lastTick;
    while (!closed || !work.isEmpty()) {
      try {
        Runnable next = work.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        long now = clock.getAsLong();
        boolean ticks = now - lastTick >= TICK_MILLIS;
        lock.lock();
        try {
          if (next != null) {
            next.run();
          }
          if (ticks) {
            lastTick = now;
            handle(new ServerEvent.Tick());
            peers.values().forEach(peer -> peer.checkAlive(now));
            if (now - lastSweep >= SWEEP_MILLIS) {
              lastSweep = now;
              bundles.sweep();
            }
          }
        } finally {
          lock.unlock();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // nobody does this
        return;
      } catch (RuntimeException e) {
        LOG.error("a shuffle server failed to handle an event", e);
      }
    }
  }

  private void handle(ServerEvent event) {
    for (ServerCommand command : server.handle(event, clock.getAsLong())) {
      switch (command) {
        case ServerCommand.Reply c -> {
          Peer peer = peers.get(c.connection());
          if (peer != null) {
            peer.reply(c.message());
          }
        }
        case ServerCommand.SendBlock c -> send(c);
        case ServerCommand.SendParts c -> send(c);
        case ServerCommand.Merge c ->
            bundles.merge(c, c.handles().stream().map(this::blocks).toList());
        case ServerCommand.DeleteMerged c -> bundles.delete(c.bundle());
        case ServerCommand.Free c -> take(c.handle()).release();
        case ServerCommand.Append c -> bundles.append(c, blocks(c.handles()));
        case ServerCommand.SealBundle c -> bundles.seal(c);
        case ServerCommand.MoveToTier c -> bundles.move(c);
        case ServerCommand.WriteToTier c -> bundles.write(c, blocks(c.handles()));
        case ServerCommand.Delete c -> bundles.delete(c.bundle());
      }
    }
  }

  private Buffer take(long handle) {
    Buffer block = blocks.remove(handle);
    if (block == null) {
      throw new IllegalStateException("No block has the handle " + handle);
    }
    return block;
  }

  private Buffer block(long handle) {
    Buffer block = blocks.get(handle);
    if (block == null) {
      throw new IllegalStateException("No block has the handle " + handle);
    }
    return block;
  }

  private void send(ServerCommand.SendBlock command) {
    Peer peer = peers.get(command.connection());
    if (peer == null) {
      sent(command);
    } else if (command.place() instanceof BlockPlace.InMemory memory) {
      peer.send(command, block(memory.handle()).retain());
    } else {
      peer.send(command, null);
    }
  }

  private void send(ServerCommand.SendParts command) {
    Peer peer = peers.get(command.connection());
    if (peer == null) {
      notLoaded(command);
      return;
    }
    List<Buffer> packs = new ArrayList<>();
    for (PackPlace place : command.run().packs()) {
      if (place instanceof PackPlace.Held held) {
        for (long handle : held.handles()) {
          packs.add(block(handle).retain());
        }
      }
    }
    peer.send(command, packs);
  }

  private List<Buffer> blocks(long[] handles) {
    List<Buffer> content = new ArrayList<>();
    for (long handle : handles) {
      content.add(block(handle)); // which the core keeps until the write is reported
    }
    return content;
  }

  // Any thread.

  /** Takes note of an event, soon. */
  void post(ServerEvent event) {
    work.add(() -> handle(event));
  }

  /** Handles an event of a client in this process, on its thread. */
  void handleNow(long connection, ServerEvent event) {
    lock.lock();
    try {
      if (!peers.containsKey(connection)) {
        throw LocalPeer.closedError();
      }
      handle(event);
    } finally {
      lock.unlock();
    }
  }

  /** Takes over a block that a writer in this process has sent, on its thread. */
  void arrivedNow(long connection, Buffer block, int bytes) {
    Arrival arrival = Arrival.of(block, bytes);
    lock.lock();
    try {
      if (!peers.containsKey(connection)) {
        block.release();
        throw LocalPeer.closedError();
      }
      received(connection, arrival);
    } finally {
      lock.unlock();
    }
  }

  /** Takes over a block that a writer has sent. */
  void arrived(long connection, Buffer block, int bytes) {
    Arrival arrival = Arrival.of(block, bytes);
    work.add(() -> received(connection, arrival));
  }

  private void received(long connection, Arrival arrival) {
    long handle = nextHandle++;
    blocks.put(handle, arrival.content());
    handle(arrival.event(connection, handle));
  }

  /** Reports that a block has left for a client of this process, on its thread. */
  void sentNow(ServerEvent sent) {
    tell(sent);
  }

  /** Handles an event on this thread, unless the service is closed. */
  private void tell(ServerEvent event) {
    lock.lock();
    try {
      if (!closed) {
        handle(event);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reports that a block has not left, since its client is gone. */
  private void sent(ServerCommand.SendBlock command) {
    post(new ServerEvent.Sent(command.connection(), command.place()));
  }

  /** Reports that blocks have left. */
  void sent(List<ServerEvent> events) {
    if (!events.isEmpty()) {
      work.add(() -> events.forEach(this::handle));
    }
  }

  /** Ends a connection. */
  void disconnect(long connection) {
    work.add(
        () -> {
          Peer peer = peers.remove(connection);
          handle(new ServerEvent.Disconnected(connection));
          if (peer != null) {
            peer.end();
          }
        });
  }

  /** Reports that a run was not gone over, since its client is gone. */
  void notLoaded(ServerCommand.SendParts command) {
    PartRun run = command.run();
    post(
        new ServerEvent.PartsLoaded(
            command.connection(), run, run.fromMap(), run.fromSequence(), 0));
  }

  /** Makes what collects parts for a client. */
  PartLoader partLoader() {
    return new PartLoader(bundles, account);
  }

  /** Reads a block of a bundle, wherever it is, to an address. */
  void read(BlockPlace.OnDisk place, long target) throws IOException {
    bundles.read(place, target);
  }

  MemoryAccount account() {
    return account;
  }

  long nowMillis() {
    return clock.getAsLong();
  }

  private <T> T ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    work.add(() -> answer.complete(question.get()));
    if (closed) {
      throw closedError();
    }
    return answer.join();
  }

  private static HeddleException closedError() {
    return new HeddleException(ErrorCode.CLOSED, "The shuffle server has been closed");
  }

  /** Serves a connection until it ends: the handler of a listener. */
  public void serve(Connection connection) {
    long number = connections.incrementAndGet();
    SocketPeer peer = new SocketPeer(this, number, connection);
    work.add(() -> peers.put(number, peer));
    Thread sender = PeerThreads.start("heddle-shuffle-send-" + number, peer::sendAll);
    try {
      peer.receiveAll();
    } finally {
      disconnect(number);
      Threads.join(sender);
    }
  }

  /** Opens a channel for a client in this process. */
  public ShuffleChannel connect() {
    if (closed) {
      throw closedError();
    }
    long number = connections.incrementAndGet();
    LocalPeer peer = new LocalPeer(this, number);
    lock.lock();
    try {
      peers.put(number, peer);
    } finally {
      lock.unlock();
    }
    return peer;
  }

  /**
   * Keeps the data of jobs for another lease, and frees that of all others.
   *
   * @param last data of jobs with higher numbers stays as it is
   */
  public void keepOnly(Set<Long> jobs, long last) {
    tell(new ServerEvent.JobsOpen(jobs, last));
  }

  /** Frees an exchange. */
  public void release(ExchangeId exchange) {
    tell(new ServerEvent.Released(exchange));
  }

  /** Frees everything of a job. */
  public void endJob(long job) {
    tell(new ServerEvent.JobEnded(job));
  }

  /** Drops what a life of a worker has not sealed, and refuses it from now on. */
  public void workerGone(int worker, long incarnation) {
    tell(new ServerEvent.WorkerGone(worker, incarnation));
  }

  /** Takes from a life of a worker again, which {@link #workerGone} had named. */
  public void workerBack(int worker, long incarnation) {
    tell(new ServerEvent.WorkerBack(worker, incarnation));
  }

  /** Returns what is in use. */
  public ServerUsage usage() {
    return ask(server::usage);
  }

  /** Returns all that is sealed. */
  public List<SealedMap> inventory(ShuffleAddress address) {
    return ask(() -> server.inventory(address));
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    CountDownLatch ended = new CountDownLatch(1);
    work.add(
        () -> {
          endPeers();
          ended.countDown();
        });
    boolean interrupted = await(ended);
    closed = true;
    work.add(() -> {}); // wakes the core's thread
    Threads.join(core);
    lock.lock();
    try {
      endPeers();
    } finally {
      lock.unlock();
    }
    interrupted |= bundles.end();
    blocks.values().forEach(Buffer::release);
    blocks.clear();
    bundles.closeStores();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void endPeers() {
    for (long number : List.copyOf(peers.keySet())) {
      Peer peer = peers.remove(number);
      handle(new ServerEvent.Disconnected(number));
      if (peer != null) {
        peer.end();
      }
    }
  }

  private static boolean await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }
}
