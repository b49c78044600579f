package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.RequestReports;
import dev.heddle.engine.cluster.protocol.SuspendAwareClock;
import dev.heddle.engine.ui.ProcessMeter;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.server.ShuffleService;
import dev.heddle.shuffle.store.BundleTier;
import dev.heddle.shuffle.store.FolderBundleStore;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that keeps exchanges. It outlives workers and their connections; when it loses the
 * scheduler it joins again with what it has. Thread-safe.
 */
public final class ShuffleProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShuffleProcess.class);
  private static final long LEASE_MILLIS = 60_000;
  private static final long BEAT_MILLIS = 1_000;
  private static final long SILENT_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 200;

  private final ShuffleSettings settings;
  private final Consumer<ShuffleAddress> joined;
  private final Hello self;
  private final MemoryAccount account;
  private final ShuffleService service;
  private final Listener listener;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable ControlChannel channel;
  private volatile boolean isJoined;
  private volatile boolean isShown; // on the scheduler's dashboard
  private final SuspendAwareClock clock = new SuspendAwareClock();
  private volatile long heardMillis;
  private @Nullable ShuffleAddress address; // of the thread that runs
  private long namedBy; // the life of the scheduler that has given the address

  /**
   * Starts to listen; joins nobody yet.
   *
   * @param joined is called each time the scheduler has accepted it
   */
  public ShuffleProcess(ShuffleSettings settings, Consumer<ShuffleAddress> joined) {
    this.settings = settings;
    this.joined = joined;
    this.self =
        new Hello(
            ControlChannel.fingerprint(),
            Role.SHUFFLE,
            System.currentTimeMillis(),
            settings.name());
    account = new MemoryLedger(settings.memoryBytes()).open("exchanges");
    long tierBytes = settings.tier().isPresent() ? settings.tierBytes() : 0;
    service =
        new ShuffleService(
            new ServerLimits(
                settings.memoryBytes() / 8 * 7,
                settings.diskBytes(),
                tierBytes,
                settings.diskBytes() + tierBytes,
                LEASE_MILLIS,
                ServerLimits.indexBytesOfHeap()),
            account,
            Optional.of(new FolderBundleStore(settings.folder())),
            settings.tier().map(BundleTier::new),
            clock::millis);
    try {
      listener = Listener.open(settings.bind(), settings.security(), self, service::serve);
    } catch (HeddleException e) {
      service.close(); // with it goes the lease of its place in the tier
      account.close();
      throw e;
    }
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** Returns whether a scheduler has taken it in. */
  public boolean isJoined() {
    return isJoined;
  }

  /** Returns what it uses. */
  public ServerUsage usage() {
    return service.usage();
  }

  /**
   * Works until {@link #close}.
   *
   * @throws HeddleException of code REFUSED if the scheduler does not want this process
   */
  public void run() {
    try {
      do {
        try {
          belong();
        } catch (HeddleException e) {
          if (e.code() == ErrorCode.REFUSED) {
            throw e;
          }
          LOG.info("without a scheduler: {}", e.getMessage());
        }
      } while (!ending.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  /** Joins the scheduler and carries out its commands until the connection ends. */
  private void belong() {
    heardMillis = clock.millis();
    isShown = false;
    try (ControlChannel open =
        new ControlChannel(Connection.open(settings.scheduler(), settings.security(), self))) {
      channel = open;
      CountDownLatch over = new CountDownLatch(1);
      Thread.ofVirtual().name("heddle-heartbeat").start(() -> beat(open, over));
      long scheduler = open.connection().peer().incarnation();
      open.send(
          new ControlMessage.JoinAsServer(
              settings.host(),
              listener.address().getPort(),
              scheduler == namedBy ? Optional.empty() : Optional.ofNullable(address)));
      namedBy = scheduler;
      try {
        if (ending.getCount() > 0) {
          open.receiveAll(ControlMessage.ToServer.class, all -> all.forEach(this::receive));
        }
      } finally {
        isJoined = false;
        over.countDown();
      }
    }
  }

  private void beat(ControlChannel to, CountDownLatch over) {
    ProcessMeter meter = new ProcessMeter();
    try {
      while (!over.await(BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
        to.send(new ControlMessage.Heartbeat());
        RequestReports.send(to);
        if (isShown) {
          to.send(
              new ControlMessage.ProcessSampled(
                  DoubleStream.of(meter.sample(account.ledger().usedBytes())).boxed().toList(),
                  usage().diskBytes(),
                  List.of()));
        }
        if (clock.millis() - heardMillis > SILENT_MILLIS) {
          to.close();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void receive(ControlMessage.ToServer message) {
    heardMillis = clock.millis();
    switch (message) {
      case ControlMessage.Heartbeat _ -> {}
      case ControlMessage.RequestLeases m -> RequestReports.take(this, m);
      case ControlMessage.ShowsCluster _ -> isShown = true;
      case ControlMessage.JoinedAsServer m -> {
        address = m.server();
        isJoined = true;
        joined.accept(m.server());
      }
      case ControlMessage.JobsLive m -> service.keepOnly(m.numbers(), m.last());
      case ControlMessage.JobEnds m -> service.endJob(m.job().number());
      case ControlMessage.Release m -> service.release(m.exchange());
      case ControlMessage.WorkerGone m ->
          service.workerGone(m.worker().number(), m.worker().incarnation());
      case ControlMessage.WorkerBack m ->
          service.workerBack(m.worker().number(), m.worker().incarnation());
    }
  }

  /** Ends; bundles stay in the folder. */
  @Override
  public void close() {
    ending.countDown();
    ControlChannel open = channel;
    if (open != null) {
      open.close();
    }
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.close();
    service.close();
    account.close();
  }
}
