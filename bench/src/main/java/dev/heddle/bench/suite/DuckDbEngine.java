package dev.heddle.bench.suite;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB over JDBC in this process; its driver is on the class path of the benchmark command only.
 */
public final class DuckDbEngine implements Engine {
  private static final String HELD = "held_answer";
  private static final long ROWS_READ_AT_ONCE = 1 << 20;

  private final Connection connection;

  /**
   * Opens a database in memory that uses this number of threads; 0 means one for each processor.
   */
  public DuckDbEngine(int threads) {
    this(threads, 0);
  }

  /**
   * Opens a database in memory.
   *
   * @param threads 0 means one for each processor
   * @param memoryBytes most memory that it takes; 0 means its own default
   */
  public DuckDbEngine(int threads, long memoryBytes) {
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:");
      int used = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
      execute("set threads = " + used);
      if (memoryBytes > 0) {
        execute("set memory_limit = '" + memoryBytes + "B'");
      }
    } catch (SQLException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot open DuckDB: "
              + e.getMessage()
              + "; 'heddle bench' of a source checkout has it, archives of the command leave it"
              + " out: put the jar of org.duckdb:duckdb_jdbc into the folder lib-bench beside lib",
          e);
    }
  }

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public void openTable(String name, Path file) {
    create("view", name, file);
  }

  @Override
  public void holdTable(String name, Path file) {
    create("table", name, file);
  }

  private void create(String kind, String name, Path file) {
    String files = Files.isDirectory(file) ? file + "/*.parquet" : file.toString();
    try {
      execute(
          "create "
              + kind
              + " "
              + name
              + " as select * from read_parquet('"
              + files.replace("'", "''")
              + "')");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public RowsAnswer run(String sql) {
    RowsAnswer.Collector answer = new RowsAnswer.Collector();
    try (Statement statement = connection.createStatement()) {
      boolean hasRows = statement.execute(sql);
      if (hasRows) {
        try (ResultSet rows = statement.getResultSet()) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            List<@Nullable Object> values = new ArrayList<>(columns);
            for (int i = 1; i <= columns; i++) {
              values.add(rows.getObject(i));
            }
            answer.add(values);
          }
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
    return answer.answer();
  }

  @Override
  public Held hold(Question question) {
    if (question.use() == Question.Use.READ) {
      return new HeldRows(run(question.peerSql()));
    }
    try {
      execute("create table " + HELD + " as " + question.peerSql());
    } catch (SQLException e) {
      throw failed(e);
    }
    return new HeldTable(question.sortedBy());
  }

  private static HeddleException failed(SQLException e) {
    return new HeddleException(ErrorCode.IO, "DuckDB failed: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** A table in memory, with its rows in the order of the query's result. */
  private final class HeldTable implements Held {
    private final int sortedBy;

    HeldTable(int sortedBy) {
      this.sortedBy = sortedBy;
    }

    @Override
    public Answer answer() {
      try (Statement statement = connection.createStatement()) {
        Digest.@Nullable Builder digest = null;
        boolean hasMore = true;
        for (long from = 0; hasMore; from += ROWS_READ_AT_ONCE) {
          hasMore = false;
          String slice = " where rowid >= " + from + " and rowid < " + (from + ROWS_READ_AT_ONCE);
          try (ResultSet rows = statement.executeQuery("select * from " + HELD + slice)) {
            ResultSetMetaData types = rows.getMetaData();
            int columns = types.getColumnCount();
            if (digest == null) {
              digest = new Digest.Builder(columns, sortedBy);
            }
            int[] kinds = new int[columns];
            for (int c = 0; c < columns; c++) {
              kinds[c] = types.getColumnType(c + 1);
            }
            while (rows.next()) {
              hasMore = true;
              for (int c = 0; c < columns; c++) {
                add(digest, c, rows, kinds[c]);
              }
              digest.endRow();
            }
          }
        }
        return digest.build();
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    private static void add(Digest.Builder digest, int c, ResultSet rows, int type)
        throws SQLException {
      switch (type) {
        case Types.INTEGER, Types.BIGINT, Types.SMALLINT, Types.TINYINT -> {
          long value = rows.getLong(c + 1);
          if (rows.wasNull()) {
            digest.addNull(c);
          } else {
            digest.addLong(c, value);
          }
        }
        default -> digest.add(c, rows.getObject(c + 1));
      }
    }

    @Override
    public void close() {
      try {
        execute("drop table " + HELD);
      } catch (SQLException e) {
        throw failed(e);
      }
    }
  }
}
