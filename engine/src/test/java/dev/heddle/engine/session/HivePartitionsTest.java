package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of hive partitions, written by DuckDB, give the rows that DuckDB reads from them. */
class HivePartitionsTest {
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();

  @TempDir static Path folder;

  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.open();
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 7 partitions", Heddle.local(options.withPartitions(7)));
    duck.execute(
        "COPY (SELECT i, i % 97 AS n, 't' || i % 13 AS t, 2000 + i % 5 AS year,"
            + " CASE i % 4 WHEN 0 THEN 'a b/c=ü' WHEN 1 THEN 'plain' WHEN 2 THEN 'x%20y' END AS"
            + " region, DATE '2024-01-30' + (i % 3)::INTEGER AS day FROM range(6000) r(i)) TO '"
            + folder.resolve("data")
            + "' (FORMAT parquet, PARTITION_BY (year, region, day))");
    duck.execute(
        "CREATE VIEW d AS FROM read_parquet('"
            + folder.resolve("data")
            + "/**/*.parquet', hive_partitioning = true)");
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  private static List<String> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return QueryRows.bag(QueryRows.of(result));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select i, n, t, year, region, day from d",
        "select i from d where year = 2003",
        "select i, region from d where region = 'a b/c=ü' and n > 90",
        "select count(*) from d where region is null",
        "select year, region, count(*), sum(i) from d group by year, region",
        "select i from d where year in (2001, 2004) and day between date '2024-01-31' and date"
            + " '2024-02-05'",
        "select i, year from d where region like '%20%' or region like 'p%'",
        "select i from d where extract(month from day) = 2 and year % 2 = 0",
        "select i from d where year + n = 2050",
        "select i, day from d where n = 5 or year = 2002",
        "select i from d where upper(region) = 'PLAIN' and t = 't4'",
        "select i from d where coalesce(region, 'none') = 'none' and n < 5",
        "select max(day), min(year), count(distinct region) from d",
        "select i from d where year = 1900",
        "select a.i, b.i from d a join d b on a.year = b.year and a.i = b.i + 5 where a.n < 3",
        "select region, t from d where year = 2000 and day = date '2024-01-30' and region <>"
            + " 'plain'"
      })
  void givesTheRowsThatDuckDbGives(String sql) {
    List<String> expected = QueryRows.bag(duck.rows(sql));
    SESSIONS.forEach(
        (name, session) -> {
          session.createView("d", session.read().parquet(folder.resolve("data").toString()));
          assertThat(rows(session.sql(sql))).as(name).isEqualTo(expected);
        });
  }

  private static Session session() {
    return SESSIONS.values().iterator().next();
  }

  @Test
  void keysComeAfterTheColumnsOfFilesWithInferredTypes() {
    DataFrame frame = session().read().parquet(folder.resolve("data").toString());
    assertThat(frame.schema().names()).containsExactly("i", "n", "t", "year", "region", "day");
    assertThat(frame.schema().field(3).type()).isEqualTo(DataType.INT64);
    assertThat(frame.schema().field(4).type()).isEqualTo(DataType.STRING);
    assertThat(frame.schema().field(5).type()).isEqualTo(DataType.DATE);
  }

  @Test
  void globsListsAndSubFoldersGiveTheSameKeys() {
    String data = folder.resolve("data").toString();
    List<String> all = rows(session().read().parquet(data).select("i", "year", "region", "day"));
    for (String path :
        List.of(data + "/**/*.parquet", data + "/year=*/*/*/*.parquet", data + "/*/*/day=*/*")) {
      assertThat(rows(session().read().parquet(path).select("i", "year", "region", "day")))
          .as(path)
          .isEqualTo(all);
    }
    List<String> folders = new ArrayList<>();
    for (int year = 2000; year < 2005; year++) {
      folders.add(data + "/year=" + year);
    }
    assertThat(
            rows(
                session()
                    .read()
                    .parquet(folders.toArray(String[]::new))
                    .select("i", "year", "region", "day")))
        .isEqualTo(all);
  }

  @Test
  void typesCanBeStated() {
    DataFrame frame =
        session()
            .read()
            .withHiveType("year", DataType.STRING)
            .withHiveType("day", DataType.TIMESTAMP)
            .parquet(folder.resolve("data").toString());
    assertThat(frame.schema().field(3).type()).isEqualTo(DataType.STRING);
    session().createView("typed", frame);
    assertThat(
            rows(
                session()
                    .sql(
                        "select distinct year, day from typed where year like '%3' and day <"
                            + " timestamp '2024-01-31 12:00:00'")))
        .containsExactly("[2003, 2024-01-30T00:00]", "[2003, 2024-01-31T00:00]");
    assertThatThrownBy(
            () ->
                session()
                    .read()
                    .withHiveType("month", DataType.INT32)
                    .parquet(folder.resolve("data").toString()))
        .hasMessageContaining("no partition key \"month\" in [year, region, day]");
    assertThatThrownBy(
            () ->
                session()
                    .read()
                    .withHiveType("region", DataType.INT32)
                    .parquet(folder.resolve("data").toString()))
        .hasMessageContaining("is no INTEGER, the type of partition key \"region\"");
  }

  @Test
  void partitionsCanBeSwitchedOffOrDemanded() {
    String data = folder.resolve("data").toString();
    assertThat(
            session().read().withHivePartitions(HivePartitions.OFF).parquet(data).schema().names())
        .containsExactly("i", "n", "t");
    Path plain = ParquetFiles.write("SELECT 1 AS a", folder.resolve("plain.parquet"));
    assertThatThrownBy(
            () ->
                session()
                    .read()
                    .withHivePartitions(HivePartitions.ON)
                    .parquet(plain.toString(), data))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessageContaining("plain.parquet is in folders of the keys []")
        .hasMessageContaining("[year, region, day]");
  }

  @Test
  void thePartitionsValueWinsOverTheColumnOfTheFile() throws IOException {
    Path data = Files.createDirectories(folder.resolve("both/k=7"));
    ParquetFiles.write("SELECT 1 AS a, 3 AS k, 'x' AS b", data.resolve("a.parquet"));
    DataFrame frame = session().read().parquet(folder.resolve("both").toString());
    assertThat(frame.schema().names()).containsExactly("a", "k", "b");
    assertThat(rows(frame)).containsExactly("[1, 7, x]");
    session().createView("both_k", frame);
    assertThat(rows(session().sql("select a from both_k where k = 3"))).isEmpty();
  }

  @Test
  void anErrorInAConjunctOverPartitionsIsRaisedOnlyWhereThereAreRows() throws IOException {
    Path data = folder.resolve("failing");
    for (String key : List.of("1", "2", "x")) {
      Files.createDirectories(data.resolve("k=" + key));
      ParquetFiles.write(
          "SELECT " + (key.equals("x") ? 0 : 1) + " AS a", data.resolve("k=" + key + "/a.parquet"));
    }
    session().createView("failing", session().read().parquet(data.toString()));
    assertThat(
            rows(session().sql("select k from failing where k <> 'x' and cast(k as integer) > 1")))
        .containsExactly("[2]");
    assertThatThrownBy(() -> rows(session().sql("select a from failing where cast(k as int) > 1")))
        .hasMessageContaining("x");
  }

  @Test
  void whatDoesNotFitTheLevelsIsNamed() throws IOException {
    Path data = folder.resolve("uneven");
    Files.createDirectories(data.resolve("a=1/b=1"));
    Files.createDirectories(data.resolve("a=2"));
    ParquetFiles.write("SELECT 1 AS v", data.resolve("a=1/b=1/x.parquet"));
    ParquetFiles.write("SELECT 1 AS v", data.resolve("a=2/y.parquet"));
    DataFrame frame = session().read().parquet(data.toString());
    assertThatThrownBy(frame::count)
        .hasMessageContaining("a=2/y.parquet: it is beside folders of the partition keys [a, b]");
    session().createView("uneven", frame);
    assertThat(rows(session().sql("select v from uneven where a = 1"))).containsExactly("[1]");
  }

  @Test
  void hiddenAndEmptyFilesAreSkipped() throws IOException {
    Path data = folder.resolve("litter");
    Files.createDirectories(data.resolve("a=1/_temporary"));
    Files.createDirectories(data.resolve("a=2"));
    Files.createDirectories(data.resolve(".staging/a=3"));
    Files.createFile(data.resolve("_SUCCESS"));
    Files.createFile(data.resolve("a=1/empty.parquet"));
    Files.writeString(data.resolve("a=2/notes.txt"), "no data");
    ParquetFiles.write("SELECT 9 AS v", data.resolve("a=1/_temporary/x.parquet"));
    ParquetFiles.write("SELECT 9 AS v", data.resolve(".staging/a=3/x.parquet"));
    ParquetFiles.write("SELECT 9 AS v", data.resolve("a=1/.x.parquet.crc.parquet"));
    ParquetFiles.write("SELECT 1 AS v", data.resolve("a=1/x.parquet"));
    assertThat(rows(session().read().parquet(data.toString()))).containsExactly("[1, 1]");
  }

  @Test
  void whatIsWrittenInPartitionsIsReadBack() {
    String sql =
        "select i, case i % 5 when 0 then null when 1 then 'a/b=c' when 2 then '50% ü' else"
            + " 'x' || (i % 2) end as s, case when i % 7 > 0 then date '2024-02-27' + cast(i % 4 as"
            + " int) end as d, timestamp '2024-01-01 10:30:00' as t, i % 3 as n from data";
    Path target = folder.resolve("written");
    duck.execute("CREATE OR REPLACE TABLE data AS SELECT i FROM range(500) r(i)");
    Path source = ParquetFiles.write("SELECT i FROM range(500) r(i)", folder.resolve("i.parquet"));
    session().createView("data", session().read().parquet(source.toString()));
    DataFrame written = session().sql(sql);
    written.write().partitionBy("s", "d", "t", "n").parquet(target.toString());
    List<String> expected = rows(written);
    assertThat(rows(session().read().parquet(target.toString()).select("i", "s", "d", "t", "n")))
        .isEqualTo(expected);
    session().createView("written", session().read().parquet(target.toString()));
    for (String filter :
        List.of("s = 'a/b=c'", "d is null and n = 1", "s like '50%' or s is null")) {
      session().createView("expected", written);
      assertThat(rows(session().sql("select i, s, d from written where " + filter)))
          .as(filter)
          .isEqualTo(rows(session().sql("select i, s, d from expected where " + filter)));
    }
    assertThat(
            duck.rows(
                "select count(*), count(distinct i) from read_parquet('"
                    + target
                    + "/**/*.parquet', hive_partitioning = true)"))
        .hasToString("[[500, 500]]");
  }

  @Test
  void ofFoldersWithOneKeyTheOutermostCounts() throws IOException {
    for (String path : List.of("x=1/x=2/y=a", "x=1/x=3/y=b", "x=4/x=2/y=a")) {
      Path files = Files.createDirectories(folder.resolve("again").resolve(path));
      duck.execute("COPY (SELECT 5 AS i) TO '" + files.resolve("f.parquet") + "'");
    }
    String glob = folder.resolve("again") + "/**/*.parquet";
    List<String> expected =
        duck
            .rows("SELECT i, x, y FROM read_parquet('" + glob + "', hive_partitioning = true)")
            .stream()
            .map(Object::toString)
            .sorted()
            .toList();
    SESSIONS.forEach(
        (name, session) -> {
          for (String path : List.of(glob, folder.resolve("again").toString())) {
            assertThat(rows(session.read().parquet(path).select("i", "x", "y")))
                .as(name)
                .isEqualTo(expected);
          }
        });
  }

  /** Two files as tests of DuckDB's own have them, below folders of some keys. */
  private static String below(String name, String first, String second, String column) {
    for (String keys : List.of(first, second)) {
      String target = folder.resolve(name) + "/" + keys;
      duck.execute("COPY (SELECT '" + keys + "' AS x, 7 AS " + column + ") TO '" + made(target));
    }
    return "from '" + folder.resolve(name) + "/**/*.parquet' order by all";
  }

  private static String made(String target) {
    try {
      Files.createDirectories(Path.of(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target + "/data_0.parquet' (FORMAT parquet)";
  }

  @Test
  void foldersMayHaveKeysInAnyOrder() {
    String sql = below("turned", "b=1/a=x", "a=y/b=2", "n");
    assertSameAsDuckDb(sql, List.of("x", "n", "a", "b"));
  }

  @Test
  void aKeyOverridesTheColumnOfAnotherCase() {
    String sql = below("cased", "part=1", "part=2", "Part");
    assertSameAsDuckDb(sql, List.of("x", "Part"));
  }

  private static void assertSameAsDuckDb(String sql, List<String> names) {
    String listed = "select " + String.join(", ", names) + " " + sql;
    List<String> expected = QueryRows.bag(duck.rows(listed));
    assertThat(expected).hasSize(2);
    SESSIONS.forEach(
        (name, session) -> {
          assertThat(session.sql(sql).schema().names()).as(name).isEqualTo(names);
          assertThat(rows(session.sql(listed))).as(name).isEqualTo(expected);
        });
  }
}
