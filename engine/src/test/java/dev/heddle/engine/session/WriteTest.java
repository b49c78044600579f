package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ArrowWriteOptions;
import dev.heddle.frame.option.JsonWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteTest {
  private static final String MANY =
      "select i as id, i % 7 as k, case when i % 5 = 0 then null else 'städt/' || (i % 3) end as"
          + " city from source";

  @TempDir private Path folder;

  private final Session session = Heddle.local(SessionOptions.defaults().withThreads(3));
  private final DuckDbOracle duck = DuckDbOracle.open();

  @BeforeEach
  void makeSource() {
    duck.execute(
        "copy (select range as i from range(200000)) to '"
            + path("source.parquet")
            + "' (row_group_size 10000)");
    session.createView("source", session.read().parquet(path("source.parquet")));
  }

  @AfterEach
  void close() {
    session.close();
    duck.close();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name))) {
      return files
          .filter(Files::isRegularFile)
          .filter(f -> !f.toString().contains("_heddle"))
          .sorted()
          .toList();
    }
  }

  private static List<List<@Nullable Object>> rows(DataFrame frame) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      result.forEach(
          row -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < frame.schema().size(); i++) {
              values.add(row.value(i));
            }
            rows.add(values);
          });
    }
    return rows;
  }

  private void holdsMany(String name, String reading) {
    holds(name, MANY, reading);
  }

  private void holds(String name, String rows, String reading) {
    String made = rows.replace("source", "'" + path("source.parquet") + "'");
    made = made.replace("i % 7 as k", "(i % 7)::bigint as k");
    assertThat(
            duck.rows(
                "(from ("
                    + made
                    + ") except all from "
                    + reading
                    + ") union all (from "
                    + reading
                    + " except all from ("
                    + made
                    + "))"))
        .as(name)
        .isEmpty();
  }

  @Test
  void aFileKeepsTheOrderOfItsSource() {
    WriteSummary summary = session.sql(MANY).write().parquet(path("one.parquet"));
    assertThat(summary.rows()).isEqualTo(200_000);
    assertThat(summary.files()).isEqualTo(1);
    assertThat(folder.resolve("one.parquet")).hasSize(summary.bytes());
    assertThat(
            duck.rows(
                "select count(*) from (select id, file_row_number as n from read_parquet('"
                    + path("one.parquet")
                    + "', file_row_number = true)) where id <> n"))
        .isEqualTo(List.of(List.of(0L)));
    holdsMany("one", "(select id, k, city from '" + path("one.parquet") + "')");
  }

  @Test
  void aColumnWithoutTypeIsWritten() {
    String file = path("untyped.parquet");
    WriteSummary summary =
        session
            .sql("select 1::bigint as a, null as n union all select 2, null")
            .write()
            .parquet(file);
    assertThat(summary.rows()).isEqualTo(2);
    String query = "select a, n from '" + file + "' order by a";
    assertThat(duck.rows(query)).isEqualTo(rows(session.sql(query))).hasSize(2);
  }

  @Test
  void aFolderTakesTheRowsOfAllThreads() throws IOException {
    WriteSummary summary = session.sql(MANY).write().parquet(path("many"));
    assertThat(files("many")).hasSize((int) summary.files()).hasSizeBetween(1, 3);
    holdsMany("many", "(select id, k, city from '" + path("many") + "/*.parquet')");
    assertThat(session.read().parquet(path("many")).count()).isEqualTo(200_000);
  }

  @Test
  void filesEndAtALimit() throws IOException {
    session.sql(MANY).write().maxFileRows(30_000).parquet(path("rows"));
    for (Path file : files("rows")) {
      assertThat(session.read().parquet(file.toString()).count()).isLessThanOrEqualTo(30_000);
    }
    holdsMany("rows", "(select id, k, city from '" + path("rows") + "/*.parquet')");
    session.sql(MANY).write().maxFileBytes(50_000).csv(path("bytes"));
    assertThat(files("bytes")).hasSizeGreaterThan(10);
    holdsMany(
        "bytes",
        "(select id, k, city from read_csv('"
            + path("bytes")
            + "/*.csv', header = true, types ="
            + " {'id': 'bigint', 'k': 'bigint'}))");
  }

  @Test
  void sortedRowsStaySortedWithinAndOverFilesAndTheFilesSaySo() throws IOException {
    session.sql(MANY).write().sortedBy("city", "id").maxFileRows(30_000).parquet(path("sorted"));
    List<Path> files = files("sorted");
    assertThat(files).hasSize(7);
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (Path file : files) {
      all.addAll(rows(session.read().parquet(file.toString()).select("city", "id")));
    }
    assertThat(all).isEqualTo(rows(session.sql(MANY).sort("city", "id").select("city", "id")));
  }

  @Test
  void partitionsNameFoldersAndAreNotRepeatedInFiles() throws IOException {
    WriteSummary summary =
        session.sql(MANY).write().partitionBy("city", "k").parquet(path("parts"));
    assertThat(summary.rows()).isEqualTo(200_000);
    assertThat(files("parts")).hasSize(4 * 7);
    assertThat(folder.resolve("parts/city=städt%2F1/k=3")).isDirectory();
    assertThat(folder.resolve("parts/city=__HIVE_DEFAULT_PARTITION__/k=0")).isDirectory();
    assertThat(
            duck.rows(
                "select name from parquet_schema('"
                    + files("parts").getFirst()
                    + "') where type is not null"))
        .isEqualTo(List.of(List.of("id")));
    holdsMany(
        "parts",
        "(select id, k, city from read_parquet('"
            + path("parts")
            + "/**/*.parquet', hive_partitioning = true, hive_types = {'k': bigint, 'city':"
            + " varchar}))");
  }

  @Test
  void morePartitionsThanOpenFilesAreWrittenOneByOne() throws IOException {
    WriteLayout layout =
        WriteLayout.DEFAULT.withPartitionBy(List.of("city", "k")).withMaxOpenFiles(5);
    WriteSummary summary = session.sql(MANY).write().layout(layout).parquet(path("parts"));
    assertThat(summary.rows()).isEqualTo(200_000);
    assertThat(files("parts")).hasSize(4 * 7);
    holdsMany(
        "parts",
        "(select id, k, city from read_parquet('"
            + path("parts")
            + "/**/*.parquet', hive_partitioning = true, hive_types = {'k': bigint, 'city':"
            + " varchar}))");
  }

  @Test
  void partitionValuesOfEveryTypeComeBack() {
    String values =
        """
        select * from (values
          (1, true, date '2024-02-29', timestamp '2024-02-29 12:34:56.789', 1.50, 'a=b/c%d'),
          (2, false, date '1969-12-31', timestamp '1969-12-31 23:59:59', -0.01, ' _.x" '),
          (3, null, null, null, null, null)) as t(id, b, d, ts, n, s)\
        """;
    DataFrame frame = session.sql(values);
    for (String column : List.of("b", "d", "ts", "n", "s")) {
      DataFrame one = frame.select("id", column);
      one.write().partitionBy(column).parquet(path("by " + column));
      assertThat(rows(session.read().parquet(path("by " + column)).sort("id")).toString())
          .as(column)
          .isEqualTo(rows(one.sort("id")).toString());
    }
    frame.write().partitionBy("s", "d", "b").parquet(path("by all"));
    assertThat(
            rows(session
                    .read()
                    .parquet(path("by all"))
                    .sort("id")
                    .select("id", "b", "d", "ts", "n", "s"))
                .toString())
        .isEqualTo(rows(frame.sort("id")).toString());
  }

  @Test
  void manyWritesAtTheSameTimeAllLand() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 3; i++) {
      int writer = i;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      session
                          .sql("select i + " + writer + " * 1000000 as id, i % 3 as k from source")
                          .write()
                          .append()
                          .partitionBy("k")
                          .parquet(path("shared"));
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(
            rows(session.sql("select count(*), count(distinct id) from '" + path("shared") + "'")))
        .isEqualTo(List.of(List.of(600_000L, 600_000L)));
  }

  @Test
  void textIsCompressedAsItsNameSays() {
    String some = MANY + " where i < 40000";
    for (String suffix : List.of(".csv", ".csv.gz", ".csv.zst")) {
      session.sql(some).write().csv(path("t" + suffix));
      holds(
          suffix,
          some,
          "(select id, k, city from read_csv('"
              + path("t" + suffix)
              + "', header = true, types = {'id': 'bigint', 'k': 'bigint'}))");
    }
    session.sql(some).write().json(path("t.json.gz"));
    session.sql(some).write().json(path("array.json"), new JsonWriteOptions(true));
    session.sql(some).write().maxFileRows(6_000).json(path("lines"));
    for (String reading :
        List.of(
            "read_ndjson('" + path("t.json.gz") + "')",
            "read_json('" + path("array.json") + "', format = 'array')",
            "read_ndjson('" + path("lines") + "/*.json')")) {
      holds(reading, some, "(select id, k, city from " + reading + ")");
    }
  }

  @Test
  void arrowIsReadByArrow() throws IOException {
    session.sql(MANY).write().arrow(path("t.arrow"));
    session.sql(MANY).write().arrow(path("t.arrows"), new ArrowWriteOptions(true));
    session.execute(
        "copy source to '" + path("all") + "' (format arrow, per_thread_output)", _ -> {});
    assertThat(files("all")).isNotEmpty();
    long[] next = {0};
    try (BufferAllocator allocator = new RootAllocator();
        SeekableByteChannel channel = Files.newByteChannel(folder.resolve("t.arrow"));
        ArrowFileReader file = new ArrowFileReader(channel, allocator);
        InputStream in = Files.newInputStream(folder.resolve("t.arrows"));
        ArrowStreamReader stream = new ArrowStreamReader(in, allocator)) {
      for (ArrowReader reader : List.of(file, stream)) {
        next[0] = 0;
        while (reader.loadNextBatch()) {
          BigIntVector ids = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
          for (int i = 0; i < ids.getValueCount(); i++) {
            assertThat(ids.get(i)).isEqualTo(next[0]++);
          }
        }
        assertThat(next[0]).isEqualTo(200_000);
      }
    }
  }

  @Test
  void aResultWithoutRowsIsAFileWithoutRows() throws IOException {
    session.sql(MANY).limit(0).write().parquet(path("none.parquet"));
    assertThat(session.read().parquet(path("none.parquet")).count()).isZero();
    session.sql(MANY).limit(0).write().parquet(path("none"));
    assertThat(session.read().parquet(path("none")).schema().names())
        .containsExactly("id", "k", "city");
    assertThat(session.sql(MANY).limit(0).write().partitionBy("k").parquet(path("p")).files())
        .isZero();
  }

  @Test
  void modesMeetWhatIsThere() throws IOException {
    for (String name : List.of("m.parquet", "m")) {
      session.sql("select 1 as a").write().parquet(path(name));
      assertThatThrownBy(() -> session.sql("select 2 as a").write().parquet(path(name)))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining(path(name));
      assertThat(session.sql("select 2 as a").write().ignoreIfExists().parquet(path(name)).files())
          .isZero();
      assertThat(rows(session.read().parquet(path(name)))).isEqualTo(List.of(List.of(1)));
      session.sql("select 3 as a").write().overwrite().parquet(path(name));
      assertThat(rows(session.read().parquet(path(name)))).isEqualTo(List.of(List.of(3)));
    }
    session.sql("select 4 as a").write().append().parquet(path("m"));
    assertThat(rows(session.read().parquet(path("m")))).isEqualTo(List.of(List.of(3), List.of(4)));
    assertThat(files("m")).hasSize(2);
    assertThatThrownBy(
            () -> session.sql("select 4 as a").write().append().parquet(path("m.parquet")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it means a single file; name a folder");
    assertThatThrownBy(
            () ->
                session
                    .sql("select 4 as a")
                    .write()
                    .layout(WriteLayout.DEFAULT.withShape(WriteShape.FILE))
                    .parquet(path("m")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it is a folder");
  }

  @Test
  void wrongColumnsAreErrorsBeforeAnythingRuns() {
    assertThatThrownBy(() -> session.sql(MANY).write().partitionBy("Citi").parquet(path("x")))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot partition: no column \"Citi\" in [id, k, city]; did you mean \"city\"?");
    assertThatThrownBy(() -> session.sql(MANY).write().partitionBy("k", "k").parquet(path("x")))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot partition: column \"k\" is named twice");
    assertThatThrownBy(
            () -> session.sql("select 1 as a").write().partitionBy("a").parquet(path("x")))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no column is left");
    assertThatThrownBy(
            () ->
                session
                    .sql(MANY)
                    .write()
                    .partitionBy("k")
                    .parquet(path("x"), ParquetWriteOptions.DEFAULT.withBloomFilter("k", 10)))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot write parquet: no column \"k\" in [id, city]");
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void aQueryThatFailsLeavesNothing() {
    String failing = "select i as id, 10 / (150000 - i) as x from source";
    assertThatThrownBy(() -> session.sql(failing).write().parquet(path("f.parquet")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot divide 10 by zero");
    assertThatThrownBy(() -> session.sql(failing).write().parquet(path("f")))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot divide 10 by zero");
    assertThat(folder.toFile().list()).containsExactly("source.parquet");
  }

  @Test
  void copyWritesPartitions() throws IOException {
    session.execute(
        "copy ("
            + MANY
            + ") to '"
            + path("c")
            + "' (format parquet, partition_by (K), compression"
            + " gzip)",
        _ -> {});
    assertThat(files("c")).hasSize(7);
    assertThat(folder.resolve("c/k=6")).isDirectory();
    assertThatThrownBy(
            () ->
                session.execute(
                    "copy source to '" + path("c") + "' (format parquet, partition_by (i))",
                    _ -> {}))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("no column is left");
  }

  @Test
  void whereMemoryIsShortRowGroupsAreEndedNotFiles() throws IOException {
    String text =
        "concat("
            + IntStream.range(0, 6)
                .mapToObj(i -> "sha256(cast(i + " + i + "000000 as varchar))")
                .collect(Collectors.joining(", "))
            + ")"; // which does not compress well
    try (Session small =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(48L << 20))) {
      small.createView("source", small.read().parquet(path("source.parquet")));
      WriteSummary summary =
          small
              .sql("select i, i % 50 as p, " + text + " as text from source where i < 120000")
              .write()
              .partitionBy("p")
              .parquet(path("wide"));
      assertThat(summary.rows()).isEqualTo(120_000);
    }
    assertThat(files("wide")).as("one for each partition").hasSize(50);
    assertThat(
            duck.rows(
                "select count(*) > 60 from (select distinct file_name, row_group_id from"
                    + " parquet_metadata('"
                    + path("wide")
                    + "/**/*.parquet'))"))
        .containsExactly(List.of(true));
    assertThat(
            duck.rows(
                "select count(*), count(distinct i), min(text) from read_parquet('"
                    + path("wide")
                    + "/**/*.parquet')"))
        .isEqualTo(
            duck.rows(
                "select count(*), count(*), min("
                    + text
                    + ") from '"
                    + path("source.parquet")
                    + "' where i < 120000"));
  }

  private List<String> names(String name) throws IOException {
    Path root = folder.resolve(name);
    return files(name).stream()
        .map(file -> root.relativize(file).toString())
        .filter(file -> !file.startsWith("_"))
        .toList();
  }

  @Test
  void filesOfANewFolderHaveTheNamesThatDuckDbGivesThem() throws IOException {
    String rows = "copy (select i as id, i % 3 as k from range(9) r(i)) to '";
    for (String format : List.of("parquet", "csv")) {
      String options = "' (format " + format + ", partition_by (k))";
      duck.execute(rows + path("theirs-" + format) + options);
      session.execute(rows + path("mine-" + format) + options);
      assertThat(names("mine-" + format))
          .containsExactlyElementsOf(names("theirs-" + format))
          .containsExactly("k=0/data_0." + format, "k=1/data_0." + format, "k=2/data_0." + format);
    }
  }

  @Test
  void manyFilesOfAFolderStayInOrder() throws IOException {
    session.execute(
        "copy (select i from source order by i) to '"
            + path("many")
            + "' (format csv, file_size_bytes 100000)");
    List<String> names = names("many");
    assertThat(names).hasSizeBetween(10, 20).first().isEqualTo("data_00.csv");
    assertThat(names).last().isEqualTo("data_%02d.csv".formatted(names.size() - 1));
    List<List<@Nullable Object>> rows = rows(session.sql("from '" + path("many") + "/*.csv'"));
    assertThat(rows).hasSize(200_000).isSortedAccordingTo((a, b) -> compare(a, b));
  }

  private static int compare(List<@Nullable Object> a, List<@Nullable Object> b) {
    return Long.compare((Long) a.getFirst(), (Long) b.getFirst());
  }

  @Test
  void addedFilesHaveOtherNamesAndFollowThoseThatAreThere() throws IOException {
    for (int i = 0; i < 3; i++) {
      session.execute(
          "copy (select "
              + i
              + " as i) to '"
              + path("added")
              + "' (format parquet, append, per_thread_output)");
    }
    assertThat(names("added")).hasSize(3).doesNotHaveDuplicates();
    assertThat(names("added"))
        .allMatch(name -> name.startsWith("data_"))
        .first()
        .isEqualTo("data_0.parquet");
    assertThat(rows(session.sql("from '" + path("added") + "/data_*.parquet'")))
        .isEqualTo(List.of(List.of(0), List.of(1), List.of(2)));
  }

  @Test
  void aFileOfAFewBytesEndsNearItsSize() throws IOException {
    session.execute(
        "copy (from range(10000)) to '" + path("few") + "' (format csv, file_size_bytes 1000)");
    assertThat(names("few")).hasSize(5);
  }

  @Test
  void overwritingOrIgnoringReplacesTheFilesOfTheSamePartitionsOnly() {
    for (String format : List.of("parquet", "csv")) {
      String mine = path("ignoring-" + format);
      String theirs = path("their-ignoring-" + format);
      for (String k : List.of("1, 2", "2, 3", "2, 3", "3, 4")) {
        String rows = "copy (select unnest([" + k + "]) as k, '" + k + "' as v) to '";
        String options = "' (format " + format + ", partition_by (k), overwrite_or_ignore)";
        session.execute(rows + mine + options);
        duck.execute(rows + theirs + options);
        String read = "/**/*." + format + "' order by all";
        assertThat(rows(session.sql("from '" + mine + read)))
            .as(k)
            .hasToString(duck.rows("from '" + theirs + read).toString());
      }
      assertThat(duck.rows("from '" + mine + "/**/*." + format + "' order by all"))
          .isEqualTo(duck.rows("from '" + theirs + "/**/*." + format + "' order by all"));
    }
  }

  @Test
  void namesOfFilesFollowTheirPattern() throws IOException {
    String uuid = "[0-9a-f]{8}-[0-9a-f]{4}-%s[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
    List<List<String>> patterns =
        List.of(
            List.of("sales_{i}_x", "sales_0_x"),
            List.of("sales", "sales0"),
            List.of("a{uuid}b", "a" + uuid.formatted("4") + "b"),
            List.of("{uuidv7}", uuid.formatted("7")),
            List.of("{i}-{uuidv4}", "0-" + uuid.formatted("4")));
    for (List<String> pattern : patterns) {
      for (String mode : List.of("", ", overwrite", ", overwrite_or_ignore", ", append")) {
        String rows = "copy (select 1 as a, 2 as k) to '" + path("named");
        session.execute(
            rows
                + "' (format csv, partition_by (k), filename_pattern '"
                + pattern.getFirst()
                + "'"
                + mode
                + ")");
        boolean isLike = pattern.getFirst().contains("uuid") || mode.isEmpty();
        if (isLike) {
          assertThat(names("named")).allMatch(n -> n.matches("k=2/" + pattern.getLast() + ".csv"));
        }
      }
      int files = pattern.getFirst().contains("uuid") ? 3 : 2;
      assertThat(names("named")).as(pattern.getFirst()).hasSize(files);
      delete("named");
    }
    assertThatThrownBy(
            () -> session.execute("copy (select 1) to 'x' (format csv, filename_pattern 'a/b')"))
        .hasMessageContaining("has no slashes");
  }

  private void delete(String name) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve(name))) {
      for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void partitionColumnsAreInTheFilesIfAskedFor() {
    String rows = "copy (select i % 2 as k, i as v, 'x' || i as t from range(6) r(i)) to '";
    for (String format : List.of("parquet", "csv")) {
      String options = "' (format " + format + ", partition_by (k), write_partition_columns)";
      String mine = path("kept-" + format);
      String theirs = path("their-kept-" + format);
      session.execute(rows + mine + options);
      duck.execute(rows + theirs + options);
      for (String read : List.of("/k=1/*." + format + "', hive_partitioning = false)", "/*/*')")) {
        String sql = "from read_" + format + "('%s" + read + " order by all";
        assertThat(rows(session.sql(sql.formatted(mine))))
            .as(read)
            .hasToString(duck.rows(sql.formatted(theirs)).toString());
      }
    }
  }

  @Test
  void textIsCompressedAsIsAskedForWhateverItIsCalled() {
    for (String format : List.of("csv", "json")) {
      for (String codec : List.of("gzip", "zstd")) {
        String one = path("one-" + codec + "." + format);
        String query = "copy (select range as i from range(3)) to '";
        session.execute(query + one + "' (format " + format + ", compression " + codec + ")");
        String reading = "from read_%s('%s', compression = '%s')".formatted(format, one, codec);
        assertThat(duck.rows(reading)).hasToString("[[0], [1], [2]]");
        String many = path("many-" + codec + "-" + format);
        session.execute(
            query
                + many
                + "' (format "
                + format
                + ", compression "
                + codec
                + ", per_thread_output)");
        String end = codec.equals("gzip") ? ".gz'" : ".zst'";
        assertThat(duck.rows("from '" + many + "/data_0." + format + end))
            .hasToString("[[0], [1], [2]]");
        assertThat(rows(session.sql("from '" + many + "/data_0." + format + end)))
            .hasToString("[[0], [1], [2]]");
      }
    }
  }
}
