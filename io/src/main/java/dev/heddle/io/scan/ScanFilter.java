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
   * @param text how {@code explain} shows it
   * @param rows decides rows
   * @param pruning decides parts by their statistics, where the conjunct has such a form
   */
  public record Conjunct(String text, RowFilter rows, Optional<PruningPredicate> pruning) {}
}
