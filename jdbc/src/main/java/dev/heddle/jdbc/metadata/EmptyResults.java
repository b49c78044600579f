package dev.heddle.jdbc.metadata;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The results of what Heddle does not have. */
abstract class EmptyResults extends DatabaseNames {
  /** Returns no rows with columns. */
  abstract ResultSet empty(MetaDataShape shape) throws SQLException;

  @Override
  public ResultSet getProcedures(String catalog, String schema, String name) throws SQLException {
    return empty(MetaDataShape.PROCEDURES);
  }

  @Override
  public ResultSet getProcedureColumns(String catalog, String schema, String name, String column)
      throws SQLException {
    return empty(MetaDataShape.PROCEDURE_COLUMNS);
  }

  @Override
  public ResultSet getColumnPrivileges(String catalog, String schema, String table, String column)
      throws SQLException {
    return empty(MetaDataShape.COLUMN_PRIVILEGES);
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schema, String table)
      throws SQLException {
    return empty(MetaDataShape.TABLE_PRIVILEGES);
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return empty(MetaDataShape.ROW_COLUMNS);
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return empty(MetaDataShape.ROW_COLUMNS);
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return empty(MetaDataShape.INDEX_INFO);
  }

  @Override
  public ResultSet getUDTs(String catalog, String schema, String name, int[] types)
      throws SQLException {
    return empty(MetaDataShape.USER_TYPES);
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schema, String name) throws SQLException {
    return empty(MetaDataShape.SUPER_TYPES);
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schema, String table) throws SQLException {
    return empty(MetaDataShape.SUPER_TABLES);
  }

  @Override
  public ResultSet getAttributes(String catalog, String schema, String name, String attribute)
      throws SQLException {
    return empty(MetaDataShape.ATTRIBUTES);
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return empty(MetaDataShape.CLIENT_INFO);
  }

  @Override
  public ResultSet getFunctionColumns(String catalog, String schema, String name, String column)
      throws SQLException {
    return empty(MetaDataShape.FUNCTION_COLUMNS);
  }

  @Override
  public ResultSet getPseudoColumns(String catalog, String schema, String table, String column)
      throws SQLException {
    return empty(MetaDataShape.PSEUDO_COLUMNS);
  }
}
