package dev.heddle.io.memory;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one owner (a query, a result, a cached table) has taken from the ledger.
 *
 * <p>An account may have been promised memory: that much it can allocate in any case, and what it
 * uses counts against the promise first. Parts of it can be reserved for states of operators, each
 * with an account of its own, whose bytes show in this one's too.
 *
 * <p>Thread-safe. Closing proves that everything has been released: a leak is an {@link
 * IllegalStateException}.
 */
public final class MemoryAccount implements AutoCloseable {
  private final MemoryLedger ledger;
  private final String name;
  private final @Nullable MemoryAccount parent;
  private final @Nullable Runnable whileWaiting; // none where allocations do not wait for others
  private final AtomicLong totalBytes = new AtomicLong(); // with those of parts
  private final AtomicLong peakBytes = new AtomicLong();
  private final @Nullable Set<Buffer> live;
  private long ownBytes; // guarded by this
  private long floorBytes; // guarded by this
  private final Holding growth = new Holding(); // guarded by this
  private final Holding kept = new Holding(); // guarded by this
  private long reservableBytes; // promised to reservations that are not open; guarded by this
  private boolean promiseEnded; // guarded by this
  private boolean isAdmitted; // fixed by the constructor

  /** What is reserved for allocations that follow. */
  private static final class Holding {
    private long bytes; // in all, with what was in use when they were taken
    private long takenBytes; // sum of the takes
  }

  MemoryAccount(
      MemoryLedger ledger,
      String name,
      @Nullable MemoryAccount parent,
      @Nullable Runnable whileWaiting) {
    this.ledger = ledger;
    this.name = name;
    this.parent = parent;
    this.whileWaiting = whileWaiting;
    this.live = MemoryLedger.DEBUG ? ConcurrentHashMap.newKeySet() : null;
  }

  /** Makes an account for a promise that has been committed already. */
  MemoryAccount(
      MemoryLedger ledger,
      String name,
      long floorBytes,
      long reservableBytes,
      Runnable whileWaiting) {
    this(ledger, name, null, whileWaiting);
    this.floorBytes = floorBytes;
    this.reservableBytes = reservableBytes;
    this.isAdmitted = true;
  }

  /**
   * Opens a reservation, whose floor comes out of what this account was promised for reservations:
   * the floor is smaller if less of that is left, and 0 if nothing was promised.
   *
   * @param owner for messages
   */
  public Reservation reserve(String owner, long wantedFloorBytes) {
    MemoryAccount part = ledger.openPart(owner + " of " + name, this);
    synchronized (this) {
      long floor = Math.min(wantedFloorBytes, reservableBytes);
      reservableBytes -= floor;
      part.floorBytes = floor; // committed as before, by another name
      return new Reservation(part, this, floor);
    }
  }

  /** Takes back what a part that is at its end does not use of its floor. */
  void takeBack(MemoryAccount part) {
    long left = part.dropFloor();
    synchronized (this) {
      if (promiseEnded) {
        ledger.uncommit(left);
      } else {
        reservableBytes += left;
      }
    }
  }

  /** Ends the promise; returns how much of it is free now, which stays committed. */
  private synchronized long dropFloor() {
    long before = committed();
    floorBytes = 0;
    return before - committed();
  }

  private long committed() {
    return Math.max(floorBytes, usedOrHeld()) + reservableBytes;
  }

  private void take(long bytes) {
    if (ledger.refuses()
        || (!tryTake(bytes) && !(ledger.reclaim(bytes) && tryTake(bytes)) && !await(bytes))) {
      throw ledger.exhausted(bytes, name);
    }
    ledger.noteUsed(bytes);
    note(bytes);
    if (parent != null) {
      parent.note(bytes);
    }
  }

  /** Waits for memory that other queries release. */
  private boolean await(long bytes) {
    return whileWaiting != null && ledger.awaitBytes(bytes, () -> tryTake(bytes), whileWaiting);
  }

  @Nullable Runnable whileWaiting() {
    return whileWaiting;
  }

  private synchronized boolean tryTake(long bytes) {
    long before = committed();
    ownBytes += bytes;
    if (!ledger.tryCommit(committed() - before)) {
      ownBytes -= bytes;
      return false;
    }
    return true;
  }

  private void giveBack(long bytes) {
    synchronized (this) {
      long before = committed();
      ownBytes -= bytes;
      ledger.uncommit(before - committed());
    }
    ledger.noteUsed(-bytes);
    note(-bytes);
    if (parent != null) {
      parent.note(-bytes);
    }
  }

  private void note(long bytes) {
    long total = totalBytes.addAndGet(bytes);
    if (total > peakBytes.get()) {
      peakBytes.accumulateAndGet(total, Math::max);
    }
  }

  private long usedOrHeld() {
    return Math.max(Math.max(growth.bytes, kept.bytes), ownBytes);
  }

  /** Reserves bytes beyond those in use or reserved, unless the ledger is too short. */
  boolean tryHold(long bytes) {
    return tryHold(bytes, growth);
  }

  /** Does the same for longer, beside what {@link #tryHold(long)} holds meanwhile. */
  boolean tryKeep(long bytes) {
    return tryHold(bytes, kept);
  }

  /** Frees a buffer of this account and holds its bytes instead; returns how many. */
  long holdInstead(Buffer buffer) {
    long bytes = buffer.capacity();
    synchronized (this) {
      growth.bytes = usedOrHeld();
      growth.takenBytes += bytes;
    }
    buffer.release();
    return bytes;
  }

  private boolean tryHold(long bytes, Holding holding) {
    return tryHoldNow(bytes, holding) || (ledger.reclaim(bytes) && tryHoldNow(bytes, holding));
  }

  private synchronized boolean tryHoldNow(long bytes, Holding holding) {
    long before = committed();
    long heldBefore = holding.bytes;
    holding.bytes = usedOrHeld() + bytes;
    if (!ledger.tryCommit(committed() - before)) {
      holding.bytes = heldBefore;
      return false;
    }
    holding.takenBytes += bytes;
    return true;
  }

  /**
   * Releases reserved bytes. All that is in use may be the caller's, so what the others have taken
   * stays reserved.
   */
  synchronized void letGo(long bytes) {
    long before = committed();
    noteGivenBack(bytes, growth);
    long most = Math.max(ownBytes, kept.bytes) + growth.takenBytes;
    growth.bytes = growth.takenBytes == 0 ? 0 : Math.min(growth.bytes, most);
    ledger.uncommit(before - committed());
  }

  /** Ends what {@link #tryKeep} began. */
  synchronized void letGoKept(long bytes) {
    long before = committed();
    noteGivenBack(bytes, kept);
    kept.bytes = kept.takenBytes == 0 ? 0 : kept.bytes - bytes;
    ledger.uncommit(before - committed());
  }

  private void noteGivenBack(long givenBack, Holding holding) {
    if (givenBack > holding.takenBytes) {
      throw new IllegalStateException(
          "Cannot release "
              + givenBack
              + " bytes of "
              + name
              + ": "
              + holding.takenBytes
              + " were taken");
    }
    holding.takenBytes -= givenBack;
  }

  /** Returns whether more is in use than was promised, or will be with more bytes. */
  synchronized boolean isAboveFloor(long moreBytes) {
    return ownBytes + moreBytes > floorBytes;
  }

  /**
   * Allocates memory of unknown content. An account that was promised memory, or a part of one,
   * waits for what others release if nothing is left, as long as some is released.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code OUT_OF_MEMORY} if the ledger's
   *     limit would be passed
   */
  public Buffer allocate(long bytes) {
    long capacity = MemoryPool.capacityFor(bytes);
    take(capacity);
    long address = ledger.takeBlock(capacity);
    Buffer buffer =
        new Buffer(this, address, capacity, live == null ? null : new Throwable("allocated here"));
    if (live != null) {
      live.add(buffer);
    }
    return buffer;
  }

  /** Allocates memory whose bytes, padding included, are all zero. */
  public Buffer allocateZeroed(long bytes) {
    Buffer buffer = allocate(bytes);
    Memory.fill(buffer.address(), buffer.capacity() + Buffer.PADDING, (byte) 0);
    return buffer;
  }

  /**
   * Allocates memory whose bytes are all zero, or returns null if that would leave so little that
   * others have to give some back; for what its owner can do without.
   */
  public @Nullable Buffer allocateZeroedIfAmple(long bytes) {
    return ledger.isAmple(MemoryPool.capacityFor(bytes)) ? allocateZeroed(bytes) : null;
  }

  /** Allocates memory of unknown content under the same condition. */
  public @Nullable Buffer allocateIfAmple(long bytes) {
    return ledger.isAmple(MemoryPool.capacityFor(bytes)) ? allocate(bytes) : null;
  }

  /** Returns a larger buffer that starts with the first bytes of an old one, which is released. */
  public Buffer grow(Buffer old, long keptBytes, long newBytes) {
    Buffer larger = allocate(newBytes);
    Memory.copy(old.address(), larger.address(), keptBytes);
    old.release();
    return larger;
  }

  /**
   * Counts memory that somebody else allocates on the owner's behalf, such as Arrow vectors.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code OUT_OF_MEMORY} if the ledger's
   *     limit would be passed
   */
  public void charge(long bytes) {
    take(bytes);
  }

  /** Releases what {@link #charge} has counted. */
  public void discharge(long bytes) {
    giveBack(bytes);
  }

  /** Returns the bytes that the owner and its reservations hold now. */
  public long usedBytes() {
    return totalBytes.get();
  }

  /** Returns the peak of {@link #usedBytes}. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /** Returns the ledger that this account belongs to. */
  public MemoryLedger ledger() {
    return ledger;
  }

  /** Returns the owner's name. */
  public String name() {
    return name;
  }

  void free(Buffer buffer) {
    if (live != null) {
      live.remove(buffer);
    }
    ledger.giveBlockBack(buffer.address(), buffer.capacity());
    giveBack(buffer.capacity());
  }

  /** Returns what is promised; what is still in use stays counted. May be repeated. */
  public synchronized void endPromise() {
    long before = committed();
    floorBytes = 0;
    reservableBytes = 0;
    ledger.uncommit(before - committed());
    if (!promiseEnded && isAdmitted) {
      ledger.endPromise();
    }
    promiseEnded = true;
  }

  @Override
  public void close() {
    endPromise();
    long left = usedBytes();
    if (left != 0) {
      IllegalStateException leak =
          new IllegalStateException("Leaked " + left + " bytes of account " + name);
      if (live != null) {
        live.stream().limit(5).forEach(b -> leak.addSuppressed(b.allocatedAt()));
      }
      throw leak;
    }
  }
}
