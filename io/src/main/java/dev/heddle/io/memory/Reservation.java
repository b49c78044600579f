package dev.heddle.io.memory;

/**
 * The memory of one state that can be spilled: a floor that it has in any case, and an elastic part
 * that it takes while there is some and releases by spilling.
 *
 * <p>Each thread of the owner works with it as follows. Allocate from {@link #account}. Once a
 * batch call {@link #mustGiveBack}, and while it is true spill some of the state, until nothing is
 * left to spill. Before a growth call {@link #tryTake}, and if it is false spill or do the work in
 * smaller parts. An owner that does so, and can go on within its floor, never runs out of memory.
 *
 * <p>Thread-safe. Elastic memory is first come, first served.
 */
public final class Reservation implements AutoCloseable {
  private final MemoryAccount account;
  private final MemoryAccount parent;
  private final long floorBytes;
  private boolean closed; // guarded by this

  Reservation(MemoryAccount account, MemoryAccount parent, long floorBytes) {
    this.account = account;
    this.parent = parent;
    this.floorBytes = floorBytes;
  }

  /** Returns what the state is allocated from. */
  public MemoryAccount account() {
    return account;
  }

  /** Returns the bytes that can be in use whatever others do. */
  public long floorBytes() {
    return floorBytes;
  }

  /**
   * Returns whether the state is above its floor and memory is short: less is free than one batch
   * of work of all threads may take. Cheap.
   */
  public boolean mustGiveBack() {
    return mustGiveBack(0);
  }

  /**
   * Returns the same for an owner that goes on with a number of bytes before it asks again: they
   * are to be left of the floor.
   */
  public boolean mustGiveBack(long workingBytes) {
    return account.ledger().isShort()
        && account.isAboveFloor(workingBytes)
        && account.ledger().staysShort();
  }

  /**
   * Asks for bytes before a growth (doubling of a table, working arrays of a sort, loading of a
   * partition). If there are enough, they are reserved for the allocations that follow, in the
   * floor or beyond it, until {@link #giveBack} is called with the same number, usually once the
   * growth is over.
   */
  public boolean tryTake(long bytes) {
    return account.tryHold(bytes);
  }

  /** Ends what {@link #tryTake} began; what has been allocated meanwhile stays. */
  public void giveBack(long bytes) {
    account.letGo(bytes);
  }

  /**
   * Releases a buffer of {@link #account} and holds its bytes like {@link #tryTake}, so that no
   * other thread takes them meanwhile; returns how many are to be released.
   */
  public long holdInstead(Buffer buffer) {
    return account.holdInstead(buffer);
  }

  /**
   * Asks for bytes like {@link #tryTake}, to hold them while other takes come and go: for memory
   * that is allocated little by little.
   */
  public boolean tryKeep(long bytes) {
    return account.tryKeep(bytes);
  }

  /** Ends what {@link #tryKeep} began; what has been allocated meanwhile stays. */
  public void endKeeping(long bytes) {
    account.letGoKept(bytes);
  }

  /**
   * Returns the unused part of the floor to those that come later. Done at the end of the task for
   * that does not do it earlier; does nothing the second time.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      parent.takeBack(account);
    }
  }
}
