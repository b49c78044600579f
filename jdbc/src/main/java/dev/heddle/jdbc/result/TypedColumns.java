package dev.heddle.jdbc.result;

import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.value.Conversions;
import dev.heddle.jdbc.value.JdbcValues;
import dev.heddle.jdbc.value.VectorValues;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Reads columns by number, from 1. */
abstract class TypedColumns extends LabelledRows {
  private boolean wasNull;

  /** Returns the type of a column; fails if the result is closed or has no such column. */
  abstract DataType type(int index) throws SQLException;

  /** Returns the vector of a column; fails if there is no row. */
  abstract FieldVector vector(int index) throws SQLException;

  /** Returns the row's place in the vectors. */
  abstract int row();

  /** Returns the zone in which points in time are shown. */
  abstract ZoneId zone();

  abstract void checkOpen() throws SQLException;

  private @Nullable Object plain(int index) throws SQLException {
    DataType type = type(index);
    Object value = VectorValues.plain(type, vector(index), row(), zone());
    wasNull = value == null;
    return value;
  }

  private long integer(int index, String wanted, long min, long max) throws SQLException {
    if (VectorValues.isInteger(type(index))) {
      FieldVector vector = vector(index);
      wasNull = vector.isNull(row());
      if (wasNull) {
        return 0;
      }
      long value = VectorValues.integer(vector, row());
      return value >= min && value <= max ? value : Conversions.toLong(value, wanted, min, max);
    }
    Object value = plain(index);
    return value == null ? 0 : Conversions.toLong(value, wanted, min, max);
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? null : Conversions.toText(value);
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    Object value = plain(index);
    return value != null && Conversions.toBoolean(value);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return (byte) integer(index, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort(int index) throws SQLException {
    return (short) integer(index, "short", Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int index) throws SQLException {
    return (int) integer(index, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int index) throws SQLException {
    return integer(index, "long", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public float getFloat(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? 0 : Conversions.toFloat(value);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? 0 : Conversions.toDouble(value);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? null : Conversions.toDecimal(value);
  }

  @Deprecated
  @Override
  public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? null : Conversions.toBytes(value);
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    return getDate(index, null);
  }

  @Override
  public @Nullable Date getDate(int index, @Nullable Calendar calendar) throws SQLException {
    Object value = plain(index);
    return value == null ? null : JdbcValues.date(Conversions.toDate(value), calendar);
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    return getTime(index, null);
  }

  @Override
  public @Nullable Time getTime(int index, @Nullable Calendar calendar) throws SQLException {
    Object value = plain(index);
    return value == null ? null : JdbcValues.time(Conversions.toTime(value), calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return getTimestamp(index, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    Object value = plain(index);
    return value == null ? null : JdbcValues.timestamp(value, calendar);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : bytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Deprecated
  @Override
  public @Nullable InputStream getUnicodeStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable InputStream getBinaryStream(int index) throws SQLException {
    byte[] value = getBytes(index);
    return value == null ? null : bytes(value);
  }

  private static InputStream bytes(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable Reader getCharacterStream(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    byte[] value = getBytes(index);
    return value == null ? null : new SerialBlob(value);
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    String text = getString(index);
    return text == null ? null : new SerialClob(text.toCharArray());
  }

  @Override
  public @Nullable Array getArray(int index) throws SQLException {
    return getObject(index, Array.class);
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    Object value = plain(index);
    return value == null ? null : JdbcValues.object(type(index), value, zone());
  }

  @Override
  public @Nullable Object getObject(int index, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("map types of SQL to classes " + map);
    }
    return getObject(index);
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    checkOpen();
    if (type == null) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "Cannot read column " + index + ": the class is null");
    }
    Object value = plain(index);
    return value == null ? null : JdbcValues.as(type, type(index), value, zone());
  }
}
