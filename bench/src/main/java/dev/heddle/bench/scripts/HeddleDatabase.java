package dev.heddle.bench.scripts;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.DatabaseAccess;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Heddle in this process. */
final class HeddleDatabase implements Database {
  private final SessionOptions options;
  private final List<String> settings;
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private @Nullable Path file;
  private @Nullable Session first;

  /**
   * Makes one that is not open.
   *
   * @param settings statements that each connection begins with
   */
  HeddleDatabase(SessionOptions options, List<String> settings) {
    this.options = options;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "Heddle";
  }

  @Override
  public void open(@Nullable Path database) {
    close();
    file = database;
    first = Heddle.local(options);
    if (database != null) {
      first.openDatabase(database, DatabaseAccess.WRITE);
    }
    settings.forEach(first::execute);
    sessions.put("", first);
  }

  @Override
  public void reopen() {
    open(file);
  }

  private Session session(String name) {
    Session open = sessions.get(name);
    if (open == null) {
      open = sessions.get("").newSession();
      settings.forEach(open::execute);
      if (file != null) {
        open.execute("use \"" + file.getFileName() + "\".main");
      }
      sessions.put(name, open);
    }
    return open;
  }

  @Override
  public List<List<@Nullable Object>> run(String connection, String sql) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    session(connection)
        .execute(
            sql,
            result -> {
              rows.clear();
              QueryResult given = result.rows();
              if (given == null) {
                rows.add(Collections.singletonList(Values.plain(result.changedRows())));
              } else {
                collect(given, rows);
              }
            });
    return rows;
  }

  private static void collect(QueryResult given, List<List<@Nullable Object>> rows) {
    int columns = given.schema().size();
    for (Row row : given) {
      List<@Nullable Object> values = new ArrayList<>(columns);
      for (int i = 0; i < columns; i++) {
        values.add(Values.plain(row.value(i), given.schema().field(i).type()));
      }
      rows.add(values);
    }
  }

  @Override
  public void cancel() {
    sessions.values().forEach(Session::cancelAll);
  }

  @Override
  public void close() {
    sessions.clear();
    if (first != null) {
      first.close();
      first = null;
    }
  }
}
