package dev.heddle.bench.scripts;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** DuckDB over JDBC. */
final class DuckDatabase implements Database {
  private static final AtomicLong OPENED = new AtomicLong();

  /** Types whose infinity is none of the class that JDBC has for them. */
  private static final Set<String> LOCAL =
      Set.of("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS");

  /** A type that JDBC has as text. */
  private static final String ZONED_NANOS = "TIMESTAMPTZ_NS";

  private static final DateTimeFormatter ZONED =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendOffset("+HH:mm", "+00")
          .toFormatter(Locale.ROOT);

  private final Map<String, Connection> connections = new ConcurrentHashMap<>();
  private final List<String> settings;
  private String url = "";
  private boolean isLasting;
  private volatile @Nullable Statement running;

  /**
   * Makes one that is not open.
   *
   * @param settings statements that each connection begins with
   */
  DuckDatabase(List<String> settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "DuckDB";
  }

  @Override
  public void open(@Nullable Path file) throws SQLException {
    close();
    isLasting = file != null;
    url =
        file == null
            ? "jdbc:duckdb::memory:scripts" + OPENED.incrementAndGet()
            : "jdbc:duckdb:" + file;
    connection("");
  }

  @Override
  public void reopen() throws SQLException {
    close();
    if (!isLasting) {
      url = "jdbc:duckdb::memory:scripts" + OPENED.incrementAndGet();
    }
    connection("");
  }

  private Connection connection(String name) throws SQLException {
    Connection open = connections.get(name);
    if (open == null) {
      open = DriverManager.getConnection(url);
      connections.put(name, open);
      for (String setting : settings) {
        try (Statement statement = open.createStatement()) {
          statement.execute(setting);
        }
      }
    }
    return open;
  }

  @Override
  public List<List<@Nullable Object>> run(String connection, String sql) throws SQLException {
    try (Statement statement = connection(connection).createStatement()) {
      running = statement;
      List<List<@Nullable Object>> rows = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          ResultSetMetaData columns = result.getMetaData();
          while (result.next()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
              row.add(value(result, i, columns.getColumnTypeName(i)));
            }
            Database.add(row, rows);
          }
        }
      } else {
        rows.add(Collections.singletonList(changed(statement.getUpdateCount())));
      }
      return rows;
    } finally {
      running = null;
    }
  }

  private static @Nullable Object changed(int rows) {
    return Values.plain(Math.max(0, rows));
  }

  private static @Nullable Object value(ResultSet result, int column, String type)
      throws SQLException {
    try {
      if (type.equals(ZONED_NANOS)) {
        String text = result.getString(column);
        return text == null || !text.contains(":") ? text : Instant.from(ZONED.parse(text));
      }
      boolean isLocal = LOCAL.contains(type);
      return Values.plain(
          isLocal ? result.getObject(column, LocalDateTime.class) : result.getObject(column));
    } catch (DateTimeException e) { // 24:00:00
      return result.getString(column);
    }
  }

  @Override
  public void cancel() throws SQLException {
    Statement statement = running;
    if (statement != null) {
      statement.cancel();
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection each : connections.values()) {
      each.close();
    }
    connections.clear();
  }
}
