package dev.heddle.io.values;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Layout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Checked access to a column of a result; every call looks first whether the result is still open.
 */
public final class CheckedColumn implements ResultColumn {
  private final ResultValues column;
  private final int rows;
  private final BooleanSupplier isClosed;

  /**
   * Makes access to values.
   *
   * @param isClosed whether they may be read no more
   */
  public CheckedColumn(ResultValues column, int rows, BooleanSupplier isClosed) {
    this.column = column;
    this.rows = rows;
    this.isClosed = isClosed;
  }

  private void check(int row) {
    if (isClosed.getAsBoolean()) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot read a row: its result has been closed; copy values before");
    }
    if (row < 0 || row >= rows) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read row " + row + ": there are " + rows + ", counted from 0");
    }
  }

  private void checkValue(int row, boolean fits, String wanted) {
    check(row);
    if (!fits) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + wanted + " from a column of type " + column.type().sqlName());
    }
    if (column.isNull(row)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + wanted + ": row " + row + " is null; check isNull first");
    }
  }

  @Override
  public DataType type() {
    return column.type();
  }

  @Override
  public boolean isNull(int row) {
    check(row);
    return column.type() instanceof DataType.Null || column.isNull(row);
  }

  @Override
  public boolean booleanValue(int row) {
    checkValue(row, column.type() instanceof DataType.Bool, "a boolean");
    return column.booleanAt(row);
  }

  @Override
  public long longValue(int row) {
    boolean fits = column.layout().isInteger() && !(column.type() instanceof DataType.Decimal);
    checkValue(row, fits, "an integer");
    return column.longAt(row);
  }

  @Override
  public double doubleValue(int row) {
    checkValue(row, column.type().isFloat(), "a floating-point number");
    return column.doubleAt(row);
  }

  @Override
  public BigDecimal decimalValue(int row) {
    boolean isLarge =
        column.type() instanceof DataType.Int128
            || (column.type() instanceof DataType.Unsigned(int bits) && bits == Long.SIZE);
    checkValue(row, isLarge || column.type() instanceof DataType.Decimal, "a decimal");
    int scale = column.type() instanceof DataType.Decimal decimal ? decimal.scale() : 0;
    if (column.layout() == Layout.INT64) {
      return BigDecimal.valueOf(column.longAt(row), scale);
    }
    BigInteger unscaled =
        BigInteger.valueOf(column.highWordAt(row))
            .shiftLeft(64)
            .or(new BigInteger(Long.toUnsignedString(column.lowWordAt(row))));
    return new BigDecimal(unscaled, scale);
  }

  @Override
  public String textValue(int row) {
    DataType type = column.type();
    if (type instanceof DataType.Enumeration(List<String> labels)) {
      checkValue(row, true, "text");
      return labels.get((int) column.longAt(row));
    }
    checkValue(row, type instanceof DataType.Str || type instanceof DataType.Json, "text");
    return new String(column.bytesAt(row), StandardCharsets.UTF_8);
  }

  @Override
  public byte[] binaryValue(int row) {
    checkValue(row, column.type() instanceof DataType.Binary, "bytes");
    return column.bytesAt(row);
  }

  @Override
  public UUID uuidValue(int row) {
    checkValue(row, column.type() instanceof DataType.Uuid, "a UUID");
    return Uuids.ofWords(column.lowWordAt(row), column.highWordAt(row));
  }

  @Override
  public CalendarInterval intervalValue(int row) {
    checkValue(row, column.type() instanceof DataType.Interval, "an interval");
    long monthsAndDays = column.lowWordAt(row);
    return new CalendarInterval(
        (int) monthsAndDays, (int) (monthsAndDays >> 32), column.highWordAt(row) / 1000);
  }

  @Override
  public ResultColumn child(int index) {
    if (isClosed.getAsBoolean()) {
      check(0);
    }
    int children =
        switch (column.type()) {
          case DataType.ListOf _, DataType.MapOf _ -> 1;
          case DataType.Struct struct -> struct.fields().size();
          default -> 0;
        };
    if (index < 0 || index >= children) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read child "
              + index
              + " of a column of type "
              + column.type().sqlName()
              + ": it has "
              + children);
    }
    ResultValues child = column.child(index);
    return new CheckedColumn(
        child, column.layout() == Layout.STRUCT ? rows : child.rows(), isClosed);
  }

  @Override
  public int listStart(int row) {
    checkValue(row, column.layout() == Layout.LIST, "a list");
    return column.listStart(row);
  }

  @Override
  public int listLength(int row) {
    checkValue(row, column.layout() == Layout.LIST, "a list");
    return column.listLength(row);
  }
}
