package dev.heddle.jdbc.connection;

import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.error.Wrapping;
import dev.heddle.jdbc.value.JdbcType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** What the parameters of a statement are; those of no query are said to be text. Immutable. */
final class HeddleParameterMetaData implements ParameterMetaData, Wrapping {
  private final List<DataType> types;

  HeddleParameterMetaData(List<DataType> types) {
    this.types = types;
  }

  private JdbcType type(int index) throws SQLException {
    if (index < 1 || index > types.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_INDEX,
          "Cannot describe parameter " + index + ": the statement has " + types.size());
    }
    return JdbcType.of(types.get(index - 1));
  }

  @Override
  public int getParameterCount() {
    return types.size();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    type(index);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return type(index).isSigned();
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return type(index).precision();
  }

  @Override
  public int getScale(int index) throws SQLException {
    return type(index).scale();
  }

  @Override
  public int getParameterType(int index) throws SQLException {
    return type(index).code();
  }

  @Override
  public String getParameterTypeName(int index) throws SQLException {
    return type(index).name();
  }

  @Override
  public String getParameterClassName(int index) throws SQLException {
    return type(index).javaClass().getName();
  }

  @Override
  public int getParameterMode(int index) throws SQLException {
    type(index);
    return parameterModeIn;
  }
}
