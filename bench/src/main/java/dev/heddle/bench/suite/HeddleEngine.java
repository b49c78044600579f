package dev.heddle.bench.suite;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Heddle in this process. */
public final class HeddleEngine implements Engine {
  private final Session session;
  private final Map<String, DataFrame> tables = new LinkedHashMap<>();

  /** Opens a session. */
  public HeddleEngine(SessionOptions options) {
    session = Heddle.local(options);
  }

  @Override
  public String name() {
    return "heddle";
  }

  @Override
  public void openTables(Path folder, List<String> names) {
    for (String name : names) {
      openTable(name, TpchData.find(folder, name));
    }
  }

  @Override
  public void openTable(String name, Path file) {
    DataFrame frame = session.read().parquet(file.toString());
    tables.put(name, frame);
    session.createView(name, frame);
  }

  /** Returns the frames of the tables by name. */
  public Map<String, DataFrame> tables() {
    return tables;
  }

  @Override
  public Answer run(String sql) {
    Answer.Collector answer = new Answer.Collector();
    session.execute(
        sql,
        result -> {
          QueryResult rows = result.rows();
          if (rows != null) {
            collect(rows, answer);
          }
        });
    return answer.answer();
  }

  /** Runs a frame and reads its whole result. */
  public Answer run(DataFrame frame) {
    Answer.Collector answer = new Answer.Collector();
    try (QueryResult rows = frame.collect()) {
      collect(rows, answer);
    }
    return answer.answer();
  }

  private static void collect(QueryResult rows, Answer.Collector answer) {
    int columns = rows.schema().size();
    for (Row row : rows) {
      List<@Nullable Object> values = new ArrayList<>(columns);
      for (int i = 0; i < columns; i++) {
        values.add(row.value(i));
      }
      answer.add(values);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
