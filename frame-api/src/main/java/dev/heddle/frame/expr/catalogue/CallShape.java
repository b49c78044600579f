package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;

/**
 * What of a call decides which function its name means, before its arguments are looked at.
 *
 * @param arguments how many there are
 * @param isDistinct whether DISTINCT precedes them
 * @param hasFilter whether it has a condition on rows
 * @param hasOrder whether it has an order of rows, inside or by WITHIN GROUP
 * @param isOver whether a window follows
 */
public record CallShape(
    int arguments, boolean isDistinct, boolean hasFilter, boolean hasOrder, boolean isOver) {
  /** Checks the number. */
  public CallShape {
    if (arguments < 0) {
      throw new AnalysisException("Cannot call a function with " + arguments + " arguments");
    }
  }

  /** Returns a call of arguments and nothing else. */
  public static CallShape of(int arguments) {
    return new CallShape(arguments, false, false, false, false);
  }

  /** Returns this call over a window. */
  public CallShape over() {
    return new CallShape(arguments, isDistinct, hasFilter, hasOrder, true);
  }
}
