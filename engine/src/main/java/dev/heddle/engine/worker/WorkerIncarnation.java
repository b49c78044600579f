package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.RequestReports;
import dev.heddle.engine.cluster.protocol.SuspendAwareClock;
import dev.heddle.engine.cluster.protocol.WorkerDirectory;
import dev.heddle.engine.code.WorkerCode;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.engine.ui.ProcessMeter;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * One life of a worker: from joining the scheduler until one of them does not hear the other any
 * more. One thread receives; tasks run on threads of the pool.
 */
final class WorkerIncarnation {
  private static final long BEAT_MILLIS = 1_000;

  /** So often it reports what tasks have done so far. */
  private static final long SAMPLE_MILLIS = 400;

  /** Without a sign of the scheduler for so long this life is over, which it knows too by then. */
  private static final long LEASE_MILLIS = 10_000;

  /** So long it looks for the next process of a scheduler whose connection broke. */
  private static final long COME_BACK_MILLIS = 60_000;

  private static final long PAUSE_MILLIS = 100;

  private final WorkerSettings settings;
  private final WorkerDirectory directory =
      new WorkerDirectory(output -> send(new ControlMessage.OutputCommitted(output)));
  private final SpillFolder spill;
  private final Hello self;
  private volatile @Nullable TaskWork work; // once joined
  private final WorkerStore store;
  private final PinnedRows pinned;
  private final ExecutorService pool;
  private final TaskCounts counts;
  private final MemoryLedger ledger;
  private final WorkerCode code;
  private final KnownTemplates templates = new KnownTemplates();
  private final Map<ContentHash, byte[]> content = new ConcurrentHashMap<>();
  private final Map<JobId, WorkerJob> jobs = new ConcurrentHashMap<>();
  private final CountDownLatch drained = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CompletableFuture<WorkerTasks> joined = new CompletableFuture<>();
  private final CountDownLatch leaving = new CountDownLatch(1);
  private volatile @Nullable ControlChannel channel; // while connected
  private ControlMessage.@Nullable JoinedAsWorker names;
  private long namedBy; // the life of the scheduler
  private volatile boolean isShown; // on the scheduler's dashboard
  private final ProcessMeter meter = new ProcessMeter(); // of the thread that beats
  private volatile boolean isDraining; // a scheduler that is lost now is not looked for
  private volatile String reason = "the scheduler closed the connection";
  private final SuspendAwareClock clock = new SuspendAwareClock();
  private volatile long heardMillis = clock.millis();

  WorkerIncarnation(
      WorkerSettings settings,
      MemoryLedger ledger,
      SpillFolder spill,
      ExecutorService pool,
      TaskCounts counts) {
    this.settings = settings;
    this.counts = counts;
    this.pool = pool;
    this.ledger = ledger;
    this.spill = spill;
    this.code = new WorkerCode(spill);
    this.self =
        new Hello(
            ControlChannel.fingerprint(), Role.WORKER, System.currentTimeMillis(), settings.name());
    this.store = new WorkerStore(settings, ledger, directory, self);
    this.pinned =
        new PersistedRowsReader(
            directory::kept, exchange -> directory.winners(exchange).maps().size(), store::backend);
  }

  /**
   * Joins the scheduler.
   *
   * @throws HeddleException if it cannot be reached, or refuses
   */
  void join() {
    ControlChannel opened =
        new ControlChannel(
            Connection.open(settings.scheduler(), settings.security(), self), this::condense);
    introduce(opened, Optional.empty());
    Thread.ofPlatform().daemon().name("heddle-receive").start(() -> receiveAll(opened));
    Thread.ofVirtual().name("heddle-heartbeat").start(this::beat);
    Thread.ofVirtual().name("heddle-samples").start(this::sample);
    try {
      joined.join();
    } catch (CompletionException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot join: " + reason, e);
    }
  }

  private void introduce(ControlChannel to, Optional<ControlMessage.JoinedAsWorker> before) {
    heardMillis = clock.millis();
    namedBy = to.connection().peer().incarnation();
    isShown = false;
    channel = to;
    to.send(
        new ControlMessage.JoinAsWorker(
            settings.host(),
            settings.slots(),
            settings.threads(),
            settings.memoryBytes(),
            store.port(),
            before));
  }

  WorkerId id() {
    if (names == null) {
      throw new IllegalStateException("Not joined");
    }
    return names.worker();
  }

  /** Takes the names that the scheduler gives; everything else comes after. */
  private void joined(ControlMessage.JoinedAsWorker message) {
    if (names != null) {
      if (!names.equals(message)) {
        reason = "another worker has its name";
        leave();
      }
      return;
    }
    names = message;
    store.joined(message);
    work =
        new TaskWork(
            pool,
            settings.threads(),
            settings.slots(),
            ledger,
            spill,
            store.backend(),
            exchange -> directory.winners(exchange).maps().size());
    joined.complete(
        new WorkerTasks(message.worker(), settings, pool, this::run, this::send, this::leave));
  }

  /** Returns whether it is connected to a scheduler that has taken it in. */
  boolean isConnected() {
    return channel != null && joined.isDone() && !joined.isCompletedExceptionally();
  }

  /** Waits for the end of this life and returns why it ended. */
  String toEnd() throws InterruptedException {
    ended.await();
    return reason;
  }

  private void receiveAll(ControlChannel first) {
    ControlChannel from = first;
    try {
      while (from != null) {
        receiveFrom(from);
        from = comeBack();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stopAll();
      joined.completeExceptionally(new IllegalStateException(reason));
      ended.countDown();
      drained.countDown(); // there is nobody to wait for
    }
  }

  private void receiveFrom(ControlChannel from) {
    try {
      from.receiveAll(ControlMessage.ToWorker.class, all -> all.forEach(this::receive));
    } catch (HeddleException e) {
      reason = String.valueOf(e.getMessage());
    } finally {
      channel = null;
      from.close();
    }
  }

  /**
   * The connection broke: if the scheduler's process has ended, the next one takes this life over
   * with all that it has written; the same one counts it as lost.
   */
  private @Nullable ControlChannel comeBack() throws InterruptedException {
    if (names == null || isDraining) {
      return null;
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(COME_BACK_MILLIS);
    while (!isDraining
        && System.nanoTime() < end
        && !leaving.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
      try {
        Connection open = Connection.open(settings.scheduler(), settings.security(), self);
        ControlChannel next = new ControlChannel(open, this::condense);
        if (open.peer().incarnation() == namedBy) {
          next.close();
          return null;
        }
        introduce(next, Optional.of(names));
        if (leaving.getCount() == 0) {
          next.close();
        }
        return next;
      } catch (HeddleException e) {
        if (e.code() == ErrorCode.REFUSED) {
          return null;
        }
      }
    }
    return null;
  }

  private void beat() {
    try {
      while (!ended.await(BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
        long silent = clock.millis() - heardMillis;
        if (channel == null) {
          continue;
        }
        if (silent > LEASE_MILLIS) {
          stopAll();
          leave();
        } else if (joined.isDone() && !joined.isCompletedExceptionally()) {
          tell(joined.join().heartbeat());
          RequestReports.next().ifPresent(this::send);
          if (isShown) {
            send(
                new ControlMessage.ProcessSampled(
                    DoubleStream.of(meter.sample(ledger.usedBytes())).boxed().toList(),
                    spill.usedBytes(),
                    store.fetched()));
          }
          joined.join().watch();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports what tasks have done so far, as long as some run. */
  private void sample() {
    boolean wereSome = false;
    try {
      while (!ended.await(SAMPLE_MILLIS, TimeUnit.MILLISECONDS)) {
        TaskWork tasks = work;
        List<StageSample> samples = tasks == null ? List.of() : tasks.samples();
        if (wereSome || !samples.isEmpty()) {
          send(new ControlMessage.TaskSamples(samples));
        }
        wereSome = !samples.isEmpty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From here on nothing that tasks write counts. */
  private void stopAll() {
    if (joined.isDone() && !joined.isCompletedExceptionally()) {
      joined.join().stopAll();
    }
  }

  private void send(ControlMessage message) {
    ControlChannel to = channel;
    if (to != null) {
      to.send(message);
    }
  }

  private void tell(Event.FromWorker event) {
    send(new ControlMessage.TaskEvent(event));
  }

  private void receive(ControlMessage.ToWorker message) {
    heardMillis = clock.millis();
    switch (message) {
      case ControlMessage.Heartbeat _ -> {}
      case ControlMessage.RequestLeases m -> RequestReports.take(this, m);
      case ControlMessage.ShowsCluster _ -> isShown = true;
      case ControlMessage.JoinedAsWorker m -> joined(m);
      case ControlMessage.JobBegins m ->
          jobs.computeIfAbsent(
              m.job(),
              _ -> new WorkerJob(m, content, ledger, settings.threads(), pinned, code, templates));
      case ControlMessage.Content m -> content.put(m.hash(), m.bytes());
      case ControlMessage.Archive m -> code.put(m.hash(), m.bytes());
      case ControlMessage.ForgetContent m -> {
        content.remove(m.hash());
        code.forget(m.hash());
      }
      case ControlMessage.Winners m -> directory.put(m.table(), m.little());
      case ControlMessage.Order m -> joined.join().handle(m.command());
      case ControlMessage.Drained _ -> drained.countDown();
      case ControlMessage.JobsLive m -> {
        store.keepOnly(m);
        jobs.keySet().stream().filter(job -> !m.jobs().contains(job)).forEach(this::end);
      }
      case ControlMessage.JobEnds m -> end(m.job());
      case ControlMessage.Release m -> {
        directory.release(m.exchange());
        store.release(m.exchange());
      }
      case ControlMessage.ServerGone m -> store.lost(m.server());
      case ControlMessage.WorkerGone m -> store.gone(m.worker());
      case ControlMessage.WorkerBack m -> store.back(m.worker());
    }
  }

  /**
   * Shortens what is about to be sent: the start of a task that has ended is left out, and what
   * tasks did is reported once.
   */
  private List<ControlMessage> condense(List<ControlMessage> gathered) {
    Set<TaskAttempt> ended = new HashSet<>();
    for (ControlMessage message : gathered) {
      if (message instanceof ControlMessage.TaskEvent(Event.TaskFinished finished)) {
        ended.add(finished.task());
      }
    }
    if (ended.isEmpty()) {
      return gathered;
    }
    List<ControlMessage> condensed = new ArrayList<>();
    TaskAttempt last = null;
    for (ControlMessage message : gathered) {
      if (message instanceof ControlMessage.TaskEvent(Event.TaskFinished finished)) {
        TaskAttempt task = finished.task();
        WorkerJob job = jobs.get(task.job());
        boolean isNext =
            last == null || last.stage() != task.stage() || !last.job().equals(task.job());
        if (job != null && isNext) {
          condensed.addAll(job.takeCounts(task.stage()));
        }
        last = task;
      }
      boolean isOld =
          message instanceof ControlMessage.TaskEvent(Event.TaskStarted started)
              && ended.contains(started.task());
      if (!isOld) {
        condensed.add(message);
      }
    }
    return condensed;
  }

  private void end(JobId id) {
    WorkerJob job = jobs.remove(id);
    if (job != null) {
      job.end();
      job.sampling()
          .ifPresent(each -> each.end(parcel -> send(new ControlMessage.Profile(id, parcel))));
    }
    directory.releaseJob(id.number());
    store.end(id);
  }

  private TaskWork.Outcome run(TaskStart start, Cancellation cancellation) {
    WorkerJob job = jobs.get(start.task().job());
    if (job == null || !job.enter()) {
      return new TaskWork.Ended(new TaskFailure.Stopped()); // the job has ended meanwhile
    }
    directory.begin(start);
    counts.begin();
    try {
      TaskWork.Outcome outcome = Objects.requireNonNull(work).run(start, job, cancellation);
      counts.end(outcome);
      return outcome;
    } finally {
      directory.end(start);
      job.leave();
    }
  }

  /** Takes nothing new; waits until nobody needs this life any longer, or for so long. */
  void drain(Duration patience) {
    isDraining = true;
    tell(new Event.DrainRequested(id()));
    try {
      boolean _ = drained.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends this life from this side. */
  void leave() {
    leaving.countDown();
    ControlChannel open = channel;
    if (open != null) {
      open.close();
    }
  }

  /**
   * Ends all of it.
   *
   * @param processIsEnding whether nothing is waited for any more than some seconds
   * @return whether its tasks have ended; else what they use is theirs as long as the process lives
   */
  boolean close(BooleanSupplier processIsEnding) {
    leave();
    if (joined.isDone()
        && !joined.isCompletedExceptionally()
        && !joined.join().close(processIsEnding)) {
      return false;
    }
    jobs.values().forEach(WorkerJob::end);
    jobs.values().forEach(job -> job.sampling().ifPresent(each -> each.end(_ -> {})));
    code.close();
    store.close();
    return true;
  }
}
