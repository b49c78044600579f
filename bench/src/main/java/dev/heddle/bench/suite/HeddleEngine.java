package dev.heddle.bench.suite;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Heddle in this process. */
public final class HeddleEngine implements Engine {
  private final Session session;
  private final Api api;
  private final Map<String, DataFrame> tables = new LinkedHashMap<>();

  /** How Heddle is asked. */
  public enum Api {
    /** By SQL text. */
    SQL,
    /** By frames, where a question has such a form. */
    FRAME
  }

  /** Opens a session that is asked by SQL. */
  public HeddleEngine(SessionOptions options) {
    this(options, Api.SQL);
  }

  /** Opens a session. */
  public HeddleEngine(SessionOptions options, Api api) {
    this.session = Heddle.local(options);
    this.api = api;
  }

  @Override
  public String name() {
    return "heddle";
  }

  @Override
  public void openTable(String name, Path file) {
    DataFrame frame = session.read().parquet(file.toString());
    tables.put(name, frame);
    session.createView(name, frame);
  }

  @Override
  public void holdTable(String name, Path file) {
    openTable(name, file);
    tables.get(name).persist().count();
  }

  /** Returns the frames of the tables by name. */
  public Map<String, DataFrame> tables() {
    return tables;
  }

  @Override
  public RowsAnswer run(String sql) {
    RowsAnswer.Collector answer = new RowsAnswer.Collector();
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

  /** Cancels the queries that run now. */
  public void cancel() {
    session.cancelAll();
  }

  /** Runs a frame and reads its whole result. */
  public RowsAnswer run(DataFrame frame) {
    RowsAnswer.Collector answer = new RowsAnswer.Collector();
    try (QueryResult rows = frame.collect()) {
      collect(rows, answer);
    }
    return answer.answer();
  }

  @Override
  public Held hold(Question question) {
    DataFrame frame =
        api == Api.FRAME && question.frame().isPresent()
            ? question.frame().get().apply(tables)
            : session.sql(question.sql());
    if (question.use() == Question.Use.READ) {
      return new HeldRows(run(frame));
    }
    return new HeldResult(frame.collect(), question.sortedBy());
  }

  private static void collect(QueryResult rows, RowsAnswer.Collector answer) {
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

  /** A result that stays off the heap; its digest is made by reading columns. */
  private record HeldResult(QueryResult result, int sortedBy) implements Held {
    @Override
    public Answer answer() {
      int columns = result.schema().size();
      Digest.Builder digest = new Digest.Builder(columns, sortedBy);
      for (ResultBatch batch : result.batches()) {
        for (int row = 0; row < batch.rowCount(); row++) {
          for (int c = 0; c < columns; c++) {
            add(digest, c, batch.column(c), row);
          }
          digest.endRow();
        }
      }
      return digest.build();
    }

    private static void add(Digest.Builder digest, int c, ResultColumn column, int row) {
      if (column.isNull(row)) {
        digest.addNull(c);
        return;
      }
      switch (column.type()) {
        case DataType.Float64 _, DataType.Float32 _ -> digest.addDouble(c, column.doubleValue(row));
        case DataType.Decimal _ -> digest.addDecimal(c, column.decimalValue(row));
        case DataType.Str _ -> digest.addText(c, column.textValue(row));
        case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
            digest.addLong(c, column.longValue(row));
        case DataType.Date _ -> digest.add(c, LocalDate.ofEpochDay(column.longValue(row)));
        case DataType.Bool _,
            DataType.Binary _,
            DataType.Int128 _,
            DataType.Unsigned _,
            DataType.Uuid _,
            DataType.Json _,
            DataType.Enumeration _,
            DataType.Time _,
            DataType.Timestamp _,
            DataType.Interval _,
            DataType.Null _,
            DataType.ListOf _,
            DataType.Struct _,
            DataType.MapOf _ ->
            throw new IllegalArgumentException("No digest of " + column.type().sqlName());
      }
    }

    @Override
    public void close() {
      result.close();
    }
  }
}
