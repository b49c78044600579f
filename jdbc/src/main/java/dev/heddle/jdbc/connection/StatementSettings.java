package dev.heddle.jdbc.connection;

import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.error.Wrapping;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The settings of a statement, and what it does not have. */
abstract class StatementSettings implements Statement, Wrapping {
  private long maxRows;
  private int timeoutSeconds;
  private int fetchSize;
  private boolean isPoolable;

  abstract void checkOpen() throws SQLException;

  private long required(long value, String what) throws SQLException {
    checkOpen();
    if (value < 0) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot set " + what + " to " + value + ": give 0 or a positive number");
    }
    return value;
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  @Override
  public void setMaxFieldSize(int bytes) throws SQLException {
    if (required(bytes, "the largest field") > 0) {
      throw SqlErrors.unsupported("cut fields at " + bytes + " bytes");
    }
  }

  @Override
  public int getMaxRows() throws SQLException {
    checkOpen();
    return (int) Math.min(maxRows, Integer.MAX_VALUE);
  }

  @Override
  public void setMaxRows(int rows) throws SQLException {
    setLargeMaxRows(rows);
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long rows) throws SQLException {
    maxRows = required(rows, "the number of rows");
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen(); // the escapes are part of Heddle's SQL
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return timeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    timeoutSeconds = (int) required(seconds, "the time limit");
  }

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
  public void setCursorName(String name) throws SQLException {
    checkOpen();
    throw SqlErrors.unsupported("name a cursor");
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("read a result but forward");
    }
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    fetchSize = (int) required(rows, "the fetch size");
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() throws SQLException {
    checkOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
    isPoolable = poolable;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    checkOpen();
    return isPoolable;
  }

  @Override
  public String enquoteLiteral(String text) throws SQLException {
    checkOpen();
    return Statement.super.enquoteLiteral(text);
  }

  @Override
  public String enquoteNCharLiteral(String text) throws SQLException {
    return enquoteLiteral(text);
  }

  @Override
  public String enquoteIdentifier(String name, boolean alwaysQuote) throws SQLException {
    checkOpen();
    return !alwaysQuote && isSimpleIdentifier(name)
        ? name
        : "\"" + name.replace("\"", "\"\"") + "\"";
  }

  @Override
  public boolean isSimpleIdentifier(String name) throws SQLException {
    checkOpen();
    return Statement.super.isSimpleIdentifier(name);
  }
}
