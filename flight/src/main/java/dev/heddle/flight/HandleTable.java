package dev.heddle.flight;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Things of a session that its client names by handles, of which clients leak some: those that were
 * not used for long, and the oldest of too many, are dropped. Thread-safe.
 */
final class HandleTable<T> {
  private final String what;
  private final String owner;
  private final SessionLimits limits;
  private final LongSupplier nanos;
  private final Predicate<T> isInUse;
  private final Consumer<T> dropped;
  private final Map<String, Entry<T>> entries; // the longest unused first; guarded by this

  private static final class Entry<T> {
    private final T value;
    private long usedNanos;

    Entry(T value) {
      this.value = value;
    }
  }

  /**
   * Makes an empty table.
   *
   * @param what the things are, for messages
   * @param owner id of the session, with which handles begin
   * @param isInUse tells which ones stay whatever their age
   * @param dropped called with each that goes
   */
  HandleTable(
      String what,
      String owner,
      SessionLimits limits,
      LongSupplier nanos,
      Predicate<T> isInUse,
      Consumer<T> dropped) {
    this.what = what;
    this.owner = owner;
    this.limits = limits;
    this.nanos = nanos;
    this.isInUse = isInUse;
    this.dropped = dropped;
    this.entries = new LinkedHashMap<>(16, 0.75f, true);
  }

  /** Adds a thing and returns its handle. */
  String add(T value) {
    String handle = owner + "/" + UUID.randomUUID();
    List<T> gone = new ArrayList<>();
    synchronized (this) {
      Entry<T> entry = new Entry<>(value);
      entry.usedNanos = nanos.getAsLong();
      entries.put(handle, entry);
      Iterator<Entry<T>> oldest = entries.values().iterator();
      while (entries.size() > limits.handles() && oldest.hasNext()) {
        T next = oldest.next().value;
        if (!isInUse.test(next) && next != value) {
          gone.add(next);
          oldest.remove();
        }
      }
    }
    gone.forEach(dropped);
    return handle;
  }

  /**
   * Returns a thing, which is used now.
   *
   * @throws HeddleException {@code NOT_FOUND} if it is gone
   */
  synchronized T get(String handle) {
    Entry<T> entry = entries.get(handle);
    if (entry == null) {
      throw gone(what, limits);
    }
    entry.usedNanos = nanos.getAsLong();
    return entry.value;
  }

  /** Notes that a thing is used now; does nothing if it is gone. */
  synchronized void use(String handle) {
    Entry<T> entry = entries.get(handle);
    if (entry != null) {
      entry.usedNanos = nanos.getAsLong();
    }
  }

  /** Returns the error of a thing that is gone. */
  static HeddleException gone(String what, SessionLimits limits) {
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find the "
            + what
            + ": it was closed or read, or dropped since it was not used for "
            + SessionLimits.text(limits.handleIdle())
            + " or was the oldest of more than "
            + limits.handles()
            + "; ask for it again");
  }

  /** Takes a thing out without dropping it; null if it is not there. */
  synchronized @Nullable T remove(String handle) {
    Entry<T> entry = entries.remove(handle);
    return entry == null ? null : entry.value;
  }

  /** Returns how many things there are. */
  synchronized int size() {
    return entries.size();
  }

  /** Drops what was not used for long. */
  void expire() {
    List<T> gone = new ArrayList<>();
    synchronized (this) {
      long now = nanos.getAsLong();
      Iterator<Entry<T>> all = entries.values().iterator();
      while (all.hasNext()) {
        Entry<T> entry = all.next();
        boolean isOld = now - entry.usedNanos > limits.handleIdle().toNanos();
        if (isOld && !isInUse.test(entry.value)) {
          gone.add(entry.value);
          all.remove();
        }
      }
    }
    gone.forEach(dropped);
  }

  /** Drops all. */
  void clear() {
    List<T> gone = new ArrayList<>();
    synchronized (this) {
      entries.values().forEach(entry -> gone.add(entry.value));
      entries.clear();
    }
    gone.forEach(dropped);
  }
}
