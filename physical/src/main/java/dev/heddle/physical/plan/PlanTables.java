package dev.heddle.physical.plan;

import dev.heddle.io.catalog.Table;

/** Where the tables of plans are put while these are written, and come from while they are read. */
public interface PlanTables {
  /** Returns the number under which the reader finds the table of a scan. */
  int number(PhysicalPlan.Scan scan);

  /**
   * Returns the table of a number.
   *
   * @throws RuntimeException if there is none
   */
  Table table(int number);
}
