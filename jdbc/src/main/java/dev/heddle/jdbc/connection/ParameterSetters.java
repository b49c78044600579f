package dev.heddle.jdbc.connection;

import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.value.ParameterValues;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Reduces the forms of setting a parameter to one. */
abstract class ParameterSetters extends HeddleStatement implements PreparedStatement {
  ParameterSetters(HeddleConnection connection) {
    super(connection);
  }

  /** Sets a parameter, from 1, to what a feed takes. */
  abstract void set(int index, @Nullable Object value) throws SQLException;

  private SQLException refused(String what) throws SQLException {
    checkOpen();
    return SqlErrors.unsupported("give " + what + " for a parameter");
  }

  private int code(SQLType type) throws SQLException {
    checkOpen();
    return type == null ? Types.OTHER : type.getVendorTypeNumber();
  }

  @Override
  public void setNull(int index, int type) throws SQLException {
    set(index, null);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBigDecimal(int index, BigDecimal value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setString(int index, String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBytes(int index, byte[] value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setDate(int index, Date value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setTime(int index, Time value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setTimestamp(int index, Timestamp value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    set(
        index,
        value == null
            ? null
            : new String(ParameterValues.bytes(value, length), StandardCharsets.US_ASCII));
  }

  @Override
  public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    set(
        index,
        value == null
            ? null
            : new String(ParameterValues.bytes(value, length), StandardCharsets.UTF_8));
  }

  @Override
  public void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    set(index, value == null ? null : ParameterValues.bytes(value, length));
  }

  @Override
  public void setObject(int index, Object value, int type) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value, type));
  }

  @Override
  public void setObject(int index, Object value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setCharacterStream(int index, Reader value, int length) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, length));
  }

  @Override
  public void setRef(int index, Ref value) throws SQLException {
    throw refused("a reference");
  }

  @Override
  public void setBlob(int index, Blob value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setClob(int index, Clob value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setArray(int index, Array value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setDate(int index, Date value, Calendar calendar) throws SQLException {
    set(index, value == null ? null : ParameterValues.date(value, calendar));
  }

  @Override
  public void setTime(int index, Time value, Calendar calendar) throws SQLException {
    set(index, value == null ? null : ParameterValues.time(value, calendar));
  }

  @Override
  public void setTimestamp(int index, Timestamp value, Calendar calendar) throws SQLException {
    set(index, value == null ? null : ParameterValues.timestamp(value, calendar));
  }

  @Override
  public void setNull(int index, int type, String typeName) throws SQLException {
    set(index, null);
  }

  @Override
  public void setURL(int index, URL value) throws SQLException {
    throw refused("a URL");
  }

  @Override
  public void setRowId(int index, RowId value) throws SQLException {
    throw refused("a row id");
  }

  @Override
  public void setNString(int index, String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, length));
  }

  @Override
  public void setNClob(int index, NClob value) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value));
  }

  @Override
  public void setClob(int index, Reader value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, length));
  }

  @Override
  public void setBlob(int index, InputStream value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.bytes(value, length));
  }

  @Override
  public void setNClob(int index, Reader value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, length));
  }

  @Override
  public void setSQLXML(int index, SQLXML value) throws SQLException {
    throw refused("XML");
  }

  @Override
  public void setObject(int index, Object value, int type, int scale) throws SQLException {
    set(index, value == null ? null : ParameterValues.of(value, type, scale));
  }

  @Override
  public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    set(
        index,
        value == null
            ? null
            : new String(ParameterValues.bytes(value, length), StandardCharsets.US_ASCII));
  }

  @Override
  public void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.bytes(value, length));
  }

  @Override
  public void setCharacterStream(int index, Reader value, long length) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, length));
  }

  @Override
  public void setAsciiStream(int index, InputStream value) throws SQLException {
    set(
        index,
        value == null
            ? null
            : new String(ParameterValues.bytes(value, Long.MAX_VALUE), StandardCharsets.US_ASCII));
  }

  @Override
  public void setBinaryStream(int index, InputStream value) throws SQLException {
    set(index, value == null ? null : ParameterValues.bytes(value, Long.MAX_VALUE));
  }

  @Override
  public void setCharacterStream(int index, Reader value) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, Long.MAX_VALUE));
  }

  @Override
  public void setNCharacterStream(int index, Reader value) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, Long.MAX_VALUE));
  }

  @Override
  public void setClob(int index, Reader value) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, Long.MAX_VALUE));
  }

  @Override
  public void setBlob(int index, InputStream value) throws SQLException {
    set(index, value == null ? null : ParameterValues.bytes(value, Long.MAX_VALUE));
  }

  @Override
  public void setNClob(int index, Reader value) throws SQLException {
    set(index, value == null ? null : ParameterValues.text(value, Long.MAX_VALUE));
  }

  @Override
  public void setObject(int index, Object value, SQLType type, int scale) throws SQLException {
    setObject(index, value, code(type), scale);
  }

  @Override
  public void setObject(int index, Object value, SQLType type) throws SQLException {
    setObject(index, value, code(type));
  }
}
