package dev.heddle.frame;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One column of a {@link ResultBatch}, over off-heap memory.
 *
 * <p>Rows count from 0 and are checked. Each accessor serves the types named there and fails for
 * others; none but {@link #value} may be called for a null. After the result is closed every
 * accessor fails with code {@code CLOSED}. Reading from several threads is fine.
 */
public interface ResultColumn {
  /** Returns the type of the values. */
  DataType type();

  /** Returns whether the value is null. */
  boolean isNull(int row);

  /** Returns a BOOLEAN. */
  boolean booleanValue(int row);

  /**
   * Returns an integer of any width but UBIGINT and HUGEINT, the days of a DATE since 1970-01-01,
   * the microseconds of a TIME, the steps of a TIMESTAMP since 1970-01-01.
   */
  long longValue(int row);

  /** Returns a REAL or DOUBLE. */
  double doubleValue(int row);

  /** Returns a DECIMAL with the scale of the type, a UBIGINT or HUGEINT. */
  BigDecimal decimalValue(int row);

  /** Returns a VARCHAR or JSON. */
  String textValue(int row);

  /** Returns a copy of a VARBINARY. */
  byte[] binaryValue(int row);

  /** Returns a UUID. */
  UUID uuidValue(int row);

  /** Returns an INTERVAL. */
  CalendarInterval intervalValue(int row);

  /**
   * Returns a child: of lists the elements, of maps the entries (structs of a key and a value), of
   * structs a field, which has the same rows.
   */
  ResultColumn child(int index);

  /** Returns the row of {@link #child} at which the elements of a list or map start. */
  int listStart(int row);

  /** Returns the value as {@link Row#value(int)} does, null for null. */
  default @Nullable Object value(int row) {
    try {
      return RowValues.of(this, row);
    } catch (UnfitValueException e) {
      throw new HeddleException(
          ErrorCode.INVALID_CAST,
          "Cannot read row " + row + " of a " + type().sqlName() + " column: " + e.getMessage());
    }
  }

  /** Returns how many elements a list has, or entries a map. */
  int listLength(int row);
}
