package dev.heddle.engine.recursion;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Schema;

/** Computes the rows of rounds, and holds them up to the end of a query. Used by one thread. */
public interface RecursionRounds {
  /**
   * Rows that are held.
   *
   * @param scan reads them
   * @param count how many there are
   */
  record Held(LogicalPlan.Scan scan, long count) {}

  /**
   * Computes the rows of a plan, which has no recursion in it.
   *
   * @param schema what the columns are named; their types are the plan's
   * @throws dev.heddle.frame.error.HeddleException if it fails, is cancelled, or the rows do not
   *     fit into memory
   */
  Held compute(LogicalPlan plan, Schema schema);

  /** Frees rows that are not needed any more. */
  void drop(Held rows);

  /** Returns the most rounds that a recursion may take. */
  int maxRounds();
}
