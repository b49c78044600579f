package dev.heddle.jdbc.connection;

import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedStatement;
import dev.heddle.jdbc.feed.QueryShape;
import dev.heddle.jdbc.result.HeddleResultSetMetaData;
import dev.heddle.jdbc.text.SqlText;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement with parameters. Its text is read when it is run, or when what it takes and gives is
 * asked for, so tables may come and go between.
 */
final class HeddlePreparedStatement extends ParameterSetters {
  private static final Object UNSET = new Object();
  private static final int MAX_JOINED_VALUES = 2_000;

  private final String text;
  private final GeneratedKeys.@Nullable Keyed keyed;
  private final FeedStatement prepared;
  private final @Nullable Object[] values;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();

  /**
   * Makes a statement, which closes what is prepared.
   *
   * @param keyed what runs instead of the text, and is prepared; null if the text is
   */
  HeddlePreparedStatement(
      HeddleConnection connection,
      String text,
      GeneratedKeys.@Nullable Keyed keyed,
      FeedStatement prepared) {
    super(connection);
    this.text = text;
    this.keyed = keyed;
    this.prepared = prepared;
    this.values = new Object[SqlText.parameters(text)];
    Arrays.fill(values, UNSET);
  }

  @Override
  FeedCall newCall(String run) throws SQLException {
    if (!run.equals(runText())) {
      return super.newCall(run); // of several rows of a batch
    }
    try {
      return prepared.call();
    } catch (RuntimeException e) {
      throw SqlErrors.of(e);
    }
  }

  /** Returns the text that runs. */
  private String runText() {
    return keyed == null ? text : keyed.text();
  }

  private long updateRun(String run, List<? extends @Nullable Object> given) throws SQLException {
    return keyed == null ? update(run, given) : updateKeyed(run, given);
  }

  private long updateText(List<? extends @Nullable Object> given) throws SQLException {
    return updateRun(runText(), given);
  }

  @Override
  void set(int index, @Nullable Object value) throws SQLException {
    checkOpen();
    if (index < 1 || index > values.length) {
      throw SqlErrors.of(
          SqlState.INVALID_INDEX,
          "Cannot set parameter "
              + index
              + ": "
              + (values.length == 0
                  ? "the statement has none"
                  : "the statement has parameters 1 to " + values.length));
    }
    values[index - 1] = value;
  }

  private List<@Nullable Object> values() throws SQLException {
    checkOpen();
    int unset = Arrays.asList(values).indexOf(UNSET);
    if (unset >= 0) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "Cannot run the statement: parameter "
              + (unset + 1)
              + " has no value; set it, or setNull");
    }
    return Collections.unmodifiableList(Arrays.asList(values.clone()));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return rows(text, values());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return small(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return updateText(values());
  }

  @Override
  public boolean execute() throws SQLException {
    return keyed == null ? run(text, values()) : runKeyed(keyed.text(), values());
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, UNSET);
  }

  @Override
  public void addBatch() throws SQLException {
    rows.add(values());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    rows.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<List<@Nullable Object>> batch = List.copyOf(rows);
    rows.clear();
    int row = SqlText.insertedRow(text);
    boolean isJoinable =
        row >= 0 && values.length > 0 && SqlText.parameters(text.substring(0, row)) == 0;
    return batchedWithKeys(
        batch.size(), isJoinable ? new JoinedRows(batch, row) : i -> updateText(batch.get(i)));
  }

  /**
   * Inserts rows of a batch by one statement for many; where that fails, which changes nothing, one
   * by one, so that the error is that of its row.
   */
  private final class JoinedRows implements BatchPart {
    private final List<List<@Nullable Object>> batch;
    private final String head;
    private final String row;
    private int inserted;
    private int single;

    JoinedRows(List<List<@Nullable Object>> batch, int row) {
      this.batch = batch;
      this.head = text.substring(0, row);
      this.row = text.substring(row, text.lastIndexOf(')') + 1);
    }

    @Override
    public long update(int part) throws SQLException {
      if (part >= inserted && part >= single) {
        int end = Math.min(batch.size(), part + Math.max(1, MAX_JOINED_VALUES / values.length));
        try {
          insert(part, end);
          inserted = end;
        } catch (SQLException e) {
          if (!isOfData(e)) {
            throw e;
          }
          single = end;
        }
      }
      return part < inserted ? 1 : updateText(batch.get(part));
    }

    private static boolean isOfData(SQLException e) {
      return e.getSQLState().startsWith("22") || e.getSQLState().startsWith("42");
    }

    private void insert(int from, int end) throws SQLException {
      List<@Nullable Object> all = new ArrayList<>();
      batch.subList(from, end).forEach(all::addAll);
      String rows = String.join(", ", Collections.nCopies(end - from, row));
      String joined = head + rows + (keyed == null ? "" : keyed.suffix());
      long unused = updateRun(joined, all);
    }
  }

  private @Nullable QueryShape shape() throws SQLException {
    checkOpen();
    return SqlText.isQuery(text) ? owner().describe(text) : null;
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    QueryShape shape = shape();
    return shape == null ? null : new HeddleResultSetMetaData(shape.columns());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    QueryShape shape = shape();
    return new HeddleParameterMetaData(
        shape == null ? Collections.nCopies(values.length, DataType.STRING) : shape.parameters());
  }

  @Override
  public void close() throws SQLException {
    try {
      super.close();
    } finally {
      prepared.close();
    }
  }

  // --- what runs another text is not for a statement that has one

  private SQLException otherText() throws SQLException {
    checkOpen();
    return SqlErrors.of(
        SqlState.SEQUENCE,
        "Cannot run another text: the statement was prepared with one; call createStatement");
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw otherText();
  }

  @Override
  long updateOnce(String sql, GeneratedKeys wanted) throws SQLException {
    throw otherText();
  }

  @Override
  boolean runOnce(String sql, GeneratedKeys wanted) throws SQLException {
    throw otherText();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw otherText();
  }
}
