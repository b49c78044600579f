package dev.heddle.io.memory;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one budget of off-heap bytes that all sessions of a process share.
 *
 * <p>Every buffer is counted here before its memory is taken, so the sum never passes the limit.
 * What has been promised (a query's floors) is set aside: it counts against the limit from the
 * start, whether it is in use or not.
 *
 * <p>A {@linkplain #part part} of a ledger has a limit of its own below it: what its accounts take
 * counts in both, and is short, waits, is spilled and fails where either has too little.
 * Thread-safe.
 */
public final class MemoryLedger {
  /** Set to {@code true} to remember where each buffer was allocated, for the report of a leak. */
  public static final String DEBUG_PROPERTY = "heddle.memory.debug";

  static final boolean DEBUG = Boolean.getBoolean(DEBUG_PROPERTY);

  private static final String OPTION = "memory";

  private final MemoryPool pool = MemoryPool.SHARED;
  private final @Nullable MemoryLedger whole; // of which this is a part; null for the process's
  private final String option; // that sets the limit
  private final List<Reclaimer> reclaimers = new CopyOnWriteArrayList<>();

  /** What part of the limit owners of elastic memory keep free for the next batches. */
  private static final int HEAD_ROOM_SHARE = 8;

  private static final long MAX_HEAD_ROOM_BYTES = 64L << 20;

  /** What part of the limit the system may keep of freed blocks beside what is in use. */
  private static final int LOOSE_SHARE = 16;

  /** What part of the limit the pool may keep of freed blocks. */
  private static final int KEPT_SHARE = 8;

  private static final long LOOK_MILLIS = 20;

  /** So long a promise waits for room beside it while no other ends, before it makes do without. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /** So long an allocation waits for others to give memory back while none does. */
  private static final long STANDSTILL_NANOS = 2_000_000_000;

  /** And so long at most. */
  private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;

  private static final long SHORT_LOOK_NANOS = 1_000_000;

  /** What part of the limit owners of elastic memory release for waiting queries. */
  private static final int WANTED_SHARE = 4;

  private final AtomicInteger promises = new AtomicInteger(); // that have not ended
  private volatile long lastEndNanos; // when a promise ended
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();
  private final AtomicLong committedBytes = new AtomicLong(); // in use or promised
  private final AtomicLong wantedBytes = new AtomicLong(); // by waiting queries
  private final AtomicLong givenBack = new AtomicLong(); // how often memory came back or was denied
  private final AtomicLong untilRefusal = new AtomicLong();
  private volatile boolean mayRefuse;
  private volatile long limitBytes;

  /** Makes a ledger with a limit. */
  public MemoryLedger(long limitBytes) {
    this(null, OPTION, limitBytes);
  }

  private MemoryLedger(@Nullable MemoryLedger whole, String option, long limitBytes) {
    this.whole = whole;
    this.option = option;
    setLimitBytes(limitBytes);
  }

  /**
   * Returns a part of this ledger; it ends with its accounts.
   *
   * @param partOption the option that sets its limit, for messages
   */
  public MemoryLedger part(String partOption, long partBytes) {
    return new MemoryLedger(this, partOption, partBytes);
  }

  /** Opens an account to which nothing is promised; its name is for messages. */
  public MemoryAccount open(String name) {
    return new MemoryAccount(this, name, null, null);
  }

  /**
   * Opens an account to which memory is promised, before it does anything. Waits while too little
   * is left and others have promises, since these end; at first it also leaves what those use from
   * one look at what is free to the next.
   *
   * @param ownBytes what it can allocate itself in any case
   * @param reservedBytes the sum of the floors that it will give to reservations
   * @param whileWaiting is run again and again while this waits; what it throws ends that
   * @throws HeddleException with code {@code OUT_OF_MEMORY}, naming the number, if the limit is
   *     smaller than the promise, or if what others hold leaves too little
   */
  public MemoryAccount admit(
      String name, long ownBytes, long reservedBytes, Runnable whileWaiting) {
    long needed = ownBytes + reservedBytes;
    long limit = limitBytes();
    if (needed > limit) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot start "
              + name
              + ": it needs at least "
              + ByteText.atLeast(needed)
              + ", above the memory limit of "
              + ByteText.of(limit)
              + "; raise the limit (option "
              + tightestOption()
              + ") to that at least, or use fewer threads");
    }
    if (!takeRoom(name, needed, 0)) {
      want(needed);
      try {
        awaitRoom(name, needed, whileWaiting);
      } finally {
        want(-needed);
      }
    }
    beginPromise();
    return new MemoryAccount(this, name, ownBytes, reservedBytes, whileWaiting);
  }

  private String tightestOption() {
    return whole == null || limitBytes < whole.limitBytes() ? option : whole.tightestOption();
  }

  private void want(long bytes) {
    wantedBytes.addAndGet(bytes);
    if (whole != null) {
      whole.want(bytes);
    }
  }

  private void beginPromise() {
    promises.incrementAndGet();
    if (whole != null) {
      whole.beginPromise();
    }
  }

  private void awaitRoom(String name, long needed, Runnable whileWaiting) {
    long begun = System.nanoTime();
    do {
      whileWaiting.run();
      awaitEnd();
    } while (!takeRoom(name, needed, System.nanoTime() - begun));
  }

  /** Sets a promise's bytes aside, or returns false if some may come back that are missing now. */
  private boolean takeRoom(String name, long needed, long waitedNanos) {
    boolean mayEnd = promises.get() > 0; // before the look at what is left
    long since = Math.min(waitedNanos, System.nanoTime() - lastEndNanos);
    long beside = mayEnd && since < PATIENCE_NANOS ? ownHeadRoom() : 0;
    if (tryCommitHere(needed, beside)
        || (reclaimHere(needed + beside) && tryCommitHere(needed, beside))) {
      return whole == null || takeRoomOfWhole(whole, name, needed, waitedNanos);
    }
    if (!mayEnd) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot start "
              + name
              + ": it needs at least "
              + needed
              + " bytes of memory and results and tables leave "
              + Math.max(0, limitBytes - committedBytes.get())
              + " of the limit of "
              + limitBytes
              + " bytes; close results, drop tables or raise the limit (option "
              + option
              + ")");
    }
    return false;
  }

  /** Sets bytes aside in the whole that are set aside here, or else gives them back here. */
  private boolean takeRoomOfWhole(MemoryLedger all, String name, long needed, long waitedNanos) {
    boolean isTaken = false;
    try {
      isTaken = all.takeRoom(name, needed, waitedNanos);
      return isTaken;
    } finally {
      if (!isTaken) {
        committedBytes.addAndGet(-needed);
      }
    }
  }

  private void awaitEnd() {
    synchronized (promises) {
      try {
        promises.wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the waiting thread looks at it
      }
    }
  }

  /** Notes that a promise has ended. */
  void endPromise() {
    synchronized (promises) {
      lastEndNanos = System.nanoTime();
      promises.decrementAndGet();
      promises.notifyAll();
    }
    if (whole != null) {
      whole.endPromise();
    }
  }

  MemoryAccount openPart(String name, MemoryAccount parent) {
    return new MemoryAccount(this, name, parent, parent.whileWaiting());
  }

  /** Changes the limit; what is used already stays. */
  public void setLimitBytes(long bytes) {
    if (bytes <= 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set a memory limit of " + bytes + " bytes: it must be above 0");
    }
    limitBytes = bytes;
  }

  /** Returns the most bytes that may be in use. */
  public long limitBytes() {
    return whole == null ? limitBytes : Math.min(limitBytes, whole.limitBytes());
  }

  /**
   * Has one allocation fail as if the limit were reached, after {@code allocations} others, so that
   * a test can see what its owners free then.
   */
  public void refuseAfter(long allocations) {
    untilRefusal.set(allocations);
    mayRefuse = true;
  }

  /** Ends that; returns whether an allocation has failed. */
  public boolean endRefusing() {
    mayRefuse = false;
    return untilRefusal.getAndSet(0) < 0;
  }

  /** Returns whether it is this allocation's turn to be refused. */
  boolean refuses() {
    return whole != null ? whole.refuses() : mayRefuse && untilRefusal.getAndDecrement() == 0;
  }

  /** Returns the bytes in use now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** Returns the most bytes that have been in use since the last {@link #resetPeak}. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Starts a new measurement of the peak. */
  public void resetPeak() {
    peakBytes.set(usedBytes.get());
  }

  /** Returns the bytes in use or promised now. */
  public long committedBytes() {
    return committedBytes.get();
  }

  /** Adds a reclaimer, which is asked to release memory before others spill theirs or fail. */
  public void addReclaimer(Reclaimer reclaimer) {
    reclaimers.add(reclaimer);
  }

  /** Removes a reclaimer. */
  public void removeReclaimer(Reclaimer reclaimer) {
    reclaimers.remove(reclaimer);
  }

  /**
   * Has reclaimers release what lacks for {@code bytes} bytes to be free; returns whether they gave
   * anything. The caller holds no account's lock.
   */
  boolean reclaim(long bytes) {
    boolean hasFreed = reclaimHere(bytes);
    return whole == null ? hasFreed : whole.reclaim(bytes) || hasFreed;
  }

  private boolean reclaimHere(long bytes) {
    boolean hasFreed = false;
    for (Reclaimer reclaimer : reclaimers) {
      long missing = bytes - (limitBytes - committedBytes.get());
      if (missing > 0) {
        hasFreed |= reclaimer.reclaim(missing) > 0;
      }
    }
    return hasFreed;
  }

  /** Returns whether memory is still short after reclaimers have released what they can. */
  boolean staysShort() {
    boolean isShortHere = isShortHere() && !(reclaimHere(headRoom()) && !isShortHere());
    return isShortHere || (whole != null && whole.staysShort());
  }

  private long headRoom() {
    return ownHeadRoom() + Math.min(wantedBytes.get(), limitBytes / WANTED_SHARE);
  }

  private long ownHeadRoom() {
    return Math.min(limitBytes / HEAD_ROOM_SHARE, MAX_HEAD_ROOM_BYTES);
  }

  /**
   * Waits for memory that others have been asked to release, as long as some is released now and
   * then.
   *
   * @param attempt takes the memory if it is there
   * @param whileWaiting is run again and again; what it throws ends the wait
   * @return whether the attempt has succeeded
   */
  boolean awaitBytes(long bytes, BooleanSupplier attempt, Runnable whileWaiting) {
    if (hasOnePromise()) {
      return false; // nobody else has any
    }
    want(bytes);
    try {
      long begun = System.nanoTime();
      long since = begun;
      long seen = givenBackInAll();
      while (true) {
        whileWaiting.run();
        LockSupport.parkNanos(SHORT_LOOK_NANOS);
        if (attempt.getAsBoolean()) {
          return true;
        }
        long now = System.nanoTime();
        long count = givenBackInAll();
        if (count != seen) {
          seen = count;
          since = now;
        }
        if (now - since > STANDSTILL_NANOS || now - begun > LONGEST_WAIT_NANOS) {
          givenBack.incrementAndGet(); // what this one has comes back now
          return false;
        }
      }
    } finally {
      want(-bytes);
    }
  }

  private boolean hasOnePromise() {
    return promises.get() < 2 && (whole == null || whole.hasOnePromise());
  }

  private long givenBackInAll() {
    return givenBack.get() + (whole == null ? 0 : whole.givenBackInAll());
  }

  /**
   * Returns whether so little is left that nobody has been promised that owners of elastic memory
   * should give some back before they take in more rows.
   */
  boolean isShort() {
    return isShortHere() || (whole != null && whole.isShort());
  }

  private boolean isShortHere() {
    return limitBytes - committedBytes.get() < headRoom();
  }

  /** Returns whether owners of elastic memory may keep theirs if more bytes are taken. */
  boolean isAmple(long bytes) {
    return limitBytes - committedBytes.get() - bytes >= headRoom()
        && (whole == null || whole.isAmple(bytes));
  }

  /** Sets bytes aside unless that passes the limit. */
  boolean tryCommit(long bytes) {
    if (!tryCommitHere(bytes, 0)) {
      return false;
    }
    if (whole == null || whole.tryCommit(bytes)) {
      return true;
    }
    committedBytes.addAndGet(-bytes);
    return false;
  }

  /** Sets bytes aside unless less than a number of others would be left. */
  private boolean tryCommitHere(long bytes, long beside) {
    if (bytes <= 0) {
      committedBytes.addAndGet(bytes);
      return true;
    }
    // no add that is taken back: others would see it and fail
    long committed = committedBytes.get();
    while (bytes + beside <= limitBytes - committed) {
      if (committedBytes.compareAndSet(committed, committed + bytes)) {
        return true;
      }
      committed = committedBytes.get();
    }
    return false;
  }

  void uncommit(long bytes) {
    committedBytes.addAndGet(-bytes);
    if (bytes > 0 && wantedBytes.get() > 0) {
      givenBack.incrementAndGet();
    }
    if (whole != null) {
      whole.uncommit(bytes);
    }
  }

  HeddleException exhausted(long bytes, String owner) {
    if (whole != null && bytes <= limitBytes - committedBytes.get()) {
      return whole.exhausted(bytes, owner);
    }
    long used = usedBytes.get();
    long promised = Math.max(0, committedBytes.get() - used);
    return new HeddleException(
        ErrorCode.OUT_OF_MEMORY,
        "Cannot allocate "
            + ByteText.of(bytes)
            + " for "
            + owner
            + ": "
            + ByteText.of(used)
            + " of the memory limit of "
            + ByteText.of(limitBytes)
            + " are in use"
            + (promised == 0 ? "" : " and " + ByteText.of(promised) + " are promised")
            + "; raise the limit (option "
            + option
            + ") or read less");
  }

  void noteUsed(long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (used > peakBytes.get()) {
      peakBytes.accumulateAndGet(used, Math::max);
    }
    if (whole != null) {
      whole.noteUsed(bytes);
    }
  }

  /** Returns a block of memory that has been committed and noted as used. */
  long takeBlock(long capacity) {
    if (whole != null) {
      return whole.takeBlock(capacity);
    }
    long kept = pool.takeKept(capacity);
    if (kept != 0) {
      return kept;
    }
    long limit = limitBytes;
    long room = (limit - usedBytes.get()) / 2; // what the pool and the system keep is memory too
    if (room < MemoryPool.MAX_KEPT_BYTES) {
      pool.trim(room);
    }
    pool.trimSystem(Math.max(room, Math.min(limit / LOOSE_SHARE, MemoryPool.MAX_LOOSE_BYTES)));
    return MemoryPool.takeNew(capacity);
  }

  void giveBlockBack(long address, long capacity) {
    if (whole != null) {
      whole.giveBlockBack(address, capacity);
      return;
    }
    long limit = limitBytes;
    long bound = Math.min(MemoryPool.MAX_KEPT_BYTES, limit / KEPT_SHARE);
    pool.giveBack(address, capacity, Math.min(bound, (limit - usedBytes.get()) / 2));
  }
}
