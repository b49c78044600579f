package dev.heddle.planner.cost;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import java.util.ArrayList;
import java.util.List;

/** Turns a table's statistics into an estimate, filling in by type what is not known. */
final class TableEstimates {
  private static final double UNKNOWN_ROWS = 100_000;

  private TableEstimates() {}

  static RelEstimate of(Table table) {
    TableStatistics statistics = table.statistics();
    double rows =
        statistics.rowCount().isPresent() ? statistics.rowCount().getAsLong() : UNKNOWN_ROWS;
    List<ColumnEstimate> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      columns.add(column(table.schema().field(i).type(), statistics.columns().get(i), rows));
    }
    return new RelEstimate(rows, columns);
  }

  private static ColumnEstimate column(
      DataType type, TableStatistics.ColumnStatistics statistics, double rows) {
    double low = statistics.minimum().map(v -> ValueScale.of(v, type)).orElse(Double.NaN);
    double high = statistics.maximum().map(v -> ValueScale.of(v, type)).orElse(Double.NaN);
    double nulls = statistics.nullCount().orElse(0);
    double values = Math.max(0, rows - nulls);
    double steps = steps(type, low, high);
    double distinct =
        statistics.distinctCount().isPresent()
            ? Math.min(statistics.distinctCount().getAsDouble(), steps)
            : Math.min(steps, guessedDistinct(type, values));
    distinct = Math.clamp(distinct, Math.min(1, values), Math.max(1, values));
    double bytes = statistics.averageBytes().orElse(ColumnEstimate.usualBytes(type));
    return new ColumnEstimate(
        distinct, distinct, rows, rows > 0 ? nulls / rows : 0, low, high, bytes);
  }

  /** Returns how many values of the type fit between the bounds. */
  private static double steps(DataType type, double low, double high) {
    if (type instanceof DataType.Bool) {
      return 2;
    }
    if (Double.isNaN(low) || Double.isNaN(high)) {
      return Double.MAX_VALUE;
    }
    return switch (type) {
      case DataType.Decimal decimal -> (high - low) * Math.pow(10, decimal.scale()) + 1;
      case DataType.Int8 ignored -> high - low + 1;
      case DataType.Int16 ignored -> high - low + 1;
      case DataType.Int32 ignored -> high - low + 1;
      case DataType.Int64 ignored -> high - low + 1;
      case DataType.Int128 ignored -> high - low + 1;
      case DataType.Date ignored -> high - low + 1;
      default -> low == high && !(type instanceof DataType.Str) ? 1 : Double.MAX_VALUE;
    };
  }

  /**
   * Without counts, which files with dictionaries give: numbers and dates may all differ, long
   * columns of text repeat somewhat.
   */
  private static double guessedDistinct(DataType type, double values) {
    return type instanceof DataType.Str || type instanceof DataType.Binary
        ? Math.max(Math.min(values, 1000), Math.pow(values, 0.9))
        : values;
  }
}
