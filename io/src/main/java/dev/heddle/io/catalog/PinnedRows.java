package dev.heddle.io.catalog;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.SplitReader;
import java.util.List;

/** Opens the rows of persisted tables, where they can be reached. Thread-safe. */
public interface PinnedRows {
  /** For processes that make plans but do not run them. */
  PinnedRows ELSEWHERE =
      (table, _, _, _) -> {
        throw new IllegalStateException("The rows of " + table.name() + " are not read here");
      };

  /**
   * Opens one part of a table.
   *
   * @param part number of the part among those that were written
   * @param columns positions of the columns that batches are to have, in this order
   */
  SplitReader open(PinnedTable table, int part, List<Integer> columns, MemoryAccount account);
}
