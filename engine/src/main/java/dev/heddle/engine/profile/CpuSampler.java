package dev.heddle.engine.profile;

import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.profile.PlaceRings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Samples the threads that work for profiled queries, while there are some. One for a process.
 * Thread-safe.
 */
public final class CpuSampler {
  /** CPU time of a thread from one sample to the next. */
  static final Duration PERIOD = Duration.ofMillis(20);

  private static final CpuSampler PROCESS = new CpuSampler();
  private static final long MAX_WAIT_MILLIS = 2_500;

  private final PlaceTable table = new PlaceTable();
  private final Set<QuerySampling> active = ConcurrentHashMap.newKeySet();
  private final Object flushes = new Object();
  private int users; // guarded by this
  private @Nullable SampleStream stream; // guarded by this
  private long flushCount; // guarded by flushes

  private CpuSampler() {}

  /** Returns that of this process. */
  public static CpuSampler process() {
    return PROCESS;
  }

  /** Begins to profile a query; waits until samples are taken, which the first time is long. */
  public QuerySampling begin() {
    SampleStream running = hold();
    QuerySampling sampling = new QuerySampling(this, table, running.cautions());
    active.add(sampling);
    return sampling;
  }

  /** Keeps samples coming until {@link #release} is called, so that queries can begin at once. */
  public synchronized SampleStream hold() {
    SampleStream running = stream;
    if (running == null) {
      running = new SampleStream(this::sampled, this::lost, this::flushed);
      stream = running;
    }
    users++;
    return running;
  }

  /** Ends what {@link #hold} began. */
  public synchronized void release() {
    SampleStream running = stream;
    if (--users == 0 && running != null) {
      stream = null;
      running.close(); // hands over all that has been sampled
      PlaceRings.clear();
    }
  }

  /** Returns whether samples are taken. */
  public synchronized boolean isRunning() {
    return stream != null;
  }

  PlaceTable table() {
    return table;
  }

  /** Ends a query's profile, and returns once all of its samples have been handed over. */
  void end(QuerySampling sampling) {
    if (!isLast()) {
      awaitFlushes();
    }
    release();
    active.remove(sampling);
  }

  private synchronized boolean isLast() {
    return users == 1;
  }

  /** Waits until what was sampled up to now has been handed over. */
  private void awaitFlushes() {
    long until = System.nanoTime() + MAX_WAIT_MILLIS * 1_000_000;
    boolean interrupted = false;
    synchronized (flushes) {
      long wanted = flushCount + 2; // the first may have begun before now
      long left = MAX_WAIT_MILLIS;
      while (flushCount < wanted && left > 0) {
        try {
          flushes.wait(left);
        } catch (InterruptedException e) {
          interrupted = true;
          break;
        }
        left = (until - System.nanoTime()) / 1_000_000;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void flushed() {
    PlaceRings.forgetEnded();
    synchronized (flushes) {
      flushCount++;
      flushes.notifyAll();
    }
  }

  private void sampled(RecordedEvent event, RecordedThread thread, long nanos) {
    RecordedStackTrace stack = event.getStackTrace();
    attribute(
        thread,
        nanos,
        PERIOD.toNanos(),
        (sampling, place) ->
            sampling.sampled(
                (int) place, stack == null ? List.of() : stack.getFrames(), PERIOD.toNanos()));
  }

  private void lost(RecordedThread thread, long nanos, long samples) {
    attribute(
        thread,
        nanos,
        samples * PERIOD.toNanos(),
        (sampling, _) -> sampling.addLost(samples * PERIOD.toNanos()));
  }

  private void attribute(
      RecordedThread thread, long nanos, long amount, ObjLongConsumer<QuerySampling> use) {
    PlaceRing ring = PlaceRings.of(thread.getJavaThreadId());
    int place = ring == null ? PlaceRing.NOWHERE : ring.at(nanos);
    if (place == PlaceRing.UNKNOWN) {
      active.forEach(each -> each.addUnattributed(amount));
    } else if (place != PlaceRing.NOWHERE) {
      QuerySampling owner = table.owner(place);
      if (owner != null) {
        use.accept(owner, place);
      }
    }
  }
}
