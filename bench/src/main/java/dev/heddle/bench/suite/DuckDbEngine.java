package dev.heddle.bench.suite;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB over JDBC in this process; its driver is on the class path of the benchmark command only.
 */
public final class DuckDbEngine implements Engine {
  private final Connection connection;

  /** Opens a database in memory that uses so many threads; 0 means one for each processor. */
  public DuckDbEngine(int threads) {
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:");
      int used = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
      execute("set threads = " + used);
    } catch (SQLException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot open DuckDB: " + e.getMessage() + "; run it through 'heddle bench'",
          e);
    }
  }

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public void openTables(Path folder, List<String> tables) {
    for (String table : tables) {
      openTable(table, TpchData.find(folder, table));
    }
  }

  @Override
  public void openTable(String name, Path file) {
    String files = Files.isDirectory(file) ? file + "/*.parquet" : file.toString();
    try {
      execute(
          "create view "
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
  public Answer run(String sql) {
    Answer.Collector answer = new Answer.Collector();
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
}
