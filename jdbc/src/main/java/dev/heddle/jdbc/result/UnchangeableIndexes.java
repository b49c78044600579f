package dev.heddle.jdbc.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses to change columns by number. */
abstract class UnchangeableIndexes implements ResultSet {
  /** Returns the error of a method that a forward-only, read-only result does not have. */
  abstract SQLException refused(String method) throws SQLException;

  @Override
  public void updateNull(int index) throws SQLException {
    throw refused("updateNull");
  }

  @Override
  public void updateBoolean(int index, boolean flag) throws SQLException {
    throw refused("updateBoolean");
  }

  @Override
  public void updateByte(int index, byte value) throws SQLException {
    throw refused("updateByte");
  }

  @Override
  public void updateShort(int index, short value) throws SQLException {
    throw refused("updateShort");
  }

  @Override
  public void updateInt(int index, int number) throws SQLException {
    throw refused("updateInt");
  }

  @Override
  public void updateLong(int index, long length) throws SQLException {
    throw refused("updateLong");
  }

  @Override
  public void updateFloat(int index, float value) throws SQLException {
    throw refused("updateFloat");
  }

  @Override
  public void updateDouble(int index, double value) throws SQLException {
    throw refused("updateDouble");
  }

  @Override
  public void updateBigDecimal(int index, BigDecimal bigDecimal) throws SQLException {
    throw refused("updateBigDecimal");
  }

  @Override
  public void updateString(int index, String text) throws SQLException {
    throw refused("updateString");
  }

  @Override
  public void updateBytes(int index, byte[] values) throws SQLException {
    throw refused("updateBytes");
  }

  @Override
  public void updateDate(int index, Date date) throws SQLException {
    throw refused("updateDate");
  }

  @Override
  public void updateTime(int index, Time time) throws SQLException {
    throw refused("updateTime");
  }

  @Override
  public void updateTimestamp(int index, Timestamp timestamp) throws SQLException {
    throw refused("updateTimestamp");
  }

  @Override
  public void updateAsciiStream(int index, InputStream stream, int number) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int index, InputStream stream, int number) throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int index, Reader reader, int number) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateObject(int index, Object value, int number) throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateObject(int index, Object value) throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateRef(int index, Ref ref) throws SQLException {
    throw refused("updateRef");
  }

  @Override
  public void updateBlob(int index, Blob blob) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(int index, Clob clob) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateArray(int index, Array array) throws SQLException {
    throw refused("updateArray");
  }

  @Override
  public void updateRowId(int index, RowId rowId) throws SQLException {
    throw refused("updateRowId");
  }

  @Override
  public void updateNString(int index, String text) throws SQLException {
    throw refused("updateNString");
  }

  @Override
  public void updateNClob(int index, NClob nClob) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateSQLXML(int index, SQLXML sQLXML) throws SQLException {
    throw refused("updateSQLXML");
  }

  @Override
  public void updateNCharacterStream(int index, Reader reader, long length) throws SQLException {
    throw refused("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int index, InputStream stream, long length) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int index, InputStream stream, long length) throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int index, Reader reader, long length) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateBlob(int index, InputStream stream, long length) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(int index, Reader reader, long length) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateNClob(int index, Reader reader, long length) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateNCharacterStream(int index, Reader reader) throws SQLException {
    throw refused("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(int index, InputStream stream) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(int index, InputStream stream) throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(int index, Reader reader) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateBlob(int index, InputStream stream) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(int index, Reader reader) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateNClob(int index, Reader reader) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateObject(int index, Object value, SQLType sQLType, int number)
      throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateObject(int index, Object value, SQLType sQLType) throws SQLException {
    throw refused("updateObject");
  }
}
