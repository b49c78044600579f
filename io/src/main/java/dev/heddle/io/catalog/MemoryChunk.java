package dev.heddle.io.catalog;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Verdict;
import dev.heddle.io.scan.Verdicts;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some thousand rows of a table in memory, with what their values prove of predicates. Owns its
 * columns, which are unchanged until they are {@linkplain #pack packed}; immutable from then on.
 */
final class MemoryChunk implements AutoCloseable {
  private final int rows;
  private final @Nullable Column[] columns; // where they are not packed
  private final @Nullable PackedColumn[] packed;
  private final Bounds[] bounds;
  private final long[] least; // of integers; above the most where they are not known
  private final long[] most;
  private final long[] nulls;

  /** Makes one of a compact batch, which it takes over. */
  MemoryChunk(Batch batch) {
    rows = batch.rowCount();
    int count = batch.columnCount();
    columns = new Column[count];
    packed = new PackedColumn[count];
    bounds = new Bounds[count];
    least = new long[count];
    most = new long[count];
    nulls = new long[count];
    for (int c = 0; c < count; c++) {
      Column column = batch.column(c);
      columns[c] = column.retain();
      if (column.mayHaveNulls()) {
        nulls[c] = batch.rowCount() - Bits.count(column.validity(), batch.rowCount());
      }
      bounds[c] = column.isDictionary() ? Bounds.UNKNOWN : boundsOf(column, batch.rowCount());
      least[c] = Long.MAX_VALUE;
      most[c] = Long.MIN_VALUE;
      if (bounds[c].minimum() instanceof ScanValue.Whole(BigInteger minimum)
          && bounds[c].maximum() instanceof ScanValue.Whole(BigInteger maximum)) {
        least[c] = minimum.longValue();
        most[c] = maximum.longValue();
      }
    }
    batch.close();
  }

  /** Puts columns into fewer bytes where that is possible; the account pays. */
  void pack(MemoryAccount account) {
    for (int c = 0; c < columns.length; c++) {
      Column column = columns[c];
      packed[c] = column == null ? null : PackedColumn.of(column, rows, account);
      if (column != null && packed[c] != null) {
        columns[c] = null;
        column.release();
      }
    }
  }

  private static Bounds boundsOf(Column column, int rows) {
    return switch (column.layout()) {
      case INT8, INT16, INT32, INT64 -> wholeBounds(column, rows);
      case FLOAT32, FLOAT64 -> floatingBounds(column, rows);
      default -> Bounds.UNKNOWN;
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

  int rows() {
    return rows;
  }

  /** Returns a column as stored; lent. */
  Column plain(int column) {
    Column plain = columns[column];
    if (plain == null) {
      throw new IllegalStateException("Column " + column + " is packed");
    }
    return plain;
  }

  /** Returns a packed column, lent, or null if it is not packed. */
  @Nullable PackedColumn packed(int column) {
    return packed[column];
  }

  /** Returns whether a column's values are codes into a dictionary. */
  boolean isDictionary(int column) {
    PackedColumn codes = packed[column];
    return codes == null ? plain(column).isDictionary() : codes.dictionary() != null;
  }

  /** Returns where a column's validity bits start, or 0 where no row is null. */
  long validity(int column) {
    PackedColumn codes = packed[column];
    return codes == null ? plain(column).validity() : codes.validity();
  }

  Bounds bounds(int column) {
    return bounds[column];
  }

  long nulls(int column) {
    return nulls[column];
  }

  /** Returns the bytes of a column's texts, or of its values, before it is packed. */
  long bytes(int column) {
    Column values = plain(column);
    if (values.isDictionary()) {
      return 4L * rows();
    }
    return switch (values.layout()) {
      case VIEW -> {
        long sum = 0;
        for (int row = 0; row < rows(); row++) {
          sum += StringViews.length(values.values() + 16L * row);
        }
        yield sum;
      }
      default -> values.layout().bytesFor(rows());
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
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _ -> {
        int column = columns.get(Verdicts.column(predicate));
        yield Verdicts.of(predicate, bounds[column], nulls[column], rows());
      }
    };
  }

  /** Returns for which of the rows a test is true, as far as bounds prove it. */
  Verdict verdict(IntegerPredicate test) {
    return switch (test) {
      case IntegerPredicate.Range range -> verdict(range);
      case IntegerPredicate.Present(int column) ->
          nulls[column] == 0
              ? Verdict.ALWAYS
              : nulls[column] == rows ? Verdict.NEVER : Verdict.MAYBE;
      case IntegerPredicate.Any(List<IntegerPredicate> parts) -> {
        Verdict verdict = Verdict.NEVER;
        for (IntegerPredicate part : parts) {
          Verdict one = verdict(part);
          verdict = one.compareTo(verdict) > 0 ? one : verdict;
        }
        yield verdict;
      }
      case IntegerPredicate.All(List<IntegerPredicate> parts) -> {
        Verdict verdict = Verdict.ALWAYS;
        for (IntegerPredicate part : parts) {
          Verdict one = verdict(part);
          verdict = one.compareTo(verdict) < 0 ? one : verdict;
        }
        yield verdict;
      }
    };
  }

  private Verdict verdict(IntegerPredicate.Range range) {
    int column = range.column();
    if (nulls[column] == rows) {
      return Verdict.NEVER;
    }
    if (least[column] > most[column]) {
      return Verdict.MAYBE;
    }
    boolean isOutside =
        range.low() > most[column] || range.high() < least[column] || range.low() > range.high();
    boolean isInside = range.low() <= least[column] && range.high() >= most[column];
    if (range.negated() ? isInside : isOutside) {
      return Verdict.NEVER;
    }
    boolean isAlways = range.negated() ? isOutside : isInside;
    return isAlways && nulls[column] == 0 ? Verdict.ALWAYS : Verdict.MAYBE;
  }

  @Override
  public void close() {
    for (int c = 0; c < columns.length; c++) {
      Column column = columns[c];
      if (column != null) {
        column.release();
        columns[c] = null;
      }
      PackedColumn codes = packed[c];
      if (codes != null) {
        codes.close();
        packed[c] = null;
      }
    }
  }
}
