package dev.heddle.jdbc.connection;

import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.feed.FeedStatement;
import dev.heddle.jdbc.feed.QueryShape;
import dev.heddle.jdbc.feed.RowFeed;
import dev.heddle.jdbc.metadata.HeddleDatabaseMetaData;
import dev.heddle.jdbc.metadata.Isolation;
import dev.heddle.jdbc.metadata.Names;
import dev.heddle.jdbc.text.SqlText;
import dev.heddle.jdbc.value.ArrayValues;
import java.sql.Array;
import java.sql.ClientInfoStatus;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A connection over a feed, which it closes. Thread-safe. */
public final class HeddleConnection extends ConnectionLimits {
  private final RowFeed feed;
  private final String url;
  private final Properties clientInfo = new Properties();
  // guarded by this
  private final Set<HeddleStatement> statements = new LinkedHashSet<>();
  private boolean isClosed;
  private boolean commitsAtOnce = true;
  private boolean hasBegun; // a transaction
  private boolean isReadOnly;
  private int networkTimeout;

  /** Takes over a feed. */
  public HeddleConnection(RowFeed feed, String url) {
    this.feed = feed;
    this.url = url;
  }

  @Override
  synchronized void checkOpen() throws SQLException {
    if (isClosed) {
      throw SqlErrors.of(
          SqlState.CONNECTION_CLOSED, "Cannot use the connection: it is closed; open another one");
    }
  }

  // --- for statements

  FeedCall newCall() throws SQLException {
    try {
      return feed.call();
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  FeedStatement prepare(String text) throws SQLException {
    try {
      return feed.prepare(text);
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  QueryShape describe(String query) throws SQLException {
    try {
      return feed.describe(query);
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  /** Returns the columns of a table, whose name is spelled as in a statement. */
  List<GeneratedKeys.KeyColumn> columns(String table) throws SQLException {
    List<GeneratedKeys.KeyColumn> columns = new ArrayList<>();
    try (HeddleStatement statement = new HeddleStatement(this);
        ResultSet rows = add(statement).executeQuery("DESCRIBE " + table)) {
      while (rows.next()) {
        boolean isKey = "PRI".equals(rows.getString("key"));
        columns.add(
            new GeneratedKeys.KeyColumn(
                rows.getString("column_name"), isKey, rows.getString("default")));
      }
    }
    return columns;
  }

  ZoneId zone() throws SQLException {
    try {
      return feed.zone();
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  /** Begins a transaction before the first statement of one, unless each commits by itself. */
  void beforeStatement() throws SQLException {
    synchronized (this) {
      if (commitsAtOnce || hasBegun) {
        return;
      }
      hasBegun = true;
    }
    control("BEGIN");
  }

  /** Notes that a text has run, which may have ended the transaction. */
  synchronized void afterStatement(String text) {
    if (SqlText.statements(text).stream().anyMatch(SqlText::endsTransaction)) {
      hasBegun = false;
    }
  }

  /** Notes that a text has failed: an end of a transaction ends it even so. */
  synchronized void afterFailure(String text) {
    hasBegun &= !SqlText.endsTransaction(text);
  }

  private void control(String text) throws SQLException {
    try {
      List<FeedOutcome> unused = feed.call().execute(text, List.of());
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  synchronized <S extends HeddleStatement> S add(S statement) throws SQLException {
    checkOpen();
    statements.add(statement);
    return statement;
  }

  synchronized void remove(HeddleStatement statement) {
    statements.remove(statement);
  }

  // --- statements

  @Override
  public Statement createStatement() throws SQLException {
    return add(new HeddleStatement(this));
  }

  @Override
  PreparedStatement prepare(String sql, GeneratedKeys keys) throws SQLException {
    checkOpen();
    if (sql == null) {
      throw SqlErrors.of(SqlState.INVALID_ARGUMENT, "Cannot prepare a statement: its text is null");
    }
    GeneratedKeys.Keyed keyed = keys.keyed(sql, this::columns);
    FeedStatement prepared = prepare(keyed == null ? sql : keyed.text());
    return add(new HeddlePreparedStatement(this, sql, keyed, prepared));
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    if (sql == null) {
      throw SqlErrors.of(SqlState.INVALID_ARGUMENT, "Cannot translate a statement: it is null");
    }
    return sql; // the escapes are part of Heddle's SQL
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    checkOpen();
    return ArrayValues.of(typeName, elements, zone());
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new HeddleDatabaseMetaData(
        this,
        url,
        () -> {
          checkOpen();
          try {
            return feed.tables();
          } catch (RuntimeException e) {
            throw SqlErrors.of(e);
          }
        },
        cursor -> HeddleStatement.resultOf(this, cursor));
  }

  // --- transactions

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    checkOpen();
    boolean endsOne;
    synchronized (this) {
      endsOne = autoCommit && hasBegun;
      commitsAtOnce = autoCommit;
      hasBegun &= !autoCommit;
    }
    if (endsOne) {
      control("COMMIT");
    }
  }

  @Override
  public synchronized boolean getAutoCommit() throws SQLException {
    checkOpen();
    return commitsAtOnce;
  }

  /** Notes the end of a transaction; returns whether there is one. */
  private synchronized boolean end(String what) throws SQLException {
    checkOpen();
    if (commitsAtOnce) {
      throw SqlErrors.of(
          SqlState.SEQUENCE,
          "Cannot " + what + ": the connection commits each statement by itself");
    }
    boolean wasOpen = hasBegun;
    hasBegun = false;
    return wasOpen;
  }

  @Override
  public void commit() throws SQLException {
    if (end("commit")) {
      control("COMMIT");
    }
  }

  @Override
  public void rollback() throws SQLException {
    if (end("roll back")) {
      control("ROLLBACK");
    }
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    if (!Isolation.isKept(level)) {
      throw SqlErrors.unsupported("isolate transactions at level " + level);
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return Isolation.LEVEL;
  }

  @Override
  public synchronized void setReadOnly(boolean readOnly) throws SQLException {
    checkOpen();
    isReadOnly = readOnly; // a hint, as JDBC has it
  }

  @Override
  public synchronized boolean isReadOnly() throws SQLException {
    checkOpen();
    return isReadOnly;
  }

  // --- names

  @Override
  public void setCatalog(String catalog) throws SQLException {
    checkOpen();
    require(catalog, Names.CATALOG, "catalogue");
  }

  private static void require(@Nullable String given, String only, String kind)
      throws SQLException {
    if (given != null && !given.isEmpty() && !given.equalsIgnoreCase(only)) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot use " + kind + " \"" + given + "\": the only one is " + only);
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return Names.CATALOG;
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    checkOpen();
    require(schema, Names.SCHEMA, "schema");
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return Names.SCHEMA;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return new HashMap<>();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("map types of SQL to classes " + map);
    }
  }

  // --- state

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
  public boolean isValid(int timeoutSeconds) {
    return !isClosed() && feed.isOpen();
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    checkOpenForInfo();
    if (name == null) {
      return;
    }
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  private void checkOpenForInfo() throws SQLClientInfoException {
    if (isClosed()) {
      throw new SQLClientInfoException(
          "Cannot use the connection: it is closed; open another one",
          SqlState.CONNECTION_CLOSED.code(),
          Map.<String, ClientInfoStatus>of());
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    checkOpenForInfo();
    clientInfo.clear();
    if (properties != null) {
      clientInfo.putAll(properties);
    }
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    checkOpen();
    return name == null ? null : clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public synchronized void setNetworkTimeout(Executor executor, int milliseconds)
      throws SQLException {
    checkOpen();
    if (milliseconds < 0) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot wait " + milliseconds + " ms: give 0 or a positive number");
    }
    if (executor == null) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "Cannot set the network timeout: the executor is null");
    }
    networkTimeout = milliseconds;
    feed.limitAnswers(Duration.ofMillis(milliseconds), () -> closeLost(executor));
  }

  private void closeLost(Executor executor) {
    try {
      executor.execute(this::closeLost);
    } catch (RejectedExecutionException e) {
      closeLost(); // the pool that has given the executor has ended
    }
  }

  /** Closes a connection whose calls fail anyway. */
  private void closeLost() {
    try {
      close();
    } catch (SQLException e) {
      return; // the call that was not answered has failed already
    }
  }

  @Override
  public synchronized int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeout;
  }

  // --- closing

  @Override
  public void close() throws SQLException {
    List<HeddleStatement> open;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      open = List.copyOf(statements);
    }
    SQLException failure = null;
    for (HeddleStatement statement : open) {
      try {
        statement.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    try {
      feed.close();
    } catch (RuntimeException e) {
      failure = SqlErrors.of(e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public synchronized boolean isClosed() {
    return isClosed;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT, "Cannot abort the connection: the executor is null");
    }
    close();
  }
}
