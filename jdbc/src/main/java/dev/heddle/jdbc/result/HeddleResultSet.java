package dev.heddle.jdbc.result;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.error.Wrapping;
import dev.heddle.jdbc.feed.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a cursor, which it closes. One thread at a time reads it; closing it from another one
 * waits until that has its next row ({@code Statement.cancel} and {@code close} end the wait).
 */
public final class HeddleResultSet extends TypedColumns implements Wrapping {
  private final ResultOwner owner;
  private final RowCursor cursor;
  private final Schema schema;
  private final ZoneId zone;
  private final long maxRows;
  private @Nullable Map<String, Integer> labels;
  private int fetchSize;
  private int row = -1;
  private int batchRows;
  private long number;
  private boolean isAtEnd;
  private volatile boolean isClosed;

  /**
   * Takes over a cursor.
   *
   * @param maxRows rows after that many are left out; 0 for none
   */
  public HeddleResultSet(
      ResultOwner owner, RowCursor cursor, ZoneId zone, long maxRows, int fetchSize) {
    this.owner = owner;
    this.cursor = cursor;
    this.schema = cursor.schema();
    this.zone = zone;
    this.maxRows = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    this.fetchSize = fetchSize;
  }

  @Override
  void checkOpen() throws SQLException {
    if (isClosed) {
      throw SqlErrors.of(
          SqlState.INVALID_CURSOR, "Cannot use the result: it is closed; run the statement again");
    }
  }

  @Override
  SQLException refused(String method) throws SQLException {
    checkOpen();
    return SqlErrors.of(
        SqlState.UNSUPPORTED,
        "Cannot call " + method + ": results move forward only, and are read-only");
  }

  // --- moving

  @Override
  public synchronized boolean next() throws SQLException {
    checkOpen();
    if (isAtEnd) {
      return false;
    }
    if (number >= maxRows) {
      return end();
    }
    row++;
    if (row >= batchRows) {
      if (!fetch()) {
        return end();
      }
      batchRows = cursor.root().getRowCount();
      row = 0;
    }
    number++;
    return true;
  }

  private boolean fetch() throws SQLException {
    try {
      return owner.fetch(cursor);
    } catch (SQLException e) {
      isAtEnd = true;
      cursor.close();
      throw e;
    }
  }

  private boolean end() {
    isAtEnd = true;
    cursor.close(); // the query's memory is free before the result is closed
    return false;
  }

  @Override
  public void close() throws SQLException {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      isAtEnd = true;
      cursor.close();
    }
    owner.resultClosed();
  }

  @Override
  public boolean isClosed() {
    return isClosed;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return number == 0 && !isAtEnd;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return number > 0 && isAtEnd;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return number == 1 && !isAtEnd;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw refused("isLast");
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return isAtEnd ? 0 : (int) Math.min(number, Integer.MAX_VALUE);
  }

  // --- columns

  @Override
  DataType type(int index) throws SQLException {
    checkOpen();
    if (index < 1 || index > schema.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_INDEX,
          "Cannot read column " + index + ": the result has columns 1 to " + schema.size());
    }
    return schema.field(index - 1).type();
  }

  @Override
  FieldVector vector(int index) throws SQLException {
    if (isAtEnd || number == 0) {
      throw SqlErrors.of(
          SqlState.INVALID_CURSOR,
          "Cannot read column "
              + index
              + ": the result is "
              + (isAtEnd ? "after its last row" : "before its first row; call next"));
    }
    return cursor.root().getVector(index - 1);
  }

  @Override
  int row() {
    return row;
  }

  @Override
  ZoneId zone() {
    return zone;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    Map<String, Integer> known = labels;
    if (known == null) {
      known = new HashMap<>();
      for (int i = 0; i < schema.size(); i++) {
        known.putIfAbsent(schema.field(i).name().toLowerCase(Locale.ROOT), i + 1);
      }
      labels = known;
    }
    Integer index = label == null ? null : known.get(label.toLowerCase(Locale.ROOT));
    if (index == null) {
      throw SqlErrors.of(
          SqlState.NO_COLUMN,
          "Cannot read the result: "
              + NearestNames.missing("column", String.valueOf(label), schema.names()));
    }
    return index;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new HeddleResultSetMetaData(schema);
  }

  // --- what it is

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != FETCH_FORWARD) {
      throw refused("setFetchDirection");
    }
    checkOpen();
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot fetch " + rows + " rows at once: give 0 or a positive number");
    }
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return owner.statement();
  }
}
