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
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses to change columns by label. */
abstract class UnchangeableLabels extends UnchangeableIndexes {

  @Override
  public void updateNull(String label) throws SQLException {
    throw refused("updateNull");
  }

  @Override
  public void updateBoolean(String label, boolean flag) throws SQLException {
    throw refused("updateBoolean");
  }

  @Override
  public void updateByte(String label, byte value) throws SQLException {
    throw refused("updateByte");
  }

  @Override
  public void updateShort(String label, short value) throws SQLException {
    throw refused("updateShort");
  }

  @Override
  public void updateInt(String label, int number) throws SQLException {
    throw refused("updateInt");
  }

  @Override
  public void updateLong(String label, long length) throws SQLException {
    throw refused("updateLong");
  }

  @Override
  public void updateFloat(String label, float value) throws SQLException {
    throw refused("updateFloat");
  }

  @Override
  public void updateDouble(String label, double value) throws SQLException {
    throw refused("updateDouble");
  }

  @Override
  public void updateBigDecimal(String label, BigDecimal bigDecimal) throws SQLException {
    throw refused("updateBigDecimal");
  }

  @Override
  public void updateString(String label, String text) throws SQLException {
    throw refused("updateString");
  }

  @Override
  public void updateBytes(String label, byte[] values) throws SQLException {
    throw refused("updateBytes");
  }

  @Override
  public void updateDate(String label, Date date) throws SQLException {
    throw refused("updateDate");
  }

  @Override
  public void updateTime(String label, Time time) throws SQLException {
    throw refused("updateTime");
  }

  @Override
  public void updateTimestamp(String label, Timestamp timestamp) throws SQLException {
    throw refused("updateTimestamp");
  }

  @Override
  public void updateAsciiStream(String label, InputStream stream, int number) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String label, InputStream stream, int number) throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String label, Reader reader, int number) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateObject(String label, Object value, int number) throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateObject(String label, Object value) throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateRef(String label, Ref ref) throws SQLException {
    throw refused("updateRef");
  }

  @Override
  public void updateBlob(String label, Blob blob) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(String label, Clob clob) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateArray(String label, Array array) throws SQLException {
    throw refused("updateArray");
  }

  @Override
  public void updateRowId(String label, RowId rowId) throws SQLException {
    throw refused("updateRowId");
  }

  @Override
  public void updateNString(String label, String text) throws SQLException {
    throw refused("updateNString");
  }

  @Override
  public void updateNClob(String label, NClob nClob) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateSQLXML(String label, SQLXML sQLXML) throws SQLException {
    throw refused("updateSQLXML");
  }

  @Override
  public void updateNCharacterStream(String label, Reader reader, long length) throws SQLException {
    throw refused("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(String label, InputStream stream, long length) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String label, InputStream stream, long length)
      throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String label, Reader reader, long length) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateBlob(String label, InputStream stream, long length) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(String label, Reader reader, long length) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateNClob(String label, Reader reader, long length) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateNCharacterStream(String label, Reader reader) throws SQLException {
    throw refused("updateNCharacterStream");
  }

  @Override
  public void updateAsciiStream(String label, InputStream stream) throws SQLException {
    throw refused("updateAsciiStream");
  }

  @Override
  public void updateBinaryStream(String label, InputStream stream) throws SQLException {
    throw refused("updateBinaryStream");
  }

  @Override
  public void updateCharacterStream(String label, Reader reader) throws SQLException {
    throw refused("updateCharacterStream");
  }

  @Override
  public void updateBlob(String label, InputStream stream) throws SQLException {
    throw refused("updateBlob");
  }

  @Override
  public void updateClob(String label, Reader reader) throws SQLException {
    throw refused("updateClob");
  }

  @Override
  public void updateNClob(String label, Reader reader) throws SQLException {
    throw refused("updateNClob");
  }

  @Override
  public void updateObject(String label, Object value, SQLType sQLType, int number)
      throws SQLException {
    throw refused("updateObject");
  }

  @Override
  public void updateObject(String label, Object value, SQLType sQLType) throws SQLException {
    throw refused("updateObject");
  }
}
