package dev.heddle.bench.suite;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result, in order, as Java values.
 *
 * @param rows one list a row
 */
public record RowsAnswer(List<List<@Nullable Object>> rows) implements Answer {
  /** Compares row by row, in order. */
  @Override
  public Optional<String> differenceFrom(Answer other) {
    if (!(other instanceof RowsAnswer expected)) {
      return Optional.of("rows instead of a digest");
    }
    if (rows.size() != expected.rows.size()) {
      return Optional.of(rows.size() + " rows instead of " + expected.rows.size());
    }
    for (int i = 0; i < rows.size(); i++) {
      List<@Nullable Object> mine = rows.get(i);
      List<@Nullable Object> theirs = expected.rows.get(i);
      if (mine.size() != theirs.size()) {
        return Optional.of(mine.size() + " columns instead of " + theirs.size());
      }
      for (int c = 0; c < mine.size(); c++) {
        if (!isEqual(mine.get(c), theirs.get(c))) {
          return Optional.of(
              "row " + i + ", column " + c + ": " + mine.get(c) + " instead of " + theirs.get(c));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether two values are the same: exact for integers, decimals, text and dates; 1e-9
   * relative for doubles.
   */
  private static boolean isEqual(@Nullable Object mine, @Nullable Object theirs) {
    if (mine == null || theirs == null) {
      return mine == theirs;
    }
    if (mine instanceof Double || theirs instanceof Double) {
      double a = ((Number) mine).doubleValue();
      double b = ((Number) theirs).doubleValue();
      return a == b
          || (Double.isNaN(a) && Double.isNaN(b))
          || Math.abs(a - b) <= RELATIVE_ERROR * Math.max(Math.abs(a), Math.abs(b));
    }
    if (mine instanceof Number && theirs instanceof Number) {
      return new BigDecimal(mine.toString()).compareTo(new BigDecimal(theirs.toString())) == 0;
    }
    return dateOf(mine).equals(dateOf(theirs));
  }

  static Object dateOf(Object value) {
    return switch (value) {
      case java.sql.Date date -> date.toLocalDate();
      case java.sql.Timestamp time -> dateOf(time.toLocalDateTime());
      case LocalDateTime time when time.toLocalTime().toNanoOfDay() == 0 -> time.toLocalDate();
      case LocalDateTime time -> time;
      case LocalDate date -> date;
      default -> value.toString();
    };
  }

  /** Collects rows. */
  static final class Collector {
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    void add(List<@Nullable Object> row) {
      rows.add(row);
    }

    RowsAnswer answer() {
      return new RowsAnswer(rows);
    }
  }
}
