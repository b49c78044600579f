package dev.heddle.engine.cluster.coordinator;

import java.util.BitSet;

/** Small numbers, each given to one member at a time. Used by one thread. */
final class IdAllocator {
  private final BitSet taken = new BitSet();

  int take() {
    int number = taken.nextClearBit(0);
    taken.set(number);
    return number;
  }

  /** Takes a certain number; false if somebody has it. */
  boolean take(int number) {
    if (taken.get(number)) {
      return false;
    }
    taken.set(number);
    return true;
  }

  void giveBack(int number) {
    taken.clear(number);
  }
}
