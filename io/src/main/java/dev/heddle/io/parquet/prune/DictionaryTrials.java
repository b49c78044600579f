package dev.heddle.io.parquet.prune;

import dev.heddle.io.scan.Verdict;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Whether it has paid so far to decide the conjuncts of a scan on dictionaries before rows are
 * read. Thread-safe.
 */
public final class DictionaryTrials {
  // row groups that are tried before a decision
  private static final int FIRST_TRIALS = 4;
  // from then on, one in this many must have been decided
  private static final int TRIALS_A_HIT = 8;

  private final AtomicIntegerArray trials;
  private final AtomicIntegerArray hits;

  public DictionaryTrials(int conjuncts) {
    trials = new AtomicIntegerArray(conjuncts);
    hits = new AtomicIntegerArray(conjuncts);
  }

  /** Returns whether a conjunct should be tried on another dictionary. */
  boolean isWorthwhile(int conjunct) {
    int tried = trials.get(conjunct);
    return tried < FIRST_TRIALS || hits.get(conjunct) * TRIALS_A_HIT >= tried;
  }

  /** Notes that a conjunct was tried on a dictionary. */
  void note(int conjunct, Verdict verdict) {
    trials.incrementAndGet(conjunct);
    if (verdict != Verdict.MAYBE) {
      hits.incrementAndGet(conjunct);
    }
  }
}
