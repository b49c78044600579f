package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of different columns and types, read as one table, here and in DuckDB. */
class UnionByNameTest {
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();

  @TempDir static Path folder;

  private static DuckDbOracle duck;
  private static String glob;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.open();
    duck.execute("SET default_null_order = 'nulls_last'");
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 3 partitions", Heddle.local(options.withPartitions(3)));
    write(
        "a",
        "i, (i % 50)::TINYINT AS n, (i % 100)::INTEGER AS w, (i / 7.0)::DECIMAL(7, 2) AS d, (i /"
            + " 3)::FLOAT AS f, DATE '2024-01-01' + (i % 400)::INTEGER AS t, 'a' || i % 5 AS s");
    write(
        "b",
        "'b' || i % 7 AS s, i, (i % 3000)::SMALLINT AS n, (i * 3000000000)::BIGINT AS w,"
            + " (i / 9.0)::DECIMAL(20, 5) AS d, i / 3.0::DOUBLE AS f, TIMESTAMP '2024-03-01"
            + " 10:00:00' + to_hours(i::INTEGER) AS t, [i, 2] IS NULL AS extra");
    write("c", "i, CASE WHEN i % 3 > 0 THEN i % 1000 END::INTEGER AS n, i * 1.5 AS later");
    assertThat(folder.resolve("nested").toFile().mkdir()).isTrue();
    write(
        "nested/a",
        "i, {'a': i::INTEGER, 'b': 'b' || i % 50, 'in': {'x': i % 300}} AS s, [i::INTEGER, NULL, 7]"
            + " AS l, MAP {'k': i::SMALLINT} AS m, [{'p': i}] AS ls");
    write(
        "nested/b",
        "i, CASE WHEN i % 5 > 0 THEN {'c': i % 2 = 0, 'a': i * 3000000000, 'in': {'y': 'y' || i,"
            + " 'x': (i % 40)::TINYINT}} END AS s, [i * 1.5] AS l, MAP {'k': i * 3000000000} AS m,"
            + " [{'q': 'q' || i}, NULL] AS ls");
    write("nested/c", "i, {'b': 'c' || i} AS s, NULL::BIGINT[] AS l");
    glob = folder + "/*.parquet";
    // DuckDB fails on the union of these files
    duck.execute(
        "CREATE TABLE nested AS SELECT i, {'a': i, 'b': 'b' || i % 50, 'c': NULL::BOOLEAN, 'in':"
            + " {'x': i % 300, 'y': NULL::VARCHAR}} AS s, [i, NULL, 7]::DECIMAL(21, 1)[] AS l, MAP"
            + " {'k': i} AS m, [{'p': i, 'q': NULL::VARCHAR}] AS ls FROM range(9000) r(i)");
    duck.execute(
        "INSERT INTO nested SELECT i, CASE WHEN i % 5 > 0 THEN {'a': i * 3000000000, 'b': NULL,"
            + " 'c': i % 2 = 0, 'in': {'x': i % 40, 'y': 'y' || i}} END, [i * 1.5], MAP {'k': i *"
            + " 3000000000}, [{'p': NULL, 'q': 'q' || i}, NULL] FROM range(9000) r(i)");
    duck.execute(
        "INSERT INTO nested SELECT i, {'a': NULL, 'b': 'c' || i, 'c': NULL, 'in': NULL}, NULL,"
            + " NULL, NULL FROM range(9000) r(i)");
    duck.execute(
        "CREATE VIEW u AS FROM read_parquet('"
            + glob
            + "', union_by_name = true, filename = true, file_row_number = true)");
  }

  private static void write(String name, String columns) {
    duck.execute(
        "COPY (SELECT "
            + columns
            + " FROM range(9000) r(i)) TO '"
            + folder.resolve(name + ".parquet")
            + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Float number -> String.valueOf((double) number);
      case BigDecimal number -> number.stripTrailingZeros().toPlainString();
      default -> value.toString();
    };
  }

  private static List<String> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return bag(QueryRows.of(result));
    }
  }

  private static List<String> bag(List<List<@Nullable Object>> rows) {
    return QueryRows.bag(rows.stream().map(UnionByNameTest::texts).toList());
  }

  private static List<@Nullable Object> texts(List<@Nullable Object> row) {
    return row.stream().<@Nullable Object>map(UnionByNameTest::text).toList();
  }

  private static Session session() {
    return SESSIONS.values().iterator().next();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select i, n, w, d, f, t, s, extra, later from u",
        "select i, n from u where n > 40",
        "select i, w from u where w = 42 or w = 9000000000",
        "select i, d from u where d between 100.25 and 101.5",
        "select i, d from u where d = 14.28571",
        "select i, f from u where f >= 2990.5",
        "select i, t from u where t < timestamp '2024-01-02 12:00:00'",
        "select i, t from u where t = timestamp '2024-03-05 00:00:00'",
        "select i from u where later is null and n < 3",
        "select i from u where s is null",
        "select i, s from u where s like 'b%' and n in (7, 77, 777)",
        "select s, count(*), sum(n), max(w), min(t) from u group by s",
        "select i from u where extra or later > 13490",
        "select count(*), count(extra), count(later), count(n) from u",
        "select i, filename from u where filename like '%/c.parquet' and i < 5",
        "select filename, count(*) from u where n = 1 group by filename",
        "select i, n + w as x from u where n + w > 8999990000",
        "select i from u where coalesce(later, n) = 12",
        "select i, file_row_number from u where n = 7 or later > 13000",
        "select i, filename from u where file_row_number between 4090 and 4100",
        "select count(*), sum(file_row_number), max(file_row_number) from u where s is null",
        "select filename, i from u where file_row_number = w"
      })
  void givesTheRowsThatDuckDbGives(String sql) {
    List<String> expected = bag(duck.rows(sql));
    SESSIONS.forEach(
        (name, session) -> {
          session.createView(
              "u",
              session
                  .read()
                  .withUnionByName()
                  .withFilePath("filename")
                  .withRowNumber("file_row_number")
                  .parquet(glob));
          assertThat(rows(session.sql(sql))).as(name).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select i, s.a, s.b, s.c, s.\"in\".x, s.\"in\".y from nested",
        "select i, l[1], l[2], len(l), m['k'], ls[1].p, ls[1].q, len(ls) from nested",
        "select i, s.c from nested where s.a between 8990 and 9000000000",
        "select i, s.b from nested where s.\"in\".x = 39 and s.c",
        "select i, s.b, s.\"in\".y from nested where s.a % 1009 = 5",
        "select i, s.b, s.a from nested where s.\"in\".x % 97 = 3 and s.b like '%7'",
        "select s.a, s.\"in\".x from nested where s.c is null and s.\"in\".x % 13 = s.a % 13",
        "select i from nested where s is null or s.\"in\" is null",
        "select count(*), count(s), count(s.b), count(s.c), count(s.\"in\".y) from nested",
        "select i, s.\"in\".y from nested where s.\"in\".y like 'y89%'",
        "select i from nested where s.b in ('b7', 'c7')",
        "select i from nested where s.c is not null and s.b is null and s.a < 100000000000",
        "select s.\"in\".x, count(*), max(s.a), min(s.b) from nested group by 1",
        "select upper(s.b) as k, count(*) from nested group by k",
        "select x, count(*), max(a), min(b) from (select s.\"in\".x as x, s.a as a, s.b as b from"
            + " nested) group by x",
      })
  void partsOfNestedColumnsAreUnitedToo(String sql) {
    List<String> expected = bag(duck.rows(sql));
    SESSIONS.forEach(
        (name, session) -> {
          session.createView(
              "nested", session.read().withUnionByName().parquet(folder + "/nested"));
          assertThat(rows(session.sql(sql))).as(name).isEqualTo(expected);
        });
  }

  @Test
  void otherFieldsOfAWidenedStructAreReadOnlyWhereRowsAreLeft() {
    Path data = mkdir(folder.resolve("late"));
    Path wide = data.resolve("1.parquet");
    session()
        .execute(
            "copy (select {'a': range, 'text': md5(range::varchar) || md5((range + 7)::varchar)} as"
                + " s from range(100000)) to '"
                + wide
                + "' (page_size 1000, dictionary false)");
    ParquetFiles.write("SELECT {'a': 1::SMALLINT, 'c': true} AS s", data.resolve("2.parquet"));
    DataFrame some =
        session()
            .sql(
                "select s from read_parquet('"
                    + data
                    + "', union_by_name = true) where s.a % 100003 = 70500");
    try (QueryResult result = some.collect()) {
      assertThat(result.rowCount()).isEqualTo(1);
      assertThat(result.profile().scans().getFirst().bytesRead())
          .isLessThan(wide.toFile().length() / 2);
    }
  }

  @Test
  void structsOfDifferentFieldsAreOneTableOnlyByUnion() {
    Path data = mkdir(folder.resolve("fields"));
    ParquetFiles.write("SELECT {'a': 1, 'b': 'x'} AS s", data.resolve("1.parquet"));
    ParquetFiles.write("SELECT {'b': 'y', 'a': 2::TINYINT} AS s", data.resolve("2.parquet"));
    assertThat(rows(session().read().parquet(data.toString())))
        .containsExactly("[{a=1, b=x}]", "[{a=2, b=y}]");
    ParquetFiles.write("SELECT {'b': 'z'} AS s", data.resolve("3.parquet"));
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "column s is STRUCT(a INTEGER, b VARCHAR) in the first and STRUCT(b VARCHAR) in the second;"
            + " read them as a union by name",
        () -> rows(session().read().parquet(data.toString())));
    assertThat(rows(session().read().withUnionByName().parquet(data.toString())))
        .containsExactly("[{a=1, b=x}]", "[{a=2, b=y}]", "[{a=null, b=z}]");
  }

  @Test
  void sqlNamesTheOptionsAsDuckDbDoes() {
    String sql =
        "select i, later, filename from read_parquet('"
            + glob
            + "', union_by_name = true, filename = true) where i = 17";
    assertThat(rows(session().sql(sql))).isEqualTo(bag(duck.rows(sql)));
  }

  @Test
  void typesAreTheNarrowestThatHoldAll() {
    DataFrame frame = session().read().withUnionByName().parquet(glob);
    assertThat(frame.schema().toString().lines())
        .containsExactly(
            "i BIGINT",
            "n INTEGER",
            "w BIGINT",
            "d DECIMAL(20, 5)",
            "f DOUBLE",
            "t TIMESTAMP",
            "s VARCHAR",
            "extra BOOLEAN",
            "later DECIMAL(21, 1)");
  }

  @Test
  void withoutUnionTheFirstFileSaysTheColumns() {
    Path data = folder.resolve("same");
    ParquetFiles.write("SELECT 1::BIGINT AS a, 2.5::DOUBLE AS b", mkdir(data).resolve("1.parquet"));
    ParquetFiles.write("SELECT 3::FLOAT AS b, 4::SMALLINT AS a", data.resolve("2.parquet"));
    assertThat(rows(session().read().parquet(data.toString())))
        .containsExactly("[1, 2.5]", "[4, 3.0]");
    ParquetFiles.write("SELECT 1 AS a", data.resolve("3.parquet"));
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "column b is only in the first; read them as a union by name",
        () -> rows(session().read().parquet(data.toString())));
    assertThat(rows(session().read().withUnionByName().parquet(data.toString())))
        .containsExactly("[1, 2.5]", "[1, null]", "[4, 3.0]");
  }

  @Test
  void typesWithoutACommonOneAreNamedWithBothFiles() {
    Path data = mkdir(folder.resolve("clash"));
    ParquetFiles.write("SELECT 1 AS a, 1 AS k", data.resolve("1.parquet"));
    ParquetFiles.write("SELECT 2 AS k", data.resolve("2.parquet"));
    ParquetFiles.write("SELECT 'x' AS a, 2 AS k", data.resolve("3.parquet"));
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "1.parquet and "
            + data.resolve("3.parquet")
            + ": column a is INTEGER in the first and VARCHAR in the second, and no type holds",
        () -> session().read().withUnionByName().parquet(data.toString()));
  }

  @Test
  void aDateOutsideOfTheTimestampsRangeIsAnErrorOnlyIfItIsRead() {
    Path data = mkdir(folder.resolve("far"));
    ParquetFiles.write(
        "SELECT TIMESTAMP_NS '2024-01-01 00:00:00.000000001' AS t, 0 AS k",
        data.resolve("1.parquet"));
    ParquetFiles.write(
        "SELECT TIMESTAMP '2024-01-01 00:00:00' + to_years((500 * i)::INTEGER) AS t, i AS k FROM"
            + " range(2) r(i)",
        data.resolve("2.parquet"));
    session().createView("far", session().read().withUnionByName().parquet(data.toString()));
    assertThat(rows(session().sql("select t from far where k = 0")))
        .containsExactlyInAnyOrder("[2024-01-01T00:00]", "[2024-01-01T00:00:00.000000001]");
    fails(
        ErrorCode.NUMERIC_OVERFLOW,
        "Cannot read column \"t\" as TIMESTAMP(9)",
        () -> rows(session().sql("select t from far")));
  }

  private static Path mkdir(Path path) {
    assertThat(path.toFile().mkdirs() || path.toFile().isDirectory()).isTrue();
    return path;
  }

  private static void fails(
      ErrorCode code, String text, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(text);
  }
}
