package dev.heddle.io.scan;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a scan must deliver.
 *
 * @param columns positions in the table's schema of the columns to decode; the filter's columns are
 *     positions in this list
 * @param outputs positions in {@code columns} of the columns that batches carry, in order; columns
 *     that only the filter needs are left out
 * @param filter conjuncts that every delivered row satisfies
 * @param limit rows after which a reader may stop (per split), if the query needs no more
 */
public record ScanRequest(
    List<Integer> columns, List<Integer> outputs, ScanFilter filter, OptionalLong limit) {
  /**
   * Stands in {@link #columns} of a request to a file for the position of a row in its file, as a
   * {@code BIGINT} that counts from 0.
   */
  public static final int ROW_NUMBER = -1;

  /** Copies the lists. */
  public ScanRequest {
    columns = List.copyOf(columns);
    outputs = List.copyOf(outputs);
  }
}
