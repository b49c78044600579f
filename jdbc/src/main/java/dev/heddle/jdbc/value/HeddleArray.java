package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list; its elements are as {@code getObject} gives them. */
final class HeddleArray implements Array {
  private final DataType element;
  private final ZoneId zone;
  private final List<@Nullable Object> values;
  private boolean isFreed;

  HeddleArray(DataType element, List<@Nullable Object> values, ZoneId zone) {
    this.element = element;
    this.values = values;
    this.zone = zone;
  }

  static void requireNoMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("map types of SQL to classes " + map);
    }
  }

  /** Returns the plain values. */
  List<@Nullable Object> plain() {
    return values;
  }

  private void checkOpen() throws SQLException {
    if (isFreed) {
      throw SqlErrors.of(SqlState.INVALID_CURSOR, "Cannot read the array: free was called before");
    }
  }

  @Override
  public String getBaseTypeName() throws SQLException {
    checkOpen();
    return JdbcType.of(element).name();
  }

  @Override
  public int getBaseType() throws SQLException {
    checkOpen();
    return JdbcType.of(element).code();
  }

  @Override
  public Object getArray() throws SQLException {
    return getArray(1, values.size());
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    requireNoMap(map);
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    checkOpen();
    if (index < 1 || count < 0 || index - 1 + count > values.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot read "
              + count
              + " elements from "
              + index
              + ": the array has "
              + values.size()
              + ", counted from 1");
    }
    int from = Math.toIntExact(index - 1);
    Class<?> component = JdbcType.of(element).javaClass();
    Object[] array = (Object[]) java.lang.reflect.Array.newInstance(component, count);
    for (int i = 0; i < count; i++) {
      Object plain = values.get(from + i);
      array[i] = plain == null ? null : JdbcValues.object(element, plain, zone);
    }
    return array;
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    checkOpen();
    requireNoMap(map);
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("show an array as a result; use getArray, or UNNEST in SQL");
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet();
  }

  @Override
  public void free() {
    isFreed = true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeddleArray array
        && element.equals(array.element)
        && toString().equals(array.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return Conversions.toText(values);
  }
}
