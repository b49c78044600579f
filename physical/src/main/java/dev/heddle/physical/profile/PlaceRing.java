package dev.heddle.physical.profile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The last places that one thread has been at, with the times at which it came there. Written by
 * that thread, read by any.
 */
public final class PlaceRing {
  /** The place of what belongs to no profiled query. */
  public static final int NOWHERE = 0;

  /** What {@link #at} returns for times of which nothing is known any more. */
  public static final int UNKNOWN = -1;

  /** One more than the highest place. */
  public static final int MAX_PLACES = 1 << 16;

  static final int CAPACITY = 1 << 16;

  private static final int PLACE_BITS = 16;
  private static final long ORIGIN_NANOS = System.nanoTime() - 1_000_000_000;
  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(PlaceRing.class, "next", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] entries = new long[CAPACITY]; // microseconds above a place
  private final Thread thread;
  private long next; // how many entries there have been
  private int place; // by its thread only
  private int flushesSinceEnd; // by who forgets rings

  PlaceRing(Thread thread) {
    this.thread = thread;
  }

  /** Its thread is somewhere else now. */
  public void enter(int newPlace) {
    enter(newPlace, System.nanoTime());
  }

  /**
   * Its thread is somewhere else.
   *
   * @param newPlace from 0 to {@link #MAX_PLACES} - 1
   * @param nanos since when, by {@link System#nanoTime}; not before the last call's
   */
  public void enter(int newPlace, long nanos) {
    long number = next;
    // released, so that who reads this entry knows of all numbers before it
    ENTRIES.setRelease(
        entries, (int) number & (CAPACITY - 1), micros(nanos) << PLACE_BITS | newPlace);
    NEXT.setRelease(this, number + 1);
    place = newPlace;
  }

  /** Returns where its thread is; called by that thread. */
  public int place() {
    return place;
  }

  /** Counts the calls since its thread has ended, and returns how many there were. */
  int flushesSinceEnd() {
    if (!thread.isAlive()) {
      flushesSinceEnd++;
    }
    return flushesSinceEnd;
  }

  private static long micros(long nanos) {
    return (nanos - ORIGIN_NANOS) / 1_000;
  }

  /**
   * Returns where its thread was.
   *
   * @param nanos the time, by {@link System#nanoTime}
   * @return a place, or {@link #UNKNOWN} if the time is before what the ring still has
   */
  public int at(long nanos) {
    return at(nanos, (long) NEXT.getAcquire(this));
  }

  /** The same, by who knows how many entries there were a moment ago. */
  int at(long nanos, long end) {
    long wanted = micros(nanos);
    long oldest = Math.max(0, end - CAPACITY);
    long low = oldest - 1; // is not later
    long high = end; // is later
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (entry(middle) >> PLACE_BITS <= wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    if (low < oldest && oldest > 0) {
      return UNKNOWN;
    }
    int found = low < oldest ? NOWHERE : (int) entry(low) & (MAX_PLACES - 1);
    VarHandle.acquireFence();
    boolean isOverwritten = (long) NEXT.getAcquire(this) - low >= CAPACITY;
    return isOverwritten ? UNKNOWN : found;
  }

  private long entry(long number) {
    return (long) ENTRIES.getOpaque(entries, (int) number & (CAPACITY - 1));
  }
}
