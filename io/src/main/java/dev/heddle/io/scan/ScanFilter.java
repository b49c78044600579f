package dev.heddle.io.scan;

import java.util.List;
import java.util.Optional;

/**
 * The conjuncts that a scan is asked to apply.
 *
 * <p>The scan applies every {@link Conjunct#rows} exactly to all rows that it returns, and may use
 * {@link Conjunct#pruning} to leave out parts in which no row can satisfy the conjunct.
 *
 * @param conjuncts all must be true for a row
 */
public record ScanFilter(List<Conjunct> conjuncts) {
  /** The filter that keeps every row. */
  public static final ScanFilter NONE = new ScanFilter(List.of());

  /** Copies the list. */
  public ScanFilter {
    conjuncts = List.copyOf(conjuncts);
  }

  /**
   * One conjunct.
   *
   * <p>Statistics decide it exactly if it has a pruning form and no residual: where that form is
   * certainly true for all rows of a part, rows need not be looked at.
   *
   * @param text how {@code explain} shows it
   * @param rows decides rows
   * @param pruning decides parts by their statistics, where the conjunct has such a form
   * @param residual why rows must be looked at even where {@code pruning} is true, or why there is
   *     no such form; empty if it is true exactly where the conjunct is
   */
  public record Conjunct(
      String text, RowFilter rows, Optional<PruningPredicate> pruning, Optional<String> residual) {}
}
