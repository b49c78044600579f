package dev.heddle.engine.session;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.physical.operator.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows listeners how far the queries of a session are. Has a thread only while there are both.
 * Thread-safe.
 */
final class ProgressReports {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressReports.class);
  private static final long PERIOD_MILLIS = 200;
  private static final long MAX_LATE_NANOS = 10_000_000_000L; // samples come within 3 s

  private final Set<RunningQuery> queries = ConcurrentHashMap.newKeySet();
  private final List<ProgressListener> listeners = new CopyOnWriteArrayList<>();
  private final Queue<QueryEvent> events = new ConcurrentLinkedQueue<>(); // not yet delivered
  private final ProfileSwitch profiles = new ProfileSwitch();
  private final Object delivery = new Object(); // held while listeners are called
  private @Nullable Thread thread; // guarded by this
  private int late; // profiles of queries that are over; guarded by this

  void add(ProgressListener listener) {
    if (!isWatched()) {
      events.clear(); // what nobody was left to be told of
    }
    listeners.add(listener);
    wake();
  }

  void remove(ProgressListener listener) {
    listeners.remove(listener);
    wake();
  }

  /** Returns whether somebody wants samples of a query that begins now. */
  boolean asksForProfiles() {
    return listeners.stream().anyMatch(ProgressListener::asksForProfiles);
  }

  /** The thread asks for a query. */
  void asked(long query) {
    toAll(listener -> listener.asked(query));
  }

  /** A query has begun. */
  void begin(RunningQuery query) {
    queries.add(query);
    if (isWatched()) {
      wake();
    }
  }

  /** A query is over. */
  void end(RunningQuery query) {
    queries.remove(query);
    if (isWatched()) {
      synchronized (delivery) {
        deliver(query.progress());
        deliverEvents();
      }
      wake(); // the thread may not be needed any longer
    }
  }

  /** Asks a query to stop; false if none of that number runs. */
  boolean cancel(long number) {
    return cancel(number, Cancellation.REASON);
  }

  /** Asks a query to stop for a reason; false if none of that number runs. */
  boolean cancel(long number, String reason) {
    for (RunningQuery query : queries) {
      if (query.number() == number) {
        query.cancellation().cancel(reason);
        return true;
      }
    }
    return false;
  }

  /** Returns what has been sampled of a query that runs; nothing if it is not profiled. */
  Optional<CpuProfile> profileSoFar(long number) {
    return queries.stream()
        .filter(query -> query.number() == number)
        .findFirst()
        .flatMap(RunningQuery::profileSoFar);
  }

  /** Returns whether somebody is told what happens in queries. */
  boolean isWatched() {
    return !listeners.isEmpty();
  }

  /** Returns what lets queries be profiled. */
  ProfileSwitch profiles() {
    return profiles;
  }

  /** Something is going to be known of a query that is over. */
  synchronized void awaitsLate() {
    late++;
  }

  /** It is known; listeners are told at once. */
  void happenedLate(QueryEvent event) {
    try {
      if (isWatched()) {
        events.add(event);
        deliverEvents();
      }
    } finally {
      synchronized (this) {
        late--;
        notifyAll();
      }
    }
  }

  /** Waits until all that is going to be known of queries that are over has been told. */
  synchronized void awaitLate() {
    long end = System.nanoTime() + MAX_LATE_NANOS;
    try {
      for (long left = MAX_LATE_NANOS; late > 0 && left > 0; left = end - System.nanoTime()) {
        wait(Math.max(1, left / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Something has happened in a query; listeners are told a moment later, by another thread. */
  void happened(QueryEvent event) {
    events.add(event);
  }

  private synchronized void wake() {
    if (thread == null && isWanted()) {
      thread = Thread.ofPlatform().daemon().name("heddle-progress").start(this::deliverNowAndThen);
    }
    notifyAll();
  }

  private boolean isWanted() {
    return !listeners.isEmpty() && !queries.isEmpty();
  }

  private void deliverNowAndThen() {
    while (pause()) {
      deliverEvents();
      for (RunningQuery query : queries) {
        synchronized (delivery) {
          QueryProgress progress = query.progress();
          if (!progress.state().isEnd()) { // what is over its own thread shows
            deliver(progress);
          }
        }
      }
    }
  }

  /** Waits until it is time; false if the thread is not needed any longer. */
  private synchronized boolean pause() {
    long begun = System.nanoTime();
    try {
      for (long left = PERIOD_MILLIS; left > 0 && isWanted(); ) {
        wait(left);
        left = PERIOD_MILLIS - (System.nanoTime() - begun) / 1_000_000;
      }
      if (isWanted()) {
        return true;
      }
    } catch (InterruptedException e) {
      LOG.debug("nobody is shown progress any longer: the thread was interrupted");
    }
    thread = null;
    return false;
  }

  private void deliverEvents() {
    synchronized (delivery) {
      for (QueryEvent event = events.poll(); event != null; event = events.poll()) {
        QueryEvent next = event;
        toAll(listener -> listener.event(next));
      }
    }
  }

  private void deliver(QueryProgress progress) {
    synchronized (delivery) {
      toAll(listener -> listener.progress(progress));
    }
  }

  private void toAll(Consumer<ProgressListener> call) {
    for (ProgressListener listener : listeners) {
      try {
        call.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("a progress listener has failed: {}", e.toString(), e);
      }
    }
  }
}
