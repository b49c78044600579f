package dev.heddle.io.catalog;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import java.util.List;

/**
 * Some thousand rows of a table in memory, with what their values prove of predicates. Immutable
 * but for its batch, which it owns.
 */
final class MemoryChunk implements AutoCloseable {
  private final Batch batch;
  private final Bounds[] bounds;
  private final long[] nulls;

  /** Makes one of a compact batch, which it takes over. */
  MemoryChunk(Batch batch) {
    this.batch = batch;
    int columns = batch.columnCount();
    bounds = new Bounds[columns];
    nulls = new long[columns];
    for (int c = 0; c < columns; c++) {
      Column column = batch.column(c);
      if (column.mayHaveNulls()) {
        nulls[c] = batch.rowCount() - Bits.count(column.validity(), batch.rowCount());
      }
      bounds[c] = column.isDictionary() ? Bounds.UNKNOWN : boundsOf(column, batch.rowCount());
    }
  }

  private static Bounds boundsOf(Column column, int rows) {
    return switch (column.layout()) {
      case INT8, INT16, INT32, INT64 -> wholeBounds(column, rows);
      case FLOAT32, FLOAT64 -> floatingBounds(column, rows);
      case BIT, INT128, VIEW, INTERVAL, LIST, STRUCT -> Bounds.UNKNOWN;
    };
  }

  private static Bounds wholeBounds(Column column, int rows) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    if (column.mayHaveNulls()) {
      for (int row = 0; row < rows; row++) {
        if (!column.isNull(row)) {
          long value = column.longAt(row);
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
    } else {
      long values = column.values();
      switch (column.layout()) {
        case INT64 -> {
          for (int row = 0; row < rows; row++) {
            long value = Memory.getLong(values + 8L * row);
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
        case INT32 -> {
          for (int row = 0; row < rows; row++) {
            int value = Memory.getInt(values + 4L * row);
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
        default -> {
          for (int row = 0; row < rows; row++) {
            long value = column.longAt(row);
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
      }
    }
    return least > most
        ? Bounds.UNKNOWN
        : new Bounds(ScanValue.Whole.of(least), ScanValue.Whole.of(most), false);
  }

  private static Bounds floatingBounds(Column column, int rows) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    boolean hasNan = false;
    for (int row = 0; row < rows; row++) {
      if (!column.isNull(row)) {
        double value = column.doubleAt(row);
        if (Double.isNaN(value)) {
          hasNan = true;
        } else {
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
    }
    return least > most
        ? new Bounds(null, null, hasNan)
        : new Bounds(new ScanValue.Floating(least), new ScanValue.Floating(most), hasNan);
  }

  Batch batch() {
    return batch;
  }

  int rows() {
    return batch.rowCount();
  }

  Bounds bounds(int column) {
    return bounds[column];
  }

  long nulls(int column) {
    return nulls[column];
  }

  /** Returns the bytes of a column's texts, or of its values. */
  long bytes(int column) {
    Column values = batch.column(column);
    if (values.isDictionary()) {
      return 4L * rows();
    }
    return switch (values.layout()) {
      case VIEW -> {
        long sum = 0;
        for (int row = 0; row < rows(); row++) {
          sum += Views.length(values.values() + 16L * row);
        }
        yield sum;
      }
      case BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, INT128, INTERVAL, LIST, STRUCT ->
          values.layout().bytesFor(rows());
    };
  }

  /**
   * Returns for which of the rows a predicate is true, as far as bounds prove it.
   *
   * @param columns positions in the table of the columns that the predicate names
   */
  Verdict verdict(PruningPredicate predicate, List<Integer> columns) {
    return switch (predicate) {
      case PruningPredicate.AnyOf(List<PruningPredicate> parts) -> {
        Verdict most = Verdict.NEVER;
        for (PruningPredicate part : parts) {
          Verdict verdict = verdict(part, columns);
          most = verdict.compareTo(most) > 0 ? verdict : most;
        }
        yield most;
      }
      case PruningPredicate.AllOf(List<PruningPredicate> parts) -> {
        Verdict least = Verdict.ALWAYS;
        for (PruningPredicate part : parts) {
          Verdict verdict = verdict(part, columns);
          least = verdict.compareTo(least) < 0 ? verdict : least;
        }
        yield least;
      }
      case PruningPredicate.Runtime runtime -> verdict(runtime.now(), columns);
      case PruningPredicate.InStruct _ -> Verdict.MAYBE; // nothing is known of fields
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _ -> {
        int column = columns.get(Verdicts.column(predicate));
        yield Verdicts.of(predicate, bounds[column], nulls[column], rows());
      }
    };
  }

  @Override
  public void close() {
    batch.close();
  }
}
