package dev.heddle.engine.worker;

import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.rate.BucketTransfers;
import dev.heddle.io.rate.RequestGate;
import dev.heddle.io.storage.Storages;
import dev.heddle.physical.spill.SpillFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that runs tasks. It has one life after the other: a life begins when it joins the
 * scheduler and ends when one of them no longer hears the other; then all its tasks are stopped and
 * it joins anew, as another worker. Thread-safe.
 */
public final class WorkerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final WorkerSettings settings;
  private final MemoryLedger ledger;
  private final SpillFolder spill;
  private final ExecutorService pool;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Consumer<WorkerId> joined;
  private final TaskCounts counts = new TaskCounts();
  private final AtomicLong lives = new AtomicLong();
  private volatile @Nullable WorkerIncarnation life;

  /**
   * Makes a worker that does nothing yet.
   *
   * @param joined is called with each life
   */
  public WorkerProcess(WorkerSettings settings, Consumer<WorkerId> joined) {
    this.settings = settings;
    this.joined = joined;
    this.ledger = new MemoryLedger(settings.memoryBytes());
    this.spill = new SpillFolder(settings.spillFolder(), settings.spillQuotaBytes());
    this.pool = Executors.newCachedThreadPool(new TaskThreads("heddle-task-"));
  }

  /**
   * Works until {@link #close} or {@link #drain}.
   *
   * @throws HeddleException of code REFUSED if the scheduler does not want this process; of code
   *     USER_CODE if functions of the user's own do not return, so that only the end of the process
   *     frees their threads
   */
  public void run() {
    long pause = FIRST_PAUSE_MILLIS;
    try {
      while (!isEnding()) {
        Optional<String> failure = live();
        if (failure.isEmpty()) {
          pause = FIRST_PAUSE_MILLIS;
        } else {
          LOG.info("cannot join: {}", failure.get());
          pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
        if (ending.await(pause, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pool.shutdown();
      spill.close();
      ended.countDown();
    }
  }

  /** Lives once; returns why it could not begin. */
  private Optional<String> live() throws InterruptedException {
    WorkerIncarnation next = new WorkerIncarnation(settings, ledger, spill, pool, counts);
    try {
      next.join();
    } catch (HeddleException e) {
      boolean _ = next.close(this::isEnding); // it has no tasks
      if (e.code() == ErrorCode.REFUSED) {
        throw e;
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
    life = next;
    boolean isOver = false;
    try {
      if (!isEnding()) {
        lives.incrementAndGet();
        joined.accept(next.id());
        LOG.info("ended life as {}: {}", next.id(), next.toEnd());
      }
    } finally {
      life = null;
      isOver = next.close(this::isEnding);
    }
    if (!isOver && !isEnding()) {
      throw new HeddleException(
          ErrorCode.USER_CODE,
          "Cannot go on as a worker: functions of its tasks do not return although they were asked"
              + " to stop (see its log); start it again");
    }
    return Optional.empty();
  }

  private boolean isEnding() {
    return ending.getCount() == 0;
  }

  /** Returns how it is. */
  public WorkerFigures figures() {
    WorkerIncarnation current = life;
    List<BucketTransfers> buckets = new ArrayList<>();
    Map<String, Double> allowed = new LinkedHashMap<>();
    for (RequestGate gate : Storages.requestGates()) {
      buckets.add(gate.transfers());
      allowed.put(gate.bucket(), gate.allowed());
    }
    return new WorkerFigures(
        current != null && current.isConnected(),
        lives.get(),
        counts.running(),
        counts.finished(),
        counts.failed(),
        ledger.usedBytes(),
        ledger.peakBytes(),
        ledger.limitBytes(),
        spill.usedBytes(),
        buckets,
        allowed);
  }

  /** Takes nothing new, finishes what it holds and ends, in the time that the settings allow. */
  public void drain() {
    WorkerIncarnation current = life;
    if (current != null) {
      current.drain(settings.drain());
    }
    close();
  }

  /** Stops all tasks and ends. */
  @Override
  public void close() {
    ending.countDown();
    WorkerIncarnation current = life;
    if (current != null) {
      current.leave();
    }
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
