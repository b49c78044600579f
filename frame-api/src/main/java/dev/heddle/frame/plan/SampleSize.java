package dev.heddle.frame.plan;

import dev.heddle.frame.error.AnalysisException;

/** How large a sample of rows is. */
public sealed interface SampleSize {
  /**
   * Each row is in it with one probability, whatever becomes of the others (Bernoulli sampling).
   *
   * @param probability from 0 to 1
   */
  record Fraction(double probability) implements SampleSize {
    /** Checks the range. */
    public Fraction {
      if (!(probability >= 0 && probability <= 1)) {
        throw new AnalysisException(
            "Cannot sample: the fraction is " + probability + "; it must be from 0 to 1");
      }
    }

    @Override
    public String toString() {
      return "fraction " + probability;
    }
  }

  /**
   * A number of rows, or all if there are fewer; each set of that size is as probable.
   *
   * @param count at least 0
   */
  record RowCount(long count) implements SampleSize {
    /** Checks the range. */
    public RowCount {
      if (count < 0) {
        throw new AnalysisException(
            "Cannot sample: the number of rows is " + count + "; it must be at least 0");
      }
    }

    @Override
    public String toString() {
      return count + " rows";
    }
  }
}
