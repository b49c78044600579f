package dev.heddle.server.http;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states of topics, each made once a tick for all that watch it, and not at all while nobody
 * does. A watcher that is slow misses states, and always gets the newest. Has a thread only while
 * there are watchers. Thread-safe.
 */
public final class Snapshots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
  private static final int MAX_WATCHERS = 64;

  private final long periodMillis;
  private final Function<String, Optional<byte[]>> source;
  private final Map<String, Topic> topics = new LinkedHashMap<>(); // guarded by this
  private int watchers; // guarded by this
  private long made; // guarded by this
  private boolean isClosed; // guarded by this
  private @Nullable Thread thread; // guarded by this

  /** The newest state of a topic. */
  private static final class Topic {
    private int watchers;
    private long version;
    private byte[] state = {};
  }

  /**
   * Makes snapshots.
   *
   * @param source gives the state of a topic; empty if there is no such topic
   */
  public Snapshots(long periodMillis, Function<String, Optional<byte[]>> source) {
    this.periodMillis = periodMillis;
    this.source = source;
  }

  /** Begins to watch a topic; empty if there are too many watchers, or this is closed. */
  synchronized Optional<Watcher> watch(String name) {
    if (isClosed || watchers >= MAX_WATCHERS) {
      return Optional.empty();
    }
    watchers++;
    topics.computeIfAbsent(name, _ -> new Topic()).watchers++;
    if (thread == null) {
      thread = Thread.ofVirtual().name("heddle-dashboard").start(this::tick);
    }
    return Optional.of(new Watcher(name));
  }

  /** Returns how many states have been made. */
  public synchronized long made() {
    return made;
  }

  /** Returns whether there is a thread that makes them. */
  synchronized boolean isRunning() {
    return thread != null;
  }

  private void tick() {
    while (true) {
      String[] names;
      synchronized (this) {
        if (isClosed || watchers == 0) {
          thread = null;
          return;
        }
        names = topics.keySet().toArray(String[]::new);
      }
      for (String name : names) {
        try {
          source.apply(name).ifPresent(state -> put(name, state));
        } catch (RuntimeException e) {
          LOG.warn("the dashboard cannot show {}: {}", name, e.toString(), e);
        }
      }
      synchronized (this) {
        try {
          wait(periodMillis);
        } catch (InterruptedException e) {
          LOG.debug("no snapshots any longer: the thread was interrupted");
          thread = null;
          return;
        }
      }
    }
  }

  private synchronized void put(String name, byte[] state) {
    made++;
    Topic topic = topics.get(name);
    if (topic != null && !Arrays.equals(topic.state, state)) {
      topic.state = state;
      topic.version++;
      notifyAll();
    }
  }

  /** Somebody who watches a topic. Used by one thread. */
  final class Watcher implements AutoCloseable {
    private final String name;
    private long seen;

    private Watcher(String name) {
      this.name = name;
    }

    /** Waits for a state that is new to this watcher; empty if there is none in that time. */
    Optional<byte[]> next(long millis) throws InterruptedException {
      synchronized (Snapshots.this) {
        long end = System.nanoTime() + millis * 1_000_000;
        Topic topic = topics.get(name);
        while (topic != null && topic.version == seen && !isClosed) {
          long left = (end - System.nanoTime()) / 1_000_000;
          if (left <= 0) {
            return Optional.empty();
          }
          Snapshots.this.wait(left);
        }
        if (topic == null || isClosed) {
          throw new InterruptedException("the dashboard is closed");
        }
        seen = topic.version;
        return Optional.of(topic.state);
      }
    }

    @Override
    public void close() {
      synchronized (Snapshots.this) {
        watchers--;
        Topic topic = topics.get(name);
        if (topic != null && --topic.watchers == 0) {
          topics.remove(name);
        }
        Snapshots.this.notifyAll();
      }
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
