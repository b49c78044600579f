package dev.heddle.io.catalog;

import dev.heddle.io.scan.ScanValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What is known of a table's content.
 *
 * @param rowCount number of rows, if known
 * @param exact whether {@code rowCount} is exact (all footers were read) or scaled up from a sample
 * @param columns one entry a column of the schema
 */
public record TableStatistics(
    OptionalLong rowCount, boolean exact, List<ColumnStatistics> columns) {
  /** Copies the list. */
  public TableStatistics {
    columns = List.copyOf(columns);
  }

  /** Returns statistics that know nothing, for a number of columns. */
  public static TableStatistics unknown(int columnCount) {
    return new TableStatistics(
        OptionalLong.empty(),
        false,
        java.util.Collections.nCopies(columnCount, ColumnStatistics.UNKNOWN));
  }

  /**
   * What is known of a column. Bounds hold for all non-null, non-NaN values but may be wider than
   * the values.
   *
   * @param minimum lower bound
   * @param maximum upper bound
   * @param areValues whether both bounds, if there are any, are values of the column
   * @param nullCount number of nulls
   * @param distinctCount estimated number of distinct non-null values
   * @param averageBytes average size of a value in memory, in bytes
   * @param readingBytes about how many bytes reading it takes at a time, or 0 if that is not known
   */
  public record ColumnStatistics(
      Optional<ScanValue> minimum,
      Optional<ScanValue> maximum,
      boolean areValues,
      OptionalLong nullCount,
      OptionalDouble distinctCount,
      OptionalDouble averageBytes,
      long readingBytes) {
    /** Knows nothing. */
    public static final ColumnStatistics UNKNOWN =
        new ColumnStatistics(
            Optional.empty(),
            Optional.empty(),
            false,
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0);
  }
}
