package dev.heddle.jdbc.result;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.error.Wrapping;
import dev.heddle.jdbc.value.JdbcType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** What the columns of a result are. Immutable, and of use after the result is closed. */
public final class HeddleResultSetMetaData implements ResultSetMetaData, Wrapping {
  private final Schema schema;

  /** Describes columns. */
  public HeddleResultSetMetaData(Schema schema) {
    this.schema = schema;
  }

  private Field field(int column) throws SQLException {
    if (column < 1 || column > schema.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_INDEX,
          "Cannot describe column " + column + ": the result has columns 1 to " + schema.size());
    }
    return schema.field(column - 1);
  }

  private JdbcType type(int column) throws SQLException {
    return JdbcType.of(field(column).type());
  }

  @Override
  public int getColumnCount() {
    return schema.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return field(column).type() instanceof DataType.Str;
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    field(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return field(column).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return type(column).isSigned();
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return type(column).displaySize();
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return field(column).name();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return field(column).name();
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    field(column);
    return "";
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return type(column).precision();
  }

  @Override
  public int getScale(int column) throws SQLException {
    return type(column).scale();
  }

  @Override
  public String getTableName(int column) throws SQLException {
    field(column);
    return "";
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    field(column);
    return "";
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return type(column).code();
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return type(column).name();
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    field(column);
    return true;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    field(column);
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return type(column).javaClass().getName();
  }
}
