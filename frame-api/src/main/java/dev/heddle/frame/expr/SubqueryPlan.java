package dev.heddle.frame.expr;

import dev.heddle.frame.schema.Schema;

/**
 * What a subquery in an expression computes its value from. The only implementation is {@link
 * dev.heddle.frame.plan.LogicalPlan}, which is made of expressions.
 */
public interface SubqueryPlan {
  /** Returns the columns of the rows. */
  Schema schema();
}
