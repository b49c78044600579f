package dev.heddle.frame.function;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Takes the values of a {@link BatchUdf}, one after the other. Each method but {@link #append}
 * serves the types named there and fails for others.
 */
public interface UdfResults {
  /** Appends a null. */
  void appendNull();

  /** Appends a BOOLEAN. */
  void appendBoolean(boolean value);

  /**
   * Appends an integer of any width if it fits, the days of a DATE since 1970-01-01, the
   * microseconds of a TIME, the steps of a TIMESTAMP since 1970-01-01.
   */
  void appendLong(long value);

  /** Appends a REAL or DOUBLE. */
  void appendDouble(double value);

  /** Appends a DECIMAL; its scale may be smaller than that of the type. */
  void appendDecimal(BigDecimal value);

  /** Appends a VARCHAR. */
  void appendText(String value);

  /** Appends a value of any type, as the result of a {@link UdfN}. */
  void append(@Nullable Object value);
}
