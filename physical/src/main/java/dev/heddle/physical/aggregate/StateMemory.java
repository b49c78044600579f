package dev.heddle.physical.aggregate;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;

/**
 * An aggregation's reservation, and its own limit beside the ledger's.
 *
 * @param limits state from which size on states are worth to be spilled, and how much they may take
 * @param threads that work with it, each on states of its own
 */
record StateMemory(Reservation reservation, AggregateLimits limits, int threads) {
  MemoryAccount account() {
    return reservation.account();
  }

  /** Returns whether state has to be given back if there is some. */
  boolean mustGiveBack() {
    return mustGiveBack(0);
  }

  /** Returns the same for who goes on with this number of bytes before he asks again. */
  boolean mustGiveBack(long workingBytes) {
    return account().usedBytes() > limits.maxStateBytes() || reservation.mustGiveBack(workingBytes);
  }

  /** Returns whether a state of this number of bytes is not worth to be spilled. */
  boolean isSmall(long bytes) {
    return bytes < limits.smallBytes();
  }

  /** Asks for bytes before a jump; see {@link Reservation#tryTake}. */
  boolean tryTake(long bytes) {
    return account().usedBytes() <= limits.maxStateBytes() && reservation.tryTake(bytes);
  }

  /** Ends what {@link #tryTake} began. */
  void giveBack(long bytes) {
    reservation.giveBack(bytes);
  }
}
