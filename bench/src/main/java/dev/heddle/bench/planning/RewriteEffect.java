package dev.heddle.bench.planning;

import static java.util.Objects.requireNonNull;

import dev.heddle.bench.suite.RewritesSuite;

/**
 * What a question of a suite takes without a rewrite, beside what it takes with it.
 *
 * @param suite the suite's name
 * @param question the question's name
 * @param outcome what became of it without the rewrite
 * @param ratio CPU time of running it without the rewrite for that with it, or how much it was
 *     allowed if it was cut off; of no meaning for the other outcomes
 * @param planning CPU time of planning it without the rewrite for that with it
 */
public record RewriteEffect(
    String suite, String question, Outcome outcome, double ratio, double planning) {
  /** What became of a question without a rewrite. */
  public enum Outcome {
    /** It has the same operators; only planning was measured. */
    SAME_PLAN,
    /** It was answered alike by other operators. */
    MEASURED,
    /** It was stopped, as it took too long. */
    CUT_OFF,
    /** It needed more memory than there was, or failed otherwise. */
    FAILED
  }

  /** Checks that nothing is missing. */
  public RewriteEffect {
    requireNonNull(suite, "suite is null");
    requireNonNull(question, "question is null");
    requireNonNull(outcome, "outcome is null");
  }

  /** Returns whether there is a ratio. */
  boolean hasRatio() {
    return outcome == Outcome.MEASURED || outcome == Outcome.CUT_OFF;
  }

  /** Returns the question with its suite, or that it is the one that is named after a rewrite. */
  String place(String rewrite) {
    return suite.equals(RewritesSuite.NAME) && question.equals(rewrite)
        ? "its own"
        : suite + " " + question;
  }
}
