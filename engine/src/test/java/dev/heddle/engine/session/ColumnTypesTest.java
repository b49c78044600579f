package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each type of {@link ColumnTypeRow} in each cell: what a query makes of a column of it, here and
 * in DuckDB, optimised and, by turns, as written, in partitions, and sent as bytes, by night in all
 * of these ways; and what comes back from files. Cells of Flight, JDBC and records are in those
 * modules.
 */
class ColumnTypesTest {
  private static final int COPIES = 3;

  @TempDir static Path folder;

  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 7 partitions", Heddle.local(options.withPartitions(7)));
    SESSIONS.put("sent as bytes, in 3 partitions", EncodingStageRunner.session(options, 3));
    for (ColumnTypeRow row : ColumnTypeRow.ALL) {
      String table = table(row);
      duck.execute("CREATE VIEW " + table + " AS " + values(row));
      Path file = folder.resolve(table + ".parquet");
      session().sql(values(row)).write().parquet(file);
      for (Session session : SESSIONS.values()) {
        DataFrame read = session.read().parquet(file);
        session.createView(table + "_file", read);
        String typed = "SELECT k, v::%1$s AS v, w::%1$s AS w FROM %2$s_file";
        session.createView(
            table, row.isNamed() ? read : session.sql(typed.formatted(row.name(), table)));
      }
    }
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  private static Session session() {
    return SESSIONS.get("optimised");
  }

  private static String table(ColumnTypeRow row) {
    String name = row.name().replaceAll("\\(.*", "");
    return "t_" + name.replaceAll("\\W", "_").toLowerCase(java.util.Locale.ROOT);
  }

  /** Each value a number of times, beside others and nulls. */
  private static String values(ColumnTypeRow row) {
    List<String> lines = new ArrayList<>();
    int count = row.texts().size();
    for (int i = 0; i < COPIES * count; i++) {
      lines.add("(%d, %s, %s)".formatted(i, row.cast(i % count), row.cast(i * i % count)));
      lines.add("(%d, NULL, %s)".formatted(100 + i, row.cast(i % count)));
    }
    lines.add("(200, " + row.cast(0) + ", NULL)");
    lines.add("(201, NULL, NULL)");
    return "SELECT * FROM (VALUES " + String.join(", ", lines) + ") t(k, v, w)";
  }

  private static List<List<Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return normalised(QueryRows.of(result));
    }
  }

  static List<List<Object>> normalised(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> row.stream().map(ColumnTypesTest::normalised).toList())
        .toList();
  }

  private static Object normalised(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case BigInteger number -> new BigDecimal(number).stripTrailingZeros();
      case BigDecimal number -> number.stripTrailingZeros();
      case Double number -> number;
      case Float number -> (double) number;
      case Number number -> BigDecimal.valueOf(number.longValue()).stripTrailingZeros();
      case CalendarInterval interval ->
          "%d mon %d day %d ns"
              .formatted(interval.months(), interval.days(), interval.micros() * 1000);
      case List<?> list -> list.stream().map(ColumnTypesTest::normalised).toList().toString();
      default -> value.toString();
    };
  }

  static DynamicTest cell(ColumnTypeRow row, String name, Runnable test) {
    return DynamicTest.dynamicTest(row.name() + ", " + name, test::run);
  }

  /** Returns a test of a cell whose query has the same rows everywhere. */
  private static DynamicTest query(ColumnTypeRow row, String name, String... queries) {
    return cell(row, name, () -> List.of(queries).forEach(query -> check(row, query)));
  }

  private static void checkNoOrder(ColumnTypeRow row) {
    for (String call : List.of("mode(v)", "list_sort([v])")) {
      String sql = "SELECT " + call + " FROM " + table(row);
      assertThatThrownBy(() -> session().sql(sql).collect().close())
          .as(sql)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining(row.name());
    }
  }

  private static void check(ColumnTypeRow row, String query) {
    check(row, query, query);
  }

  private static void check(ColumnTypeRow row, String query, String queryOfDuckDb) {
    String sql = filled(row, query);
    List<List<Object>> expected = sorted(normalised(duck.rows(filled(row, queryOfDuckDb))));
    int turn = 1 + Math.floorMod(sql.hashCode(), SESSIONS.size() - 1);
    int way = 0;
    for (Map.Entry<String, Session> session : SESSIONS.entrySet()) {
      if (way == 0 || way == turn || Effort.isWhole()) {
        assertThat(sorted(rows(session.getValue(), sql)))
            .as(session.getKey() + ": " + sql)
            .isEqualTo(expected);
      }
      way++;
    }
  }

  private static String filled(ColumnTypeRow row, String query) {
    return query.replace("$type", row.name()).replace("$t", table(row));
  }

  private static List<List<Object>> sorted(List<List<Object>> rows) {
    return rows.stream().sorted(java.util.Comparator.comparing(List::toString)).toList();
  }

  @TestFactory
  Stream<DynamicTest> queries() {
    return ColumnTypeRow.ALL.stream().flatMap(ColumnTypesTest::queries);
  }

  private static Stream<DynamicTest> queries(ColumnTypeRow row) {
    int middle = row.texts().size() / 2;
    String value = row.cast(middle);
    return Stream.of(
        query(
            row,
            "compare",
            "SELECT k, v = w, v <> w, v < w, v <= w, v > w, v >= w, v IS DISTINCT FROM w,"
                + " v IS NOT DISTINCT FROM w FROM $t",
            "SELECT k, v = %1$s, v < %1$s, v <= %1$s, v > %1$s, %1$s >= w FROM $t".formatted(value),
            "SELECT a.k, b.k, a.v < b.v, a.v = b.w FROM $t a, $t b WHERE a.v >= b.w",
            "SELECT k FROM $t WHERE v BETWEEN %s AND %s".formatted(row.cast(1), row.cast(middle)),
            "SELECT k FROM $t WHERE v > %s AND v < %s".formatted(row.cast(1), row.cast(middle)),
            "SELECT k FROM $t WHERE v < %s OR v > %s".formatted(row.cast(1), row.cast(middle)),
            "SELECT k FROM $t WHERE v > %s AND v < %s".formatted(row.cast(middle), row.cast(1)),
            "SELECT k FROM $t WHERE v IN (%s, %s)".formatted(row.cast(0), value),
            "SELECT k FROM $t WHERE v NOT IN (%s, %s)".formatted(row.cast(0), value),
            "SELECT k FROM $t WHERE v = %s".formatted(row.quoted(middle)),
            "SELECT k, nullif(v, w), coalesce(v, w), CASE WHEN v = w THEN v ELSE w END FROM $t"),
        query(
            row,
            "extremes",
            "SELECT k, greatest(v, w), least(v, w), greatest(%1$s, w, v) FROM $t".formatted(value),
            "SELECT k, max(v) OVER (ORDER BY k ROWS 3 PRECEDING), min(w) OVER (ORDER BY k),"
                + " max(w) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING EXCLUDE"
                + " CURRENT ROW), min(v) OVER (PARTITION BY w), max(v) OVER () FROM $t"),
        row.isSorted()
            ? query(
                row,
                "modes and sorted lists",
                "SELECT mode(v) FROM $t WHERE v = %s".formatted(value),
                "SELECT row_number() OVER (ORDER BY [v, w], k), k FROM $t")
            : cell(row, "modes and sorted lists", () -> checkNoOrder(row)),
        query(
            row,
            "aggregate",
            "SELECT min(v), max(v), count(v), count(DISTINCT v), min(w), any_value(%1$s) FROM $t"
                .formatted(value),
            "SELECT w, min(v), max(v), count(DISTINCT v), arg_min(v, k), arg_max(k, v)"
                + " FROM $t WHERE k < 100 GROUP BY w"),
        query(
            row,
            "hash and group",
            "SELECT v, count(*) FROM $t GROUP BY v",
            "SELECT v, w, count(*) FROM $t GROUP BY v, w",
            "SELECT DISTINCT v FROM $t",
            "SELECT v FROM $t UNION SELECT w FROM $t",
            "SELECT v FROM $t EXCEPT SELECT w FROM $t WHERE k = 5",
            "SELECT v FROM $t INTERSECT ALL SELECT w FROM $t"),
        query(
            row,
            "join",
            "SELECT a.k, b.k, a.v, b.w FROM $t a JOIN $t b ON a.v = b.w",
            "SELECT a.k, b.k FROM $t a LEFT JOIN $t b ON a.v = b.w AND b.k > 4",
            "SELECT a.k, b.k FROM $t a JOIN $t b ON a.v IS NOT DISTINCT FROM b.w WHERE a.k < 9",
            "SELECT a.k, b.k FROM $t a JOIN $t b ON a.v < b.w WHERE a.k < 9",
            "SELECT k FROM $t WHERE v IN (SELECT w FROM $t WHERE k % 2 = 0)",
            "SELECT k FROM $t a WHERE NOT EXISTS (SELECT * FROM $t b WHERE b.w = a.v AND b.k > 3)"),
        query(
            row,
            "sort",
            "SELECT row_number() OVER (ORDER BY v, k), k FROM $t",
            "SELECT row_number() OVER (ORDER BY v DESC, k), k FROM $t",
            "SELECT row_number() OVER (ORDER BY v NULLS FIRST, w DESC NULLS LAST, k), k FROM $t",
            "SELECT * FROM (SELECT v, k FROM $t ORDER BY v, k LIMIT 7)",
            "SELECT * FROM (SELECT v, k FROM $t ORDER BY v DESC NULLS LAST, k LIMIT 7 OFFSET 2)"),
        query(
            row,
            "window",
            "SELECT k, row_number() OVER (PARTITION BY v ORDER BY k) FROM $t",
            "SELECT k, lag(v) OVER (ORDER BY k), first_value(w) OVER (PARTITION BY v ORDER BY k),"
                + " rank() OVER (ORDER BY v) FROM $t"),
        query(
            row,
            "nested",
            "SELECT k, [v, w] FROM $t",
            "SELECT w, list(v ORDER BY k) FROM $t GROUP BY w",
            "SELECT k, list_contains([v, w], %s) FROM $t".formatted(value),
            "SELECT [v], count(*) FROM $t GROUP BY [v]",
            "SELECT unnest([v, w]) FROM $t",
            "SELECT k, ([v, w])::varchar FROM $t"),
        query(
            row,
            "expressions",
            row.expressions().stream()
                .map(expression -> "SELECT k, " + expression + " FROM $t")
                .toArray(String[]::new)));
  }

  @TestFactory
  Stream<DynamicTest> literalsAndCasts() {
    return ColumnTypeRow.ALL.stream()
        .flatMap(
            row ->
                Stream.of(
                    cell(row, "literal", () -> checkLiterals(row)),
                    cell(row, "cast", () -> checkCasts(row)),
                    cell(row, "name", () -> checkNames(row))));
  }

  private static void checkLiterals(ColumnTypeRow row) {
    for (int i = 0; i < row.texts().size(); i++) {
      String forms =
          "SELECT %1$s::%2$s, CAST(%1$s AS %2$s), %3$s"
              .formatted(
                  row.quoted(i),
                  row.name(),
                  row.isNamed() ? row.name() + " " + row.quoted(i) : row.cast(i));
      check(row, forms);
      assertThat(session().sql(forms).schema().fields())
          .as(forms)
          .allMatch(field -> field.type().equals(row.type()));
    }
  }

  private static void checkCasts(ColumnTypeRow row) {
    for (List<String> spelling : row.spellings()) {
      String text = "'" + spelling.getFirst().replace("'", "''") + "'";
      String shown = "SELECT (%1$s::%2$s)::varchar, x::%2$s::varchar FROM (SELECT %1$s AS x) t";
      String sql = shown.formatted(text, row.name());
      check(row, sql);
      assertThat(rows(session(), sql))
          .containsExactly(List.of(spelling.getLast(), spelling.getLast()));
    }
    check(row, "SELECT k, v::varchar, v::varchar::$type = v FROM $t");
    String bad = "'" + row.bad() + "'";
    String column = "(SELECT " + bad + " AS x UNION ALL SELECT NULL) t";
    check(row, "SELECT try_cast(" + bad + " AS $type)");
    check(row, "SELECT x, try_cast(x AS $type) FROM " + column);
    SESSIONS.forEach(
        (how, session) -> {
          for (String sql :
              List.of(
                  "SELECT x::%s FROM %s".formatted(row.name(), column),
                  "SELECT %s::%s".formatted(bad, row.name()))) {
            assertThatThrownBy(() -> rows(session, sql))
                .as(how + ": " + sql)
                .isInstanceOf(HeddleException.class)
                .hasMessageContaining(row.bad())
                .hasMessageContaining(row.type().sqlName());
          }
        });
  }

  private static void checkNames(ColumnTypeRow row) {
    Object name = duck.rows("SELECT typeof(v) FROM " + table(row)).getFirst().getFirst();
    assertThat(row.type().sqlName()).isEqualTo(name);
    String described =
        "SELECT data_type FROM information_schema.columns WHERE table_name = '$t' AND"
            + " column_name = 'v'";
    assertThat(rows(session(), described.replace("$t", table(row)))).containsExactly(List.of(name));
  }

  @TestFactory
  Stream<DynamicTest> files() {
    return ColumnTypeRow.ALL.stream()
        .flatMap(
            row ->
                Stream.of(
                    cell(row, "Parquet", () -> checkParquet(row)),
                    cell(row, "Arrow", () -> checkFile(row, "arrow", false)),
                    cell(row, "CSV", () -> checkFile(row, "csv", true)),
                    cell(row, "JSON", () -> checkFile(row, "json", true)),
                    cell(row, "folders of values", () -> checkFolders(row))));
  }

  private static String name(ColumnTypeRow row, String suffix) {
    return folder.resolve(table(row) + "_" + suffix).toString();
  }

  private static void checkParquet(ColumnTypeRow row) {
    String ours = name(row, "ours.parquet");
    session().execute("COPY (SELECT * FROM %s) TO '%s'".formatted(table(row), ours));
    if (!row.isExactInParquetOfDuckDb()) {
      checkOwnParquet(row, ours);
      return;
    }
    check(row, "SELECT * FROM '" + ours + "'");
    assertThat(duck.rows("SELECT typeof(v) FROM '" + ours + "'").getFirst().getFirst())
        .isEqualTo(row.fileType().sqlName());
    String theirs = name(row, "theirs.parquet");
    duck.execute(
        "COPY (FROM %s ORDER BY v) TO '%s' (ROW_GROUP_SIZE 5)".formatted(table(row), theirs));
    check(row, "SELECT * FROM '" + theirs + "'");
    assertThat(session().read().parquet(theirs).schema().field(1).type()).isEqualTo(row.fileType());
    for (String file : List.of(ours, theirs)) {
      for (String comparison : List.of("=", "<", "<=", ">", ">=", "<>")) {
        for (int i = 0; i < row.texts().size(); i++) {
          check(row, "SELECT k FROM '%s' WHERE v %s %s".formatted(file, comparison, row.cast(i)));
        }
      }
    }
  }

  /** DuckDB reads and writes values of the type as DOUBLE. */
  private static void checkOwnParquet(ColumnTypeRow row, String file) {
    check(row, "SELECT * FROM '" + file + "'", "SELECT * FROM $t");
    assertThat(session().read().parquet(file).schema().field(1).type()).isEqualTo(row.type());
    assertThat(sorted(normalised(duck.rows("SELECT k, v FROM '" + file + "'"))))
        .isEqualTo(sorted(normalised(duck.rows("SELECT k, v::double FROM " + table(row)))));
    for (String comparison : List.of("=", "<", "<=", ">", ">=", "<>")) {
      for (int i = 0; i < row.texts().size(); i++) {
        String condition = " WHERE v " + comparison + " " + row.cast(i);
        check(row, "SELECT k FROM '" + file + "'" + condition, "SELECT k FROM $t" + condition);
      }
    }
  }

  private static void checkFile(ColumnTypeRow row, String format, boolean isRead) {
    String file = name(row, "file." + format);
    session().execute("COPY (SELECT * FROM %s) TO '%s'".formatted(table(row), file));
    String read =
        format.equals("arrow")
            ? "'" + file + "'"
            : ("read_%s('%s', columns = {'k': 'INTEGER', 'v': '%s', 'w': '%s'})")
                .formatted(format, file, row.inText(), row.inText());
    boolean isCsv = format.equals("csv");
    String sql =
        "SELECT k, v, w FROM "
            + (isCsv ? read.replace("})", "}, allow_quoted_nulls = false)") : read);
    assertThat(session().sql(sql).schema().field(1).type())
        .isEqualTo(isRead ? row.type() : row.fileType());
    assertThat(sorted(rows(session(), sql)))
        .isEqualTo(sorted(rows(session(), "SELECT * FROM " + table(row))));
    if (isRead) {
      check(row, sql);
    }
  }

  private static void checkFolders(ColumnTypeRow row) {
    String target = name(row, "folders");
    if (!HivePartitions.canHold(row.type())) {
      assertThatThrownBy(() -> session().table(table(row)).write().partitionBy("v").parquet(target))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining(row.name());
      return;
    }
    session()
        .execute(
            "COPY (SELECT k, v FROM %s WHERE v IS NOT NULL) TO '%s' (PARTITION_BY (v), FORMAT parquet)"
                .formatted(table(row), target));
    String sql =
        "SELECT k, v FROM read_parquet('%s/**/*.parquet', hive_partitioning = true,"
            + " hive_types = {'v': %s}) WHERE v >= %s";
    String value = row.cast(row.texts().size() / 2);
    String name = row.name();
    if (!row.isNamed()) {
      name = "type_of_folders";
      duck.execute("CREATE TYPE " + name + " AS " + row.name());
    }
    check(row, sql.formatted(target, row.name(), value), sql.formatted(target, name, value));
  }
}
