package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.SuspendAwareClock;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of the scheduler. One thread runs the scheduler's core and takes the messages that
 * the threads of the connections have received. Thread-safe.
 */
public final class SchedulerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerProcess.class);
  private static final long TICK_MILLIS = 250;

  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final Coordinator desk;
  private final @Nullable Journal journal;
  private final @Nullable EventLog log;
  private final @Nullable ClusterFeed feed;
  private final Set<ControlChannel> shown = ConcurrentHashMap.newKeySet(); // if there is a feed
  private volatile long sampledUntilNanos = System.nanoTime();
  private final Listener listener;
  private final Thread core;
  private final SuspendAwareClock clock = new SuspendAwareClock();
  private volatile boolean closed;

  /**
   * Starts to listen and to decide.
   *
   * @param bind where to listen; port 0 takes a free one
   * @param journalFolder where its decisions are stored, so that another process can go on with its
   *     jobs, if anywhere
   * @param eventFolder where what happens to each job is written as JSON lines, if anywhere
   * @throws HeddleException if it cannot listen there, or the folder cannot be used
   */
  public SchedulerProcess(
      InetSocketAddress bind,
      Security security,
      SchedulerOptions options,
      Optional<Path> journalFolder,
      Optional<Path> eventFolder) {
    this(bind, security, options, journalFolder, eventFolder, Optional.empty());
  }

  /**
   * Starts to listen and to decide.
   *
   * @param bind where to listen; port 0 takes a free one
   * @param journalFolder where its decisions are stored, so that another process can go on with its
   *     jobs, if anywhere
   * @param eventFolder where what happens to each job is written as JSON lines, if anywhere
   * @param dashboard takes what happens, if there is a dashboard
   * @throws HeddleException if it cannot listen there, or the folder cannot be used
   */
  public SchedulerProcess(
      InetSocketAddress bind,
      Security security,
      SchedulerOptions options,
      Optional<Path> journalFolder,
      Optional<Path> eventFolder,
      Optional<ClusterFeed> dashboard) {
    feed = dashboard.orElse(null);
    long wall = System.currentTimeMillis();
    log = eventFolder.map(EventLog::new).orElse(null);
    journal = journalFolder.map(Journal::new).orElse(null);
    desk = new Coordinator(options, wall, now(), new OutboundMessages(journal), log, feed);
    core = Thread.ofPlatform().name("heddle-scheduler").daemon().unstarted(this::decideAll);
    if (journal != null) {
      journal.start(number -> inbox.add(() -> desk.safe(number)));
      desk.recover(journal.found(), now());
      desk.flush();
    }
    try {
      listener =
          Listener.open(
              bind,
              security,
              new Hello(ControlChannel.fingerprint(), Role.SCHEDULER, wall, "scheduler"),
              this::serve);
    } catch (HeddleException e) {
      closeFiles();
      throw e;
    }
    core.start();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /**
   * Asks the deciding thread how the cluster is.
   *
   * @return empty if it has not answered in time
   */
  public Optional<ClusterStatus> status(Duration patience) {
    CompletableFuture<ClusterStatus> answer = new CompletableFuture<>();
    inbox.add(() -> answer.complete(desk.status(now())));
    try {
      return Optional.of(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Ends a job, or else does nothing.
   *
   * @param reason says by whom, for its error
   */
  public void cancel(JobId job, String reason) {
    inbox.add(() -> desk.cancel(job, reason, now()));
  }

  /**
   * Ends jobs of a query, and asks its client to stop it, if that is connected.
   *
   * @param query its number in the client's process
   * @param reason says by whom, for its error
   */
  public void stop(JobOwner client, long query, List<JobId> jobs, String reason) {
    inbox.add(
        () -> {
          desk.stop(client, query, reason);
          jobs.forEach(job -> desk.cancel(job, reason, now()));
        });
  }

  /** Lets clients sample the queries that begin within a time; zero ends it. */
  public void sample(Duration time) {
    sampledUntilNanos = System.nanoTime() + time.toNanos();
    for (ControlChannel each : shown) {
      each.send(new ControlMessage.ShowsCluster(sampledMillis()));
    }
  }

  /** Returns for how long queries that begin are going to be sampled. */
  public Duration sampled() {
    return Duration.ofMillis(sampledMillis());
  }

  private long sampledMillis() {
    return Math.max(0, (sampledUntilNanos - System.nanoTime()) / 1_000_000);
  }

  private void serve(Connection connection) {
    String reason = "it closed the connection";
    try (ControlChannel channel = new ControlChannel(connection)) {
      if (feed != null) {
        shown.add(channel);
        channel.send(new ControlMessage.ShowsCluster(sampledMillis()));
      }
      try {
        channel.receiveAll(
            ControlMessage.ToScheduler.class,
            messages -> inbox.add(() -> receive(channel, messages)));
      } catch (HeddleException e) {
        reason = String.valueOf(e.getMessage());
      } finally {
        shown.remove(channel);
        String why = reason;
        inbox.add(() -> desk.disconnected(channel, why, now()));
      }
    }
  }

  private void receive(ControlChannel from, List<ControlMessage.ToScheduler> messages) {
    long now = now();
    for (ControlMessage.ToScheduler message : messages) {
      try {
        desk.receive(from, message, now);
      } catch (RuntimeException e) {
        LOG.error("a message failed: {}", message, e);
      }
    }
  }

  private long now() {
    return clock.millis();
  }

  /** Takes turns: decides about all that has come, and then lets out all that follows. */
  private void decideAll() {
    List<Runnable> turn = new ArrayList<>();
    long nextTick = now();
    while (!closed) {
      try {
        if (desk.isUnfinished()) {
          turn.add(() -> desk.goOn(now()));
        } else {
          Runnable next = inbox.poll(Math.max(0, nextTick - now()), TimeUnit.MILLISECONDS);
          if (next != null) {
            turn.add(next);
          }
        }
        inbox.drainTo(turn);
        if (now() >= nextTick) {
          turn.add(() -> desk.tick(now()));
          nextTick = now() + TICK_MILLIS;
        }
        turn.forEach(SchedulerProcess::run);
        turn.clear();
        run(desk::flush);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return; // closed
      }
    }
  }

  private static void run(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException e) {
      LOG.error("an event failed", e);
    }
  }

  /** Ends at once: jobs that are not in a journal fail with the connections. */
  @Override
  public void close() {
    closed = true;
    listener.close();
    core.interrupt();
    try {
      core.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeFiles();
  }

  private void closeFiles() {
    if (journal != null) {
      journal.close();
    }
    if (log != null) {
      log.close();
    }
  }
}
