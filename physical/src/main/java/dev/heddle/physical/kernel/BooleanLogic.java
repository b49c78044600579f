package dev.heddle.physical.kernel;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;

/** Three-valued logic on bitmaps of values and validity; a validity of 0 means no nulls. */
public final class BooleanLogic {
  private BooleanLogic() {}

  /**
   * Writes the three-valued conjunction: false where a side is false, else null where a side is
   * null.
   */
  public static void and(
      long a, long aValid, long b, long bValid, int rows, long values, long validity) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      long av = aValid == 0 ? -1L : Memory.getLong(aValid + i);
      long bv = bValid == 0 ? -1L : Memory.getLong(bValid + i);
      long at = Memory.getLong(a + i) & av;
      long bt = Memory.getLong(b + i) & bv;
      long aFalse = av & ~at;
      long bFalse = bv & ~bt;
      Memory.putLong(values + i, at & bt);
      Memory.putLong(validity + i, (av & bv) | aFalse | bFalse);
    }
  }

  /**
   * Writes the three-valued disjunction: true where a side is true, else null where a side is null.
   */
  public static void or(
      long a, long aValid, long b, long bValid, int rows, long values, long validity) {
    for (long i = 0; i < Bits.bytesFor(rows); i += 8) {
      long av = aValid == 0 ? -1L : Memory.getLong(aValid + i);
      long bv = bValid == 0 ? -1L : Memory.getLong(bValid + i);
      long at = Memory.getLong(a + i) & av;
      long bt = Memory.getLong(b + i) & bv;
      Memory.putLong(values + i, at | bt);
      Memory.putLong(validity + i, (av & bv) | at | bt);
    }
  }
}
