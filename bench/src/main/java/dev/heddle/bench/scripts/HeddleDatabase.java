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

/** Heddle in this process. What is set in one connection is set in all, as in DuckDB. */
final class HeddleDatabase implements Database {
  private final SessionOptions options;
  private final List<String> settings;
  private final List<String> changed = new ArrayList<>(); // settings, as statements
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
      first.openDatabase(folder(database), DatabaseAccess.WRITE);
    }
    settings.forEach(first::execute);
    sessions.put("", first);
  }

  /** Returns the folder in place of a file, whose ending is not part of the database's name. */
  private static Path folder(Path file) {
    String name = String.valueOf(file.getFileName());
    int point = name.indexOf('.');
    return point < 0 ? file : file.resolveSibling(name.substring(0, point));
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
        open.execute("use \"" + folder(file).getFileName() + "\".main");
      }
      changed.forEach(open::execute);
      sessions.put(name, open);
    }
    return open;
  }

  @Override
  public List<List<@Nullable Object>> run(String connection, String sql) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    Session session = session(connection);
    session.execute(
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
    if (SqlShape.isSetting(sql)) {
      sessions.values().stream().filter(each -> each != session).forEach(s -> s.execute(sql));
      changed.add(sql);
    }
    return rows;
  }

  private static void collect(QueryResult given, List<List<@Nullable Object>> rows) {
    int columns = given.schema().size();
    for (Row row : given) {
      List<@Nullable Object> values = new ArrayList<>(columns);
      for (int i = 0; i < columns; i++) {
        values.add(Values.plain(row.value(i), given.schema().field(i).type()));
      }
      Database.add(values, rows);
    }
  }

  @Override
  public void cancel() {
    sessions.values().forEach(Session::cancelAll);
  }

  @Override
  public void close() {
    sessions.clear();
    changed.clear();
    if (first != null) {
      first.close();
      first = null;
    }
  }
}
