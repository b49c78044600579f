package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.spark.program.FramesProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are submitted to a Spark of two executors give what a session in this process
 * gives: the jars of Spark SQL are there, Heddle comes as one jar.
 */
@Tag("process")
class SparkSessionTest {
  private static final int MAX_MINUTES = 9;
  private static final int MIN_KILLS = 6;
  private static final Path RECORD = Path.of("_heddle", "last");
  private static final int MAX_DELAY_MILLIS = 1_500;

  @TempDir private static Path folder;

  private static SparkSubmission spark;

  @BeforeAll
  static void make() throws IOException {
    spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
    try (Session session = Heddle.local()) {
      session.execute(
          "copy (select range as id, range % 1000 as k, range * 0.25 as x, case when range % 7 = 0"
              + " then null else 'städt ' || (range % 333) end as city, date '2020-01-01' +"
              + " cast(range % 900 as integer) as day, cast(range as decimal(18, 2)) / 4 as price"
              + " from range(300000)) to '"
              + facts()
              + "' (row_group_size 20000)");
      session.execute(
          "copy (select range as k, 'name ' || range as name from range(1200)) to '"
              + names()
              + "'");
    }
  }

  private static String facts() {
    return folder.resolve("facts.parquet").toString();
  }

  private static String names() {
    return folder.resolve("names.parquet").toString();
  }

  private static List<String> statements(String parts) {
    String f = " from '" + facts() + "' ";
    String n = " '" + names() + "' ";
    return List.of(
        "select 1 as one, 'x' as text",
        "select count(*), sum(id), min(city), max(day), sum(price)" + f,
        "select k, count(*) as c, sum(price) as s, count(city) as n, min(day) as d"
            + f
            + "group by k order by k",
        "select city, count(distinct k) as c" + f + "group by city order by city nulls last",
        "select name, count(*) as c, sum(id) as s"
            + f
            + "f join"
            + n
            + "n on f.k = n.k group by name order by s desc, name limit 25",
        "select n.k, count(f.id) as c from"
            + n
            + "n left join '"
            + facts()
            + "' f on f.k = n.k and f.id % 3 = 0 group by n.k having count(f.id) < 100 order by 1",
        "select id, city, price" + f + "where id % 1000 = 17 order by city nulls first, id desc",
        "select id, x" + f + "order by x desc, id limit 10",
        "select k, id, row_number() over (partition by k order by id desc) as r, sum(id) over"
            + " (partition by k order by id) as s"
            + f
            + "where k < 3 order by k, id",
        "select sum(hash) from (select id * 31 as hash" + f + "order by city, id)",
        "select k % 5 as g, median(x) as m, string_agg(distinct city, ',' order by city) as t"
            + f
            + "where id < 400 group by g order by g",
        "select count(*) from (select k" + f + "intersect select k from" + n + ")",
        "select count(*)" + f + "where id < 0",
        "select f.id, name" + f + "f join" + n + "n on f.k = n.k where name = 'nobody'",
        "select f.id, name"
            + f
            + "f join"
            + n
            + "n on f.k = n.k where name = 'nobody' union all select 1, name from"
            + n
            + "where k = 5",
        "select id / (id - 12345) as q" + f + "where id between 12340 and 12350 order by id",
        "select cast(city as integer)" + f + "where id = 5",
        "select nothing" + f,
        "copy (select id, k % 4 as part, city"
            + f
            + ") to '"
            + parts
            + "' (format parquet, partition_by (part)); select part, count(*), sum(id) from '"
            + parts
            + "' group by part order by part",
        "with a as (select k, sum(id) as s"
            + f
            + "group by k) select count(*), max(a.s - b.s)"
            + " from a join a b on a.k = b.k");
  }

  private static Path written(List<String> statements, String name) throws IOException {
    return Files.write(folder.resolve(name + ".sql"), statements);
  }

  /** Compares answers with a session's here; the statements may be there several times. */
  private static void areAnswered(List<String> statements, Path answers) throws IOException {
    List<String> here = new ArrayList<>();
    try (Session session = Heddle.local()) {
      for (String statement : statements(answers + "-parts-here")) {
        here.add(QueriesProgram.answer(session, statement));
      }
    }
    for (int i = 0; i < statements.size(); i++) {
      assertThat(Files.readString(answers.resolve(i + ".txt")))
          .as(statements.get(i))
          .isEqualTo(here.get(i % here.size()));
    }
  }

  @Test
  void aProgramOnSparkGivesWhatASessionGives() throws Exception {
    List<String> statements = statements("" + folder.resolve("parts-on-spark"));
    Path answers = Files.createDirectories(folder.resolve("answers"));
    Path output = folder.resolve("output.txt");
    run(
        output,
        QueriesProgram.class,
        List.of(),
        written(statements, "statements").toString(),
        answers.toString());
    areAnswered(statements, answers);
    TreeSet<String> executors = new TreeSet<>();
    EventLog.executors(spark.events())
        .forEach(
            (stage, at) -> {
              assertThat(at).as(stage).isNotEmpty().doesNotContain("driver");
              executors.addAll(at);
            });
    assertThat(executors).as("tasks ran there").hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void tasksOfTwoCoresGiveTheSame() throws Exception {
    List<String> statements = statements("" + folder.resolve("parts-by-two"));
    Path answers = Files.createDirectories(folder.resolve("answers-by-two"));
    run(
        folder.resolve("output-by-two.txt"),
        QueriesProgram.class,
        List.of("spark.master=local-cluster[2,2,2048]", "spark.task.cpus=2"),
        written(statements, "statements-by-two").toString(),
        answers.toString());
    areAnswered(statements, answers);
  }

  @Test
  void aProgramOfFramesHasItsRecordsAndFunctions() throws Exception {
    Path answers = folder.resolve("frames.txt");
    Path output = folder.resolve("output-frames.txt");
    run(output, FramesProgram.class, List.of(), facts(), answers.toString());
    List<String> lines;
    try (Session session = Heddle.local()) {
      lines = FramesProgram.answers(session, Path.of(facts()));
    }
    List<String> there = Files.readAllLines(answers);
    assertThat(there.size()).isGreaterThan(2);
    String text = String.join("\n", lines);
    assertThat(String.join("\n", there)).startsWith(text);
    assertThat(String.join("\n", there).substring(text.length()).lines())
        .filteredOn(line -> !line.isEmpty())
        .satisfiesExactly(
            line -> assertThat(line).contains("at TIMESTAMP", "list ", "pair STRUCT"),
            line -> assertThat(line).isEqualTo("rows 100000 0 0"),
            line -> assertThat(line).isEqualTo("again 0"),
            line -> assertThat(line).isEqualTo("groups 500 0 0"),
            line -> assertThat(line).contains("100000", "4999950000"),
            line -> assertThat(line).startsWith("USER_CODE Cannot send function \"here\""),
            line -> assertThat(line).startsWith("UNSUPPORTED Cannot send the rows in memory"),
            line -> assertThat(line).startsWith("UNSUPPORTED Cannot hand column \"t\""));
  }

  /** Runs a program to its end. */
  private static void run(Path output, Class<?> main, List<String> settings, String... arguments)
      throws Exception {
    Process program = spark.start(output, main, settings, arguments);
    try {
      assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      end(program);
    }
  }

  private static void end(Process program) {
    program.descendants().forEach(ProcessHandle::destroyForcibly);
    program.destroyForcibly();
  }

  @Test
  void executorsMayDie() throws Exception {
    int wanted = Integer.getInteger("heddle.spark.kills", MIN_KILLS);
    long seed = Long.getLong("heddle.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<String> statements = new ArrayList<>();
    while (statements.size() < wanted * 5 / 2) { // a kill at two of three statements
      statements.addAll(statements("" + folder.resolve("parts-while-dying-" + statements.size())));
    }
    Path answers = Files.createDirectories(folder.resolve("answers-while-dying"));
    Path output = folder.resolve("output-while-dying.txt");
    Process program =
        spark.start(
            output,
            List.of("spark.task.maxFailures=20", "spark.stage.maxConsecutiveAttempts=20"),
            written(statements, "statements-while-dying").toString(),
            answers.toString());
    int killed = 0;
    try {
      for (int next = 1; next < statements.size() && program.isAlive(); next++) {
        int before = next;
        await(program, () -> Files.exists(answers.resolve(before + ".txt")));
        if (random.nextInt(3) > 0) {
          program.waitFor(random.nextInt(MAX_DELAY_MILLIS), TimeUnit.MILLISECONDS);
          killed += kill(program);
        }
      }
      assertThat(program.waitFor(wanted, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      end(program);
    }
    System.out.println("killed " + killed + " executors");
    assertThat(killed).isGreaterThanOrEqualTo(MIN_KILLS);
    areAnswered(statements, answers);
    assertThat(orphans()).as("what is left of attempts").isEmpty();
  }

  /** Returns files of writes that are neither rows nor the record of what counts. */
  private static List<Path> orphans() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path each : folders.filter(path -> path.toString().contains("parts-while")).toList()) {
        try (Stream<Path> files = Files.walk(each)) {
          files
              .filter(Files::isRegularFile)
              .filter(file -> !file.toString().endsWith(".parquet"))
              .filter(file -> !file.endsWith(RECORD))
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Process program, Condition condition) throws InterruptedException {
    while (program.isAlive() && !condition.holds()) {
      if (program.waitFor(20, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Kills an executor, if there is one; returns how many that are. */
  private static int kill(Process program) {
    return program
        .descendants()
        .filter(SparkSessionTest::isExecutor)
        .findFirst()
        .map(executor -> executor.destroyForcibly() ? 1 : 0)
        .orElse(0);
  }

  private static boolean isExecutor(ProcessHandle process) {
    return process
        .info()
        .arguments()
        .map(
            words ->
                List.of(words).contains("org.apache.spark.executor.CoarseGrainedExecutorBackend"))
        .orElse(false);
  }
}
