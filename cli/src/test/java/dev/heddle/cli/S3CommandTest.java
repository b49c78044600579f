package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.Effort;
import dev.heddle.s3lab.Fault;
import dev.heddle.s3lab.Faults;
import dev.heddle.s3lab.S3Server;
import dev.heddle.s3lab.Shape;
import dev.heddle.s3lab.ShapingProxy;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Paths of S3 in frames, SQL and the command, against a server of S3. */
@Tag("process")
class S3CommandTest {
  private static final String PROVIDERS = "META-INF/services/dev.heddle.io.storage.StorageProvider";

  @TempDir private static Path folder;

  private static S3Server server;

  @BeforeAll
  static void start() throws IOException {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    server = S3Server.start(folder);
    Files.createDirectories(folder.resolve("objects/lake"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static CommandRun heddle(String classPath, List<String> flags, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of(
            "AWS_ACCESS_KEY_ID",
            S3Server.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY",
            S3Server.SECRET_KEY,
            "HEDDLE_S3_ENDPOINT",
            server.url(),
            "HEDDLE_S3_PATH_STYLE",
            "true");
    List<String> all = new ArrayList<>(flags);
    all.addAll(classPath.equals(classPath()) ? FastStarts.flags() : List.of());
    return CommandRun.inProcess(folder, classPath, all, variables, arguments);
  }

  /**
   * Runs a command that writes nothing to stdout in this process, with the service as an option.
   */
  private static CommandRun here(String... arguments) {
    List<String> all = new ArrayList<>(List.of("sql", "--s3-endpoint", server.url()));
    all.add("--s3-path-style");
    all.addAll(List.of(arguments));
    return CommandRun.here(all.toArray(String[]::new));
  }

  private static String classPath() {
    return FastStarts.classPath();
  }

  private static SessionOptions options(String url) {
    return SessionOptions.defaults()
        .withThreads(2)
        .withS3(S3Options.DEFAULT.withEndpoint(url).withPathStyle());
  }

  private static String text(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return result.toText(100);
    }
  }

  @Test
  void theCommandWritesAndReadsAndSaysWhatHeldItUp() throws Exception {
    CommandRun read =
        heddle(
            classPath(),
            List.of(),
            "sql",
            "--format",
            "csv",
            "copy (select n as id, n * 2 as twice from (values (1), (2), (3)) as t(n)) to"
                + " 's3a://lake/command/a.parquet'; select count(*) as n, sum(twice) as s from"
                + " 's3a://lake/command/*.parquet'");
    assertThat(read.out()).isEqualTo("n,s\n3,12\n");
    assertThat(read.err()).startsWith("storage: ").contains(" request").contains("bottleneck ");
    assertThat(read.err().lines()).hasSize(1);
    CommandRun missing = here("select * from 's3a://lake/none.parquet'");
    assertThat(missing.exit()).isNotZero();
    assertThat(missing.err())
        .contains("s3a://lake/none.parquet: no such file or folder")
        .doesNotContain(S3Server.SECRET_KEY);
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void anExplainedQuerySaysSoToo() throws Exception {
    assertThat(here("copy (select 1 as id) to 's3a://lake/explained/a.parquet'").exit()).isZero();
    CommandRun analyzed =
        heddle(
            classPath(), List.of(), "explain", "--analyze", "select * from 's3://lake/explained/'");
    assertThat(analyzed.out()).contains("storage: ");
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aScriptMayLieInS3() throws Exception {
    String path = "s3a://lake/scripts/two.sql";
    byte[] script = "select 'é' as a;\nselect 2 as b;\n".getBytes(StandardCharsets.UTF_8);
    try (Session session = Heddle.local(options(server.url()));
        PublishedOutput object = Storages.of(path).create(path)) {
      assertThat(session.options().threads()).isPositive();
      object.write(script, 0, script.length);
      object.publish();
    }
    CommandRun run = heddle(classPath(), List.of(), "sql", "--format", "csv", "-f", path);
    assertThat(run.out()).isEqualTo("a\né\nb\n2\n");
    assertThat(run.exit()).isZero();
    CommandRun missing = here("-f", "s3a://lake/scripts/none.sql");
    assertThat(missing.exit()).isNotZero();
    assertThat(missing.err()).contains("s3a://lake/scripts/none.sql: no such file or folder");
  }

  @Test
  void theResultOfAQueryGoesToAPathOfS3() throws Exception {
    for (String format : List.of("csv", "json", "arrow", "parquet")) {
      String path = "s3a://lake/result/rows." + format;
      CommandRun written =
          here(
              "--format", format, "-o", path, "select n as id from (values (1), (2), (3)) as t(n)");
      if (format.equals("parquet")) {
        assertThat(written.err()).startsWith("storage: ").contains(" written, ").hasLineCount(1);
      } else {
        assertThat(written.err()).as(format).isEmpty();
      }
      assertThat(written.exit()).isZero();
    }
    try (Session session = Heddle.local(options(server.url()))) {
      assertThat(text(session, "select sum(id) as s from 's3a://lake/result/rows.csv'"))
          .contains("6");
      assertThat(text(session, "select sum(id) as s from 's3a://lake/result/rows.parquet'"))
          .contains("6");
    }
  }

  @Test
  void nothingOfHadoopsConfigurationOrTheSdkLoadsBeforeAPathOfS3IsNamed() throws Exception {
    Path loaded = folder.resolve("loaded.txt");
    CommandRun run =
        heddle(
            classPath(),
            List.of("-Xlog:class+load:file=" + loaded),
            "sql",
            "copy (select 1 as a) to 'local.parquet'; select * from 'local.parquet' where a = 1");
    assertThat(run.exit()).isZero();
    List<String> classes = Files.readAllLines(loaded);
    assertThat(classes).anyMatch(line -> line.contains("dev.heddle.io.storage.Storages"));
    assertThat(classes)
        .noneMatch(line -> line.contains("software.amazon"))
        .noneMatch(line -> line.contains("dev.heddle.s3."))
        .noneMatch(line -> line.contains("org.apache.hadoop.fs.s3a"))
        .noneMatch(line -> line.contains("com.ctc.wstx"))
        .noneMatch(line -> line.contains("org.apache.commons.configuration2"));
  }

  @Test
  void withoutTheArtifactAPathOfS3SaysWhatToAdd() throws Exception {
    StringBuilder without = new StringBuilder();
    for (String entry : classPath().split(File.pathSeparator)) {
      URL url = Path.of(entry).toUri().toURL();
      try (URLClassLoader alone = new URLClassLoader(new URL[] {url}, null)) {
        URL providers = alone.findResource(PROVIDERS);
        if (providers == null || !text(providers).contains("dev.heddle.s3.")) {
          without.append(without.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
      }
    }
    CommandRun run =
        heddle(without.toString(), List.of(), "sql", "select * from 's3a://lake/x.parquet'");
    assertThat(run.exit()).isNotZero();
    assertThat(run.err())
        .contains(
            "Cannot open s3a://lake/x.parquet: no storage for scheme s3a; add the artifact"
                + " dev.heddle:heddle-s3 to the class path");
  }

  private static String text(URL resource) throws IOException {
    try (InputStream in = resource.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void framesAndSqlReadAndWriteOverABrokenLink() {
    try (ShapingProxy proxy = new ShapingProxy(server.url(), Shape.NONE, Faults.NONE);
        Session session = Heddle.local(options(proxy.url()))) {
      DataFrame numbers =
          session.sql(
              "select a.n * 1000 + b.n * 100 + c.n as id, cast(a.n as varchar) as name"
                  + " from (values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) as a(n),"
                  + " (values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) as b(n),"
                  + " (values (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) as c(n)");
      numbers.write().parquet("s3a://lake/frames/one.parquet");
      numbers.write().parquet("s3a://lake/frames/two.parquet");
      numbers.write().csv("s3a://lake/text/numbers.csv");
      assertThatThrownBy(() -> numbers.write().parquet("s3a://lake/frames/one.parquet"))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining("s3a://lake/frames/one.parquet: it exists");
      proxy.setFaults(
          Faults.ofReads(
              11,
              0.2,
              Fault.SLOW_DOWN,
              Fault.RESET,
              Fault.CUT,
              Fault.SHORT_BODY,
              Fault.LOST_ANSWER));
      int rounds = Effort.of(3);
      for (int round = 0; round < rounds; round++) {
        assertThat(text(session, "select count(*), sum(id) from 's3a://lake/frames/*.parquet'"))
            .contains("2000")
            .contains("9909000");
        assertThat(
                text(
                    session,
                    "select name, count(*) from 's3a://lake/frames' where id >= 9000"
                        + " group by name"))
            .contains("9")
            .contains("200");
        assertThat(text(session, "select count(*), max(id) from 's3a://lake/text/numbers.csv'"))
            .contains("1000")
            .contains("9909");
      }
      try (QueryResult result =
          session
              .read()
              .parquet("s3a://lake/frames/{one,two}.parquet")
              .filter(col("id").lt(100))
              .groupBy("name")
              .agg(count().named("n"))
              .collect()) {
        assertThat(result.rowCount()).isEqualTo(1);
        Traffic traffic = result.profile().traffic();
        assertThat(traffic).isNotNull();
        assertThat(traffic.requests()).isPositive();
      }
    }
  }

  @Test
  void aFolderOfPartitionsIsWrittenAndOneIsReadAlone() {
    try (ShapingProxy proxy = new ShapingProxy(server.url(), Shape.NONE, Faults.NONE);
        Session session = Heddle.local(options(proxy.url()))) {
      session
          .sql("select n as id, mod(n, 3) as k from (values (1),(2),(3),(4),(5),(6)) as t(n)")
          .write()
          .partitionBy("k")
          .parquet("s3a://lake/parts");
      assertThat(text(session, "select sum(id) from 's3a://lake/parts' where k = 2")).contains("7");
      assertThat(text(session, "select count(*), sum(k) from 's3a://lake/parts'")).contains("6");
    }
  }

  @Test
  void partitionsWhosePartsOfUploadsDoNotFitIntoMemoryAreWrittenOneByOne() throws IOException {
    String text =
        IntStream.range(0, 6)
            .mapToObj(i -> "sha256(cast(range + " + i + "000000 as varchar))")
            .collect(Collectors.joining(" || ")); // which does not compress well
    int rows = Effort.of(120_000, 30_000);
    SessionOptions small = options(server.url()).withThreads(2).withMemoryBudgetBytes(64L << 20);
    try (Session session = Heddle.local(small)) {
      session
          .sql("select range as id, range % 30 as k, " + text + " as v from range(" + rows + ")")
          .write()
          .partitionBy("k")
          .parquet("s3a://lake/wide");
      assertThat(text(session, "select count(*) from 's3a://lake/wide'"))
          .contains(Integer.toString(rows));
      assertThat(text(session, "select count(distinct id) from 's3a://lake/wide'"))
          .contains(Integer.toString(rows));
    }
    try (Stream<Path> files = Files.walk(folder.resolve("objects/lake/wide"))) {
      assertThat(files.filter(f -> f.toString().endsWith(".parquet"))).hasSize(30);
    }
  }

  @Test
  void oneOfManyPartitionsIsListedAndOpenedAlone() throws IOException {
    int partitions = Effort.of(1_000, 200);
    int one = 177;
    List<String> seen = new CopyOnWriteArrayList<>();
    Path local = folder.resolve("objects/lake/many");
    try (ShapingProxy proxy = new ShapingProxy(server.url(), Shape.NONE, Faults.NONE);
        Session session = Heddle.local(options(proxy.url()))) {
      session.execute(
          "copy (select range as id, range % "
              + partitions
              + " as k from range("
              + 10 * partitions
              + ")) to '"
              + local
              + "' (format parquet, partition_by (k))");
      Files.write(local.resolve("k=177/empty.parquet"), new byte[0]);
      Files.write(local.resolve("k=177/_hidden.parquet"), new byte[] {1});
      Files.write(local.resolve("k=177/.hidden.parquet"), new byte[] {1});
      proxy.setFaults(
          (method, target) -> {
            seen.add(method + " " + URLDecoder.decode(target, StandardCharsets.UTF_8));
            return Fault.NONE;
          });
      session.execute(
          "select count(*), sum(id) from 's3a://lake/many' where k = " + one,
          result -> {
            QueryResult rows = requireNonNull(result.rows());
            assertThat(rows.toText(1))
                .contains(" 10 |")
                .contains(" " + (10 * one + 45 * partitions) + " |");
            ScanProfile scan = rows.profile().scans().getFirst();
            assertThat(scan.files() - scan.filesSkipped()).isEqualTo(1);
            assertThat(scan.foldersSkipped()).isEqualTo(partitions - 1);
            Traffic traffic = requireNonNull(rows.profile().traffic());
            assertThat(traffic.requests()).isGreaterThanOrEqualTo(seen.size());
            assertThat(traffic.bytesRead()).isLessThan(20_000);
          });
    }
    assertThat(seen.stream().filter(r -> r.contains(".parquet")))
        .isNotEmpty()
        .allMatch(r -> r.contains("/k=0/") || r.contains("/k=177/data_"));
    assertThat(seen.stream().filter(r -> r.contains("list-type"))).hasSizeLessThanOrEqualTo(10);
    assertThat(seen).hasSizeLessThanOrEqualTo(24);
  }

  @Test
  void statementsThatFillTablesAndFilesSayWhatMovedToo() {
    try (ShapingProxy proxy =
            new ShapingProxy(server.url(), new Shape(100, 100_000_000, 100_000_000), Faults.NONE);
        Session session = Heddle.local(options(proxy.url()))) {
      String line = "(?s).*\nstorage: .*; bottleneck link \\(waited .*";
      List<String> said = new ArrayList<>();
      session.execute(
          "copy (select range as id from range(1000)) to 's3a://lake/said/a.parquet';"
              + " create table said as select * from 's3a://lake/said/a.parquet';"
              + " insert into said select * from 's3a://lake/said/a.parquet'",
          result -> said.add(result.message()));
      assertThat(said).hasSize(3).allSatisfy(message -> assertThat(message).matches(line));
      assertThat(said.getFirst()).contains(" written, ");
      List<Traffic> counted = new ArrayList<>();
      session.execute(
          "select count(*) from 's3a://lake/said/a.parquet'",
          result -> counted.add(requireNonNull(result.rows()).profile().traffic()));
      assertThat(counted.getFirst()).isNotNull(); // its listing, though the footer is known
    }
  }

  @Test
  void sessionsOfAProcessAgreeOnTheService() {
    try (Session first = Heddle.local(options(server.url()))) {
      assertThat(first.options().s3()).isNotNull();
      assertThatThrownBy(() -> Heddle.local(options("http://127.0.0.1:1")))
          .isInstanceOf(HeddleException.class)
          .hasMessageStartingWith("Cannot use S3Options[endpoint=http://127.0.0.1:1,")
          .hasMessageEndingWith("; close it first, or give both the same");
    }
  }
}
