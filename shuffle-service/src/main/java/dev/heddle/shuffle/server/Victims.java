package dev.heddle.shuffle.server;

import org.jspecify.annotations.Nullable;

/** Chooses which attempts leave the memory first. */
final class Victims {
  private Victims() {}

  /** Returns the largest sealed attempt that can be flushed, or the largest open one. */
  static @Nullable Attempt largest(Iterable<Attempt> inMemory) {
    Attempt best = null;
    for (Attempt attempt : inMemory) {
      if (attempt.canFlush() && (best == null || isBetter(attempt, best))) {
        best = attempt;
      }
    }
    return best;
  }

  private static boolean isBetter(Attempt attempt, Attempt best) {
    boolean isSealed = attempt.isSealed();
    boolean isBestSealed = best.isSealed();
    return isSealed == isBestSealed ? attempt.heldBytes() > best.heldBytes() : isSealed;
  }
}
