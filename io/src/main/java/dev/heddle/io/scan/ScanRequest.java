package dev.heddle.io.scan;

import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a scan must deliver.
 *
 * @param columns positions in the table's schema of the columns to decode; the filter's columns are
 *     positions in this list
 * @param pruned for each of {@code columns} the type to deliver it in where only a part of it is
 *     needed: the column's own type with some fields of its structs left out, at any depth. The
 *     filter's predicates see the column in this type. A reader decodes these parts only, or takes
 *     them out with {@link PrunedColumns} after decoding
 * @param outputs positions in {@code columns} of the columns that batches carry, in order; columns
 *     that only the filter needs are left out
 * @param filter conjuncts that every delivered row satisfies
 * @param limit rows after which a reader may stop (per split), if the query needs no more
 */
public record ScanRequest(
    List<Integer> columns,
    List<Optional<DataType>> pruned,
    List<Integer> outputs,
    ScanFilter filter,
    OptionalLong limit) {
  /**
   * Represents, in {@link #columns} of a request to a file, the position of a row in its file, as a
   * {@code BIGINT} that counts from 0.
   */
  public static final int ROW_NUMBER = -1;

  /**
   * Represents, in {@link #columns} of a request to files of a format that finds rows by their
   * numbers, what tells a row apart from those of all files: its position in its file, and above
   * {@link #LOCATOR_SHIFT} bits of that the number of the file.
   */
  public static final int ROW_LOCATOR = -2;

  /** The bits of a locator that are the row's position in its file. */
  public static final int LOCATOR_SHIFT = 40;

  /** Copies the lists. */
  public ScanRequest {
    columns = List.copyOf(columns);
    pruned = List.copyOf(pruned);
    outputs = List.copyOf(outputs);
    if (pruned.size() != columns.size()) {
      throw new IllegalArgumentException(
          pruned.size() + " types for " + columns.size() + " columns");
    }
  }

  /** Asks for whole columns. */
  public ScanRequest(
      List<Integer> columns, List<Integer> outputs, ScanFilter filter, OptionalLong limit) {
    this(columns, Collections.nCopies(columns.size(), Optional.empty()), outputs, filter, limit);
  }

  /** Returns this request with another limit. */
  public ScanRequest withLimit(long rows) {
    return new ScanRequest(columns, pruned, outputs, filter, OptionalLong.of(rows));
  }

  /** Returns this request with more conjuncts, over columns that it has. */
  public ScanRequest with(List<ScanFilter.Conjunct> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<ScanFilter.Conjunct> all = new ArrayList<>(filter.conjuncts());
    all.addAll(more);
    return new ScanRequest(columns, pruned, outputs, new ScanFilter(all), limit);
  }

  /** Returns the type to deliver a column in that has a type in the table. */
  public DataType type(int column, DataType whole) {
    return pruned.get(column).orElse(whole);
  }
}
