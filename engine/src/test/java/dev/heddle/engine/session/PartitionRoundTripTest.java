package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that name folders come back as they were written. */
class PartitionRoundTripTest {
  @TempDir private Path folder;

  private final Session session = Heddle.local();

  @AfterEach
  void close() {
    session.close();
  }

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    rows.add(frame.schema().field(1).type().sqlName());
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        Object value = row.value(1);
        rows.add(row.value(0) + ":" + (value == null ? "NULL" : "<" + value + ">"));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "values (1, '01'), (2, '1'), (3, '001')",
        "values (1, '1'), (2, '2')",
        "values (1, ''), (2, 'a'), (3, null)",
        "values (1, ''), (2, '1'), (3, null)",
        "values (1, ''), (2, '')",
        "values (1, cast(null as varchar)), (2, null)",
        "values (1, '__HIVE_DEFAULT_PARTITION__'), (2, null), (3, '')",
        "values (1, 'a/b'), (2, 'a=b'), (3, '100%'), (4, '%2F'), (5, 'x y '), (6, '.'), (7, '..')",
        "values (1, 'Zürich'), (2, '東京'), (3, '🦆'), (4, '_x'), (5, '-0.0'), (6, 'NULL')",
        "values (1, '2024-01-01'), (2, '2024-02-30')",
        "values (1, '2024-01-01'), (2, '2024-01-02')",
        "values (1, 'a' || chr(10) || 'b'), (2, '\"q\"'), (3, '*'), (4, '?'), (5, '[a]{b}')",
        "values (1, 1), (2, -20), (3, null)",
        "values (1, cast(7 as smallint)), (2, cast(-7 as smallint))",
        "values (1, true), (2, false), (3, null)",
        "values (1, cast(1.50 as decimal(10, 2))), (2, cast(-0.05 as decimal(10, 2)))",
        "values (1, date '2024-02-29'), (2, date '1969-12-31'), (3, null)",
        "values (1, timestamp '2024-02-29 12:30:00.000001'), (2, timestamp '1969-12-31 00:00:00')",
        "values (1, time '12:30:00'), (2, time '23:59:59.999999')",
        "values (1, cast('NaN' as double)), (2, 1e300), (3, 0.1), (4, cast('-Infinity' as double))",
        "values (1, cast(0.1 as real)), (2, cast(1 as real))"
      })
  void valuesAndTypesComeBack(String values) {
    DataFrame written = session.sql("select a, b from (" + values + ") t(a, b) order by a");
    written.write().partitionBy("b").parquet(folder + "/out");
    DataFrame read = session.read().parquet(folder + "/out");
    assertThat(rows(read.select("a", "b").sort("a"))).isEqualTo(rows(written));
    written.write().partitionBy("b").csv(folder + "/csv");
    assertThat(rows(session.read().csv(folder + "/csv").select("a", "b").sort("a")))
        .as("csv")
        .isEqualTo(rows(written));
    written.write().partitionBy("b").json(folder + "/json");
    assertThat(rows(session.read().json(folder + "/json").select("a", "b").sort("a")))
        .as("json")
        .isEqualTo(rows(written));
    written.write().partitionBy("b").arrow(folder + "/arrow");
    assertThat(rows(session.read().arrow(folder + "/arrow").select("a", "b").sort("a")))
        .as("arrow")
        .isEqualTo(rows(written));
  }

  @Test
  void zerosOfBothSignsAreEqualAndShareAFolder() {
    DataFrame zeros = session.sql("select a, b from (values (1, -0.0e0), (2, 0.0e0)) t(a, b)");
    zeros.write().partitionBy("b").parquet(folder + "/out");
    assertThat(rows(session.read().parquet(folder + "/out").select("a", "b").sort("a")))
        .containsExactly("DOUBLE", "1:<0.0>", "2:<0.0>");
  }

  @Test
  void conditionsFindEmptyTextAndNull() {
    session
        .sql("select a, b from (values (1, ''), (2, '01'), (3, null)) t(a, b)")
        .write()
        .partitionBy("b")
        .parquet(folder + "/out");
    session.createView("t", session.read().parquet(folder + "/out"));
    assertThat(rows(session.sql("select a, b from t where b = ''"))).contains("1:<>").hasSize(2);
    assertThat(rows(session.sql("select a, b from t where b is null"))).contains("3:NULL");
    assertThat(rows(session.sql("select a, b from t where b = '01'"))).contains("2:<01>");
  }

  @Test
  void addedAndOverwrittenFilesOfTextKeepOrChangeTheType() {
    DataFrame numbers = session.sql("select a, b from (values (1, 1), (2, 20)) t(a, b)");
    DataFrame texts = session.sql("select a, b from (values (3, '01')) t(a, b)");
    String path = folder + "/csv";
    numbers.write().partitionBy("b").csv(path);
    numbers.write().append().partitionBy("b").csv(path);
    assertThat(rows(session.read().csv(path).sort("a")))
        .containsExactly("INTEGER", "1:<1>", "1:<1>", "2:<20>", "2:<20>");
    assertThat(rows(session.sql("select a, b from '" + path + "/b=20/*.csv'")))
        .containsExactly("INTEGER", "2:<20>", "2:<20>");
    texts.write().append().partitionBy("b").csv(path);
    assertThat(rows(session.read().csv(path).sort("a")))
        .containsExactly("VARCHAR", "1:<1>", "1:<1>", "2:<20>", "2:<20>", "3:<01>");
    texts.write().overwrite().partitionBy("b").csv(path);
    assertThat(rows(session.read().csv(path))).containsExactly("VARCHAR", "3:<01>");
  }

  @Test
  void emptyTextAndNullDifferInTextFormatsToo() {
    DataFrame frame =
        session.sql("select a, b from (values (1, ''), (2, '01'), (3, null)) t(a, b) order by a");
    frame.write().partitionBy("b").csv(folder + "/csv");
    DataFrame read = session.read().csv(folder + "/csv").select("a", "b").sort("a");
    assertThat(rows(read)).isEqualTo(rows(frame));
  }
}
