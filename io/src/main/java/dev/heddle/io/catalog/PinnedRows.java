package dev.heddle.io.catalog;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.SplitReader;

/** Leads to the rows of pinned tables, where they can be reached. Thread-safe. */
public interface PinnedRows {
  /** Stands where plans are made but not run. */
  PinnedRows ELSEWHERE =
      (table, _, _) -> {
        throw new IllegalStateException("The rows of " + table.name() + " are not read here");
      };

  /**
   * Opens one part of a table; batches have all of its columns.
   *
   * @param part number of the part among those that were written
   */
  SplitReader open(PinnedTable table, int part, MemoryAccount account);
}
