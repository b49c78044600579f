package dev.heddle.physical.profile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The rings of the threads that work for profiled queries, while there are some. Thread-safe. */
public final class PlaceRings {
  private static final int MAX_RINGS = 512; // of 512 KiB each
  private static final Map<Long, PlaceRing> RINGS = new ConcurrentHashMap<>(); // by thread's id

  private PlaceRings() {}

  /** Returns the ring of the calling thread; null if there are too many. */
  static @Nullable PlaceRing ofCaller() {
    Thread caller = Thread.currentThread();
    PlaceRing there = RINGS.get(caller.threadId());
    if (there == null && RINGS.size() < MAX_RINGS) {
      there = new PlaceRing(caller);
      RINGS.put(caller.threadId(), there);
    }
    return there;
  }

  /** Returns the ring of a thread; null if it has worked for no profiled query. */
  public static @Nullable PlaceRing of(long threadId) {
    return RINGS.get(threadId);
  }

  /** Forgets the rings of threads that have ended; their samples must have been matched. */
  public static void forgetEnded() {
    RINGS.values().removeIf(ring -> !ring.thread().isAlive());
  }

  /** Forgets all rings: no query is profiled any more. */
  public static void clear() {
    RINGS.clear();
  }
}
