package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers write the files of a query. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterWriteTest {
  private static final int ROWS = 60_000;
  private static final int SOURCE_FILES = 6;
  private static final int PARTITIONS = 4;

  @TempDir private static Path folder;
  private DuckDbOracle duck;
  private ThreadCluster cluster;
  private Session session;
  private int targets;
  private String target;

  @BeforeAll
  void open() throws InterruptedException {
    duck = DuckDbOracle.open();
    cluster = new ThreadCluster(folder, 1, 2);
    session = cluster.open(SessionOptions.defaults().withPartitions(PARTITIONS));
    for (int file = 0; file < SOURCE_FILES; file++) {
      duck.execute(
          "copy (select i, 'text ' || i as t, i %% 7 as k, i %% 700 as many, case when i %% 11 = 0"
                  .replace("%%", "%")
              + " then null else i / 4.0 end as d from (select range + "
              + file * (ROWS / SOURCE_FILES)
              + " as i from range("
              + ROWS / SOURCE_FILES
              + "))) to '"
              + folder.resolve("source-" + file + ".parquet")
              + "'");
    }
    duck.execute("create table source as select * from '" + folder + "/source-*.parquet'");
  }

  @AfterAll
  void close() {
    session.close();
    cluster.close();
    duck.close();
  }

  @BeforeEach
  void nameTheTarget() {
    target = folder.resolve("target-" + targets++).toString();
  }

  private DataFrame source() {
    return session.read().parquet(folder + "/source-*.parquet");
  }

  /** Demands that files have the rows of the source, each once. */
  private void hasAllRows(String reader) {
    String columns = "select i, t, k, many, d from ";
    String difference =
        "select count(*) from (("
            + columns
            + reader
            + " except all "
            + columns
            + "source) union all"
            + " ("
            + columns
            + "source except all "
            + columns
            + reader
            + "))";
    assertThat(duck.rows(difference)).isEqualTo(List.of(List.of(0L)));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(target))) {
      return all.filter(Files::isRegularFile)
          .map(file -> target.length() + 1 > file.toString().length() ? "" : file.toString())
          .map(file -> file.substring(target.length() + 1))
          .filter(file -> !file.equals("_heddle/last"))
          .sorted()
          .toList();
    }
  }

  @Test
  void eachTaskWritesWhatItHas() throws IOException {
    WriteSummary summary = source().write().parquet(target);
    hasAllRows("'" + target + "/*.parquet'");
    assertThat(summary.rows()).isEqualTo(ROWS);
    assertThat(summary.files()).isEqualTo(files().size());
    assertThat(summary.partitions()).isZero();
    assertThat(files()).allMatch(name -> name.matches("data_\\d+.parquet"));
    assertThat(source().write().append().parquet(target).rows()).isEqualTo(ROWS);
    assertThat(files().stream().filter(name -> name.contains("_w")).map(n -> n.split("_")[2]))
        .as("tasks that have written")
        .containsOnly(
            IntStream.range(0, PARTITIONS).mapToObj("%05d"::formatted).toArray(String[]::new));
    assertThat(duck.rows("select count(*) from '" + target + "/*.parquet'"))
        .isEqualTo(List.of(List.of(2L * ROWS)));
    assertThat(source().limit(10).write().overwrite().parquet(target).rows()).isEqualTo(10);
    assertThat(duck.rows("select count(*) from '" + target + "/*.parquet'"))
        .isEqualTo(List.of(List.of(10L)));
    assertThatThrownBy(() -> source().write().parquet(target))
        .hasMessageContaining("there are files in it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv", "json", "arrow"})
  void aPartitionIsWrittenByOneTaskInEachFormat(String format) throws IOException {
    WriteLayout layout = WriteLayout.DEFAULT.withPartitionBy(List.of("k"));
    WriteSummary summary =
        switch (format) {
          case "parquet" -> source().write().layout(layout).parquet(target);
          case "csv" -> source().write().layout(layout).csv(target);
          case "json" -> source().write().layout(layout).json(target);
          default -> source().write().layout(layout).arrow(target);
        };
    assertThat(summary.rows()).isEqualTo(ROWS);
    assertThat(summary.partitions()).isEqualTo(7);
    assertThat(summary.files()).isEqualTo(7);
    assertThat(files()).filteredOn(name -> name.startsWith("k=")).hasSize(7);
    DataFrame back =
        switch (format) {
          case "parquet" -> session.read().parquet(target);
          case "csv" -> session.read().csv(target);
          case "json" -> session.read().json(target);
          default -> session.read().arrow(target);
        };
    String file = folder.resolve("back-" + format + ".parquet").toString();
    back.write().parquet(file);
    hasAllRows(
        "(select i::bigint as i, t, k::bigint as k, many::bigint as many, d::double as d from '"
            + file
            + "')");
  }

  @Test
  void moreFoldersThanOpenFilesAreSortedFirst() throws IOException {
    WriteLayout layout = WriteLayout.DEFAULT.withPartitionBy(List.of("many")).withMaxOpenFiles(10);
    WriteSummary summary = source().write().layout(layout).parquet(target);
    assertThat(summary.partitions()).isEqualTo(700);
    assertThat(summary.files()).isEqualTo(700);
    hasAllRows("read_parquet('" + target + "/*/*.parquet', hive_partitioning = true)");
  }

  @Test
  void aSortedFrameIsInOrderByTheNamesOfItsFiles() throws IOException {
    source().sort(col("t").descending()).write().maxFileRows(7_000).parquet(target);
    List<String> names = files();
    assertThat(names).hasSizeGreaterThan(8);
    String previous = "zzz";
    for (String name : names) {
      List<List<Object>> edges =
          duck.rows("select max(t), min(t), count(*) from '" + target + "/" + name + "'").stream()
              .map(row -> List.<Object>copyOf(row))
              .toList();
      assertThat((String) edges.getFirst().get(0)).as(name).isLessThanOrEqualTo(previous);
      previous = (String) edges.getFirst().get(1);
    }
    hasAllRows("'" + target + "/*.parquet'");
  }

  @Test
  void aTaskSortsAndWritesManySmallPartsOneAfterTheOther() throws IOException {
    try (Session many = cluster.open(SessionOptions.defaults().withPartitions(40))) {
      DataFrame rows = many.read().parquet(folder + "/source-*.parquet");
      WriteSummary summary =
          rows.sort(col("d").descending(), col("i").ascending())
              .write()
              .maxFileRows(25_000)
              .parquet(target);
      assertThat(summary.rows()).isEqualTo(ROWS);
      assertThat(files()).hasSizeBetween(3, 5); // of 40 parts, by two tasks
      hasAllRows("'" + target + "/*.parquet'");
      assertThat(
              duck.rows(
                  "select i from read_parquet('"
                      + target
                      + "/*.parquet', filename = true, file_row_number = true)"
                      + " order by filename, file_row_number"))
          .isEqualTo(duck.rows("select i from source order by d desc nulls last, i"));
    }
  }

  @Test
  void rowsOfASortedFrameAreInOrderInTheirFolders() throws IOException {
    source().sort("t").write().partitionBy("k").parquet(target);
    hasAllRows("read_parquet('" + target + "/*/*.parquet', hive_partitioning = true)");
    assertThat(
            duck.rows(
                "select count(*) from (select t, lag(t) over (partition by filename order by"
                    + " file_row_number) as before from read_parquet('"
                    + target
                    + "/*/*.parquet', filename = true, file_row_number = true)) where before > t"))
        .isEqualTo(List.of(List.of(0L)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"WORKERS", "CLIENT"})
  void oneFileIsInTheOrderOfTheQuery(String place) throws IOException {
    String file = target + ".parquet";
    DataFrame sorted = source().sort("t");
    if (place.equals("CLIENT")) {
      sorted.write().onClient().parquet(file);
    } else {
      sorted.write().parquet(file);
    }
    hasAllRows("'" + file + "'");
    assertThat(
            duck.rows(
                "select count(*) from (select t, lag(t) over (order by file_row_number) as before"
                    + " from read_parquet('"
                    + file
                    + "', file_row_number = true)) where before > t"))
        .isEqualTo(List.of(List.of(0L)));
    try (Stream<Path> beside = Files.list(folder)) {
      assertThat(beside.map(each -> each.getFileName().toString()))
          .noneMatch(name -> name.startsWith("."));
    }
    assertThatThrownBy(() -> sorted.write().parquet(file))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageContaining("it exists; choose another path");
    assertThat(sorted.write().ignoreIfExists().parquet(file).files()).isZero();
    assertThat(sorted.limit(5).write().overwrite().parquet(file).rows()).isEqualTo(5);
    assertThat(duck.rows("select t from '" + file + "'"))
        .isEqualTo(duck.rows("select t from source order by t limit 5"));
  }

  @Test
  void rowsComeToTheClientWhereThatIsAskedFor() {
    WriteSummary summary = source().write().onClient().partitionBy("k").parquet(target);
    assertThat(summary.files()).isEqualTo(7);
    hasAllRows("read_parquet('" + target + "/*/*.parquet', hive_partitioning = true)");
    session.execute(
        "copy (select * from '"
            + folder
            + "/source-*.parquet') to '"
            + target
            + ".csv' (on_client)");
    assertThat(duck.rows("select count(*) from '" + target + ".csv'"))
        .isEqualTo(List.of(List.of((long) ROWS)));
  }

  @Test
  void nothingMakesOneEmptyFileOrNoPartition() throws IOException {
    WriteSummary none = source().filter(col("i").lt(lit(0))).write().parquet(target);
    assertThat(none.rows()).isZero();
    assertThat(none.files()).isEqualTo(1);
    assertThat(session.read().parquet(target).schema().names())
        .containsExactly("i", "t", "k", "many", "d");
    assertThat(
            source()
                .filter(col("i").lt(lit(0)))
                .write()
                .overwrite()
                .partitionBy("k")
                .csv(target)
                .files())
        .isZero();
    String file = target + ".json";
    assertThat(source().filter(col("i").lt(lit(0))).write().json(file).files()).isEqualTo(1);
    assertThat(Files.size(Path.of(file))).isZero();
  }

  /** By the statistics of row groups, as readers skip by them. */
  @ParameterizedTest
  @ValueSource(strings = {"i", "t", "many"})
  void filesOfRangesDoNotOverlap(String key) throws IOException {
    source().repartitionByRange(5, key).write().parquet(target);
    hasAllRows("'" + target + "/*.parquet'");
    List<List<Object>> files = new ArrayList<>();
    for (List<Object> row :
        duck.rows(
            "select min(stats_min_value), max(stats_max_value) from parquet_metadata('"
                + target
                + "/*.parquet') where path_in_schema = '"
                + key
                + "' group by file_name")) {
      files.add(row);
    }
    assertThat(files).hasSize(5);
    String bounds =
        "(select min("
            + key
            + ") as low, max("
            + key
            + ") as high, filename from read_parquet('"
            + target
            + "/*.parquet', filename = true) group by filename)";
    assertThat(
            duck.rows(
                "select count(*) from "
                    + bounds
                    + " a join "
                    + bounds
                    + " b on a.filename < b.filename and a.low <= b.high and b.low <= a.high"))
        .isEqualTo(List.of(List.of(0L)));
  }

  @Test
  void aFailedWriteLeavesNothing() {
    DataFrame fails =
        session.sql(
            "select *, cast(case when i = 59990 then t else '1' end as bigint) as bad from '"
                + folder
                + "/source-*.parquet'");
    assertThatThrownBy(() -> fails.write().partitionBy("k").parquet(target))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("text 59990");
    assertThat(Path.of(target)).doesNotExist();
    assertThatThrownBy(() -> fails.write().parquet(target + ".parquet"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("text 59990");
    try (Stream<Path> beside = Files.list(folder)) {
      assertThat(beside.map(each -> each.getFileName().toString()))
          .noneMatch(name -> name.startsWith("."));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aGroupedFrameIsWrittenByTheTasksThatMakeItsGroups() throws IOException {
    WriteSummary summary =
        source()
            .groupBy("many")
            .agg(sum("i").named("s"))
            .write()
            .layout(WriteLayout.DEFAULT.withShape(WriteShape.FOLDER))
            .parquet(target);
    assertThat(summary.rows()).isEqualTo(700);
    assertThat(
            duck.rows(
                "select count(*) from (select many, s::bigint as s from '"
                    + target
                    + "/*.parquet' except all select many, sum(i)::bigint as s from source group by"
                    + " many)"))
        .isEqualTo(List.of(List.of(0L)));
  }
}
