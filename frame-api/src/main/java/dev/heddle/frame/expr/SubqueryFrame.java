package dev.heddle.frame.expr;

/**
 * A frame as the subquery of an expression. The only implementation is {@link
 * dev.heddle.frame.DataFrame}, whose verbs take expressions.
 */
public interface SubqueryFrame {
  /** Returns what the frame means. */
  SubqueryPlan plan();

  /** Returns a frame of some columns, in the order named. */
  SubqueryFrame select(String... columns);
}
