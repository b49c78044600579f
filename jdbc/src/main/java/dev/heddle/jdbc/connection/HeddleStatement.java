package dev.heddle.jdbc.connection;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.feed.CopiedRows;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.feed.HeapCursor;
import dev.heddle.jdbc.feed.RowCursor;
import dev.heddle.jdbc.result.HeddleResultSet;
import dev.heddle.jdbc.result.ResultOwner;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement, and the results of what it ran last. */
class HeddleStatement extends StatementVariants {
  private static final int NO_COUNT = -1;
  private static final Schema NO_KEYS = Schema.of(Field.of("GENERATED_KEY", DataType.INT64));

  private final HeddleConnection connection;
  private final List<String> batch = new ArrayList<>();
  private final Deque<FeedOutcome> outcomes = new ArrayDeque<>();
  private final List<HeddleResultSet> kept = new ArrayList<>();
  private volatile @Nullable StatementCall call;
  private @Nullable HeddleResultSet result;
  private @Nullable CopiedRows keys; // of what ran last; closed after results that read it
  private boolean collectsKeys; // of the parts of a batch
  private long count = NO_COUNT;
  private boolean closesOnCompletion;
  private volatile boolean isClosed;

  HeddleStatement(HeddleConnection connection) {
    this.connection = connection;
  }

  /** Makes a statement whose result is there already, and which is closed with it. */
  static ResultSet resultOf(HeddleConnection connection, RowCursor cursor) throws SQLException {
    HeddleStatement statement = new HeddleStatement(connection);
    connection.add(statement);
    statement.closesOnCompletion = true;
    statement.outcomes.add(new FeedOutcome.Cursor(cursor));
    statement.advance();
    return statement.getResultSet();
  }

  @Override
  final void checkOpen() throws SQLException {
    if (isClosed) {
      throw SqlErrors.of(
          SqlState.CONNECTION_CLOSED,
          "Cannot use the statement: it is closed, or its connection is; open another one");
    }
  }

  // --- running

  /** Runs a text and moves to its first outcome. */
  final boolean run(String text, List<? extends @Nullable Object> parameters) throws SQLException {
    return run(text, parameters, false);
  }

  /** Runs a text whose rows are generated keys, and whose count is that of the rows. */
  final boolean runKeyed(String text, List<? extends @Nullable Object> parameters)
      throws SQLException {
    return run(text, parameters, true);
  }

  private boolean run(String text, List<? extends @Nullable Object> parameters, boolean isKeyed)
      throws SQLException {
    checkOpen();
    closeResults();
    String sql = required(text);
    connection.beforeStatement();
    StatementCall running = new StatementCall(newCall(sql), getQueryTimeout());
    call = running;
    List<FeedOutcome> all = executed(running, sql, parameters);
    if (isKeyed && all.size() == 1 && all.getFirst() instanceof FeedOutcome.Cursor(var cursor)) {
      all = List.of(new FeedOutcome.Count(keep(running, cursor)));
    }
    outcomes.addAll(all);
    if (all.stream().noneMatch(FeedOutcome.Cursor.class::isInstance)) {
      running.end();
    }
    connection.afterStatement(sql);
    return advance();
  }

  private List<FeedOutcome> executed(
      StatementCall running, String sql, List<? extends @Nullable Object> parameters)
      throws SQLException {
    try {
      return running.execute(sql, parameters);
    } catch (SQLException e) {
      connection.afterFailure(sql);
      throw e;
    }
  }

  /** Keeps generated keys and returns how many rows of them there are. */
  private long keep(StatementCall running, RowCursor cursor) throws SQLException {
    CopiedRows rows = keys == null ? new CopiedRows() : keys;
    keys = rows;
    try (cursor) {
      return running.keep(cursor, rows);
    }
  }

  /** Returns what runs a text. */
  FeedCall newCall(String text) throws SQLException {
    return connection.newCall();
  }

  private static String required(String text) throws SQLException {
    if (text == null) {
      throw SqlErrors.of(SqlState.INVALID_ARGUMENT, "Cannot run a statement: its text is null");
    }
    return text;
  }

  /** Moves to the next outcome; returns whether it is rows. */
  private boolean advance() throws SQLException {
    result = null;
    count = NO_COUNT;
    switch (outcomes.poll()) {
      case FeedOutcome.Cursor(RowCursor cursor) -> {
        Owner owner = new Owner(call);
        result =
            new HeddleResultSet(
                owner, cursor, connection.zone(), getLargeMaxRows(), getFetchSize());
        owner.owned = result;
      }
      case FeedOutcome.Count(long rows) -> count = rows;
      case null -> {}
    }
    return result != null;
  }

  /** What a result asks of this statement. */
  private final class Owner implements ResultOwner {
    private final @Nullable StatementCall running;
    private @Nullable HeddleResultSet owned;

    Owner(@Nullable StatementCall running) {
      this.running = running;
    }

    @Override
    public Statement statement() {
      return HeddleStatement.this;
    }

    @Override
    public boolean fetch(RowCursor cursor) throws SQLException {
      return running == null ? cursor.next() : running.fetch(cursor);
    }

    @Override
    public void resultClosed() throws SQLException {
      if (running != null) {
        running.end();
      }
      if (closesOnCompletion && owned == result && outcomes.isEmpty()) {
        close();
      }
    }
  }

  private void closeResults() throws SQLException {
    boolean closes = closesOnCompletion;
    closesOnCompletion = false;
    try {
      if (result != null) {
        result.close();
      }
      for (HeddleResultSet each : kept) {
        each.close();
      }
    } finally {
      closesOnCompletion = closes;
      kept.clear();
      result = null;
      count = NO_COUNT;
      closeOutcomes();
      if (keys != null && !collectsKeys) {
        keys.close();
        keys = null;
      }
    }
  }

  private void closeOutcomes() {
    for (FeedOutcome outcome : outcomes) {
      if (outcome instanceof FeedOutcome.Cursor(RowCursor cursor)) {
        cursor.close();
      }
    }
    outcomes.clear();
  }

  final ResultSet rows(String text, List<? extends @Nullable Object> parameters)
      throws SQLException {
    if (!run(text, parameters)) {
      closeResults();
      throw SqlErrors.of(
          SqlState.NO_ROWS, "Cannot return rows: the statement gave none; call execute");
    }
    return getResultSet();
  }

  final long update(String text, List<? extends @Nullable Object> parameters) throws SQLException {
    return update(text, parameters, false);
  }

  /** Runs a text whose rows are generated keys. */
  final long updateKeyed(String text, List<? extends @Nullable Object> parameters)
      throws SQLException {
    return update(text, parameters, true);
  }

  private long update(String text, List<? extends @Nullable Object> parameters, boolean isKeyed)
      throws SQLException {
    if (run(text, parameters, isKeyed)) {
      closeResults();
      throw SqlErrors.of(
          SqlState.SEQUENCE, "Cannot return a count: the statement gave rows; call executeQuery");
    }
    return Math.max(0, count);
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return rows(sql, List.of());
  }

  @Override
  long updateOnce(String sql, GeneratedKeys wanted) throws SQLException {
    checkOpen();
    GeneratedKeys.Keyed keyed = wanted.keyed(sql, connection::columns);
    return keyed == null ? update(sql, List.of()) : updateKeyed(keyed.text(), List.of());
  }

  @Override
  boolean runOnce(String sql, GeneratedKeys wanted) throws SQLException {
    checkOpen();
    GeneratedKeys.Keyed keyed = wanted.keyed(sql, connection::columns);
    return keyed == null ? run(sql, List.of()) : runKeyed(keyed.text(), List.of());
  }

  @Override
  public void cancel() throws SQLException {
    checkOpen();
    StatementCall running = call;
    if (running != null) {
      running.cancel();
    }
  }

  // --- batches

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(required(sql));
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<String> texts = List.copyOf(batch);
    batch.clear();
    return batched(texts.size(), i -> update(texts.get(i), List.of()));
  }

  /** One part of a batch. */
  interface BatchPart {
    long update(int part) throws SQLException;
  }

  /** Runs the parts of a batch, and keeps the generated keys of all of them. */
  final long[] batchedWithKeys(int size, BatchPart parts) throws SQLException {
    closeResults();
    collectsKeys = true;
    try {
      return batched(size, parts);
    } finally {
      collectsKeys = false;
    }
  }

  static long[] batched(int size, BatchPart parts) throws SQLException {
    long[] counts = new long[size];
    for (int i = 0; i < size; i++) {
      try {
        counts[i] = parts.update(i);
      } catch (SQLException e) {
        throw new BatchUpdateException(
            "Cannot run part " + (i + 1) + " of the batch: " + e.getMessage(),
            e.getSQLState(),
            e.getErrorCode(),
            Arrays.copyOf(counts, i),
            e);
      }
    }
    return counts;
  }

  // --- results

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return result;
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return count;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    checkOpen();
    HeddleResultSet before = result;
    switch (current) {
      case KEEP_CURRENT_RESULT -> {
        if (before != null) {
          kept.add(before);
        }
      }
      case CLOSE_CURRENT_RESULT, CLOSE_ALL_RESULTS -> {
        result = null; // so that the statement is not closed with it
        if (before != null) {
          before.close();
        }
        if (current == CLOSE_ALL_RESULTS) {
          for (HeddleResultSet each : kept) {
            each.close();
          }
          kept.clear();
        }
      }
      default ->
          throw SqlErrors.of(
              SqlState.INVALID_ARGUMENT,
              "Cannot move to the next result by "
                  + current
                  + ": give a constant of java.sql.Statement");
    }
    return advance();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    RowCursor cursor = keys == null ? new HeapCursor(NO_KEYS, List.of()) : keys.cursor();
    HeddleResultSet rows =
        new HeddleResultSet(new Owner(null), cursor, connection.zone(), 0, getFetchSize());
    kept.add(rows);
    return rows;
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  final HeddleConnection owner() {
    return connection;
  }

  // --- closing

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closesOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return closesOnCompletion;
  }

  @Override
  public void close() throws SQLException {
    synchronized (connection) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    StatementCall running = call;
    if (running != null) {
      running.cancel();
      running.end();
    }
    connection.remove(this);
    closeResults();
  }

  @Override
  public boolean isClosed() {
    return isClosed;
  }
}
