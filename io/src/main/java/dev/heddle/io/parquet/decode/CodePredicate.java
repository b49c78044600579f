package dev.heddle.io.parquet.decode;

import dev.heddle.io.scan.ConjunctState;

/**
 * Which dictionary codes of a number of bits pass a conjunct: one by one, and for groups of codes
 * in packed form, so that one load decides several. Used by one thread.
 */
final class CodePredicate {
  private static final int GROUP_BITS = 12;
  private static final int MAX_CODES = 6; // of a group: a bit each, and the sign is left
  private static final int MAX_GROUPED_BITS = 14; // four groups fit into a word

  private byte[] outcomes = {};
  private int width = -1;
  private int codes;
  private byte[] groups = {};

  /**
   * Turns to other codes.
   *
   * @param newOutcomes by code, see {@link ConjunctState#outcomes}; not changed any more
   */
  void turnTo(byte[] newOutcomes, int newWidth) {
    if (newOutcomes == outcomes && newWidth == width) {
      return;
    }
    outcomes = newOutcomes;
    width = newWidth;
    codes = 0;
    if (width == 0 || width > MAX_GROUPED_BITS) {
      return;
    }
    codes = Math.clamp(GROUP_BITS / width, 1, MAX_CODES);
    int size = 1 << (codes * width);
    if (groups.length != size) {
      groups = new byte[size];
    }
    for (int code = 0; code < 1 << width; code++) {
      groups[code] = single(code);
    }
    for (int filled = 1; filled < codes; filled++) {
      int known = 1 << (filled * width);
      for (int code = (1 << width) - 1; code >= 0; code--) { // 0 last: what is known is there
        int bits = single(code) < 0 ? Byte.MIN_VALUE : single(code) << filled;
        for (int low = 0; low < known; low++) {
          groups[code * known + low] = (byte) (groups[low] | bits);
        }
      }
    }
  }

  private byte single(int code) {
    return outcomes[code] == ConjunctState.BEYOND ? Byte.MIN_VALUE : outcomes[code];
  }

  /** Returns the outcomes of single codes. */
  byte[] outcomes() {
    return outcomes;
  }

  /** Returns how many codes make a group, or 0 if there are no groups. */
  int codes() {
    return codes;
  }

  /**
   * Returns by group a bit for each code, the first one lowest, which is set if it passes; it is
   * negative if there is a code that must not be there.
   */
  byte[] groups() {
    return groups;
  }
}
