package dev.heddle.jdbc.result;

import java.net.URL;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;

/**
 * Refuses to move anywhere but to the next row, to change rows, and types that Heddle does not
 * have.
 */
abstract class ForwardOnlyRows extends UnchangeableLabels {

  @Override
  public void beforeFirst() throws SQLException {
    throw refused("beforeFirst");
  }

  @Override
  public void afterLast() throws SQLException {
    throw refused("afterLast");
  }

  @Override
  public boolean first() throws SQLException {
    throw refused("first");
  }

  @Override
  public boolean last() throws SQLException {
    throw refused("last");
  }

  @Override
  public boolean absolute(int index) throws SQLException {
    throw refused("absolute");
  }

  @Override
  public boolean relative(int index) throws SQLException {
    throw refused("relative");
  }

  @Override
  public boolean previous() throws SQLException {
    throw refused("previous");
  }

  @Override
  public void insertRow() throws SQLException {
    throw refused("insertRow");
  }

  @Override
  public void updateRow() throws SQLException {
    throw refused("updateRow");
  }

  @Override
  public void deleteRow() throws SQLException {
    throw refused("deleteRow");
  }

  @Override
  public void refreshRow() throws SQLException {
    throw refused("refreshRow");
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw refused("cancelRowUpdates");
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw refused("moveToInsertRow");
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw refused("moveToCurrentRow");
  }

  @Override
  public String getCursorName() throws SQLException {
    throw refused("getCursorName");
  }

  @Override
  public Ref getRef(int index) throws SQLException {
    throw refused("getRef");
  }

  @Override
  public URL getURL(int index) throws SQLException {
    throw refused("getURL");
  }

  @Override
  public RowId getRowId(int index) throws SQLException {
    throw refused("getRowId");
  }

  @Override
  public NClob getNClob(int index) throws SQLException {
    throw refused("getNClob");
  }

  @Override
  public SQLXML getSQLXML(int index) throws SQLException {
    throw refused("getSQLXML");
  }
}
