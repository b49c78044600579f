package dev.heddle.io.scan;

import dev.heddle.io.batch.Column;
import java.util.List;

/**
 * One thread's conjuncts that the values of one and the same column decide: whether some entry of
 * its dictionary passes all of them, which those that each passes alone do not show.
 */
public final class ConjunctGroup {
  private final ConjunctState[] conjuncts;
  private final byte[][] known; // outcomes that the answer is of
  private boolean failsAll;

  /** Makes a group of conjuncts that are decided by value, one at least; they stay the caller's. */
  public ConjunctGroup(List<ConjunctState> conjuncts) {
    this.conjuncts = conjuncts.toArray(ConjunctState[]::new);
    this.known = new byte[this.conjuncts.length][];
  }

  /** Returns the position in the request's filter of the conjunct that comes last. */
  public int position() {
    return conjuncts[conjuncts.length - 1].position();
  }

  /** Returns whether no entry of a dictionary passes all conjuncts. */
  public boolean failsAll(Column dictionary) {
    boolean isKnown = true;
    for (int i = 0; i < conjuncts.length; i++) {
      byte[] outcomes = conjuncts[i].outcomes(dictionary);
      isKnown &= outcomes == known[i];
      known[i] = outcomes;
    }
    if (!isKnown) {
      failsAll = true;
      for (int code = 0; code < dictionary.rows() && failsAll; code++) {
        int passed = ConjunctState.PASSES;
        for (byte[] outcomes : known) {
          passed &= outcomes[code];
        }
        failsAll = passed == 0;
      }
    }
    return failsAll;
  }
}
