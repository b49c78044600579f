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
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Statements over two files, which a submitted program answers as a session in this process does.
 *
 * @param folder has the files, and what programs write
 */
record SparkQueries(Path folder) {
  private static final int MAX_MINUTES = 9;
  private static final int STEP = 3;

  /** Writes the files. */
  static SparkQueries in(Path folder) {
    SparkQueries queries = new SparkQueries(folder);
    queries.write();
    return queries;
  }

  private void write() {
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

  String facts() {
    return folder.resolve("facts.parquet").toString();
  }

  private String names() {
    return folder.resolve("names.parquet").toString();
  }

  /** Returns the statements; one writes a folder. */
  List<String> statements(String parts) {
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

  /** Writes statements to a file. */
  Path written(List<String> statements, String name) throws IOException {
    return Files.write(folder.resolve(name + ".sql"), statements);
  }

  /** Compares answers with a session's here; the statements may be there several times. */
  void areAnswered(List<String> statements, Path answers) throws IOException {
    areAnswered(statements, statements(answers + "-parts-here"), answers);
  }

  /** Compares answers with those of statements that are the same here. */
  static void areAnswered(List<String> statements, List<String> same, Path answers)
      throws IOException {
    List<String> here = new ArrayList<>();
    try (Session session = Heddle.local()) {
      for (String statement : same) {
        here.add(QueriesProgram.answer(session, statement));
      }
    }
    for (int i = 0; i < statements.size(); i++) {
      assertThat(Files.readString(answers.resolve(i + ".txt")))
          .as(statements.get(i))
          .isEqualTo(here.get(i % here.size()));
    }
  }

  /**
   * Submits the program of queries, which has to end well and to answer as a session here does.
   *
   * @param name of this run
   */
  void areAnsweredOn(SparkSubmission spark, String name) throws Exception {
    areAnsweredOn(spark, name, List.of(), 1);
  }

  /** Submits some of the queries, at night all, with settings. */
  void someAreAnsweredOn(SparkSubmission spark, String name, String... settings) throws Exception {
    areAnsweredOn(spark, name, List.of(settings), step());
  }

  /** Returns whether there is time for all that takes long, as at night. */
  static boolean areAll() {
    return step() == 1;
  }

  private static int step() {
    return Integer.getInteger("heddle.spark.step", STEP);
  }

  private void areAnsweredOn(SparkSubmission spark, String name, List<String> settings, int step)
      throws Exception {
    List<String> statements = each(step, folder.resolve("parts-on-" + name).toString());
    Path answers = Files.createDirectories(folder.resolve("answers-" + name));
    Path output = folder.resolve("output-" + name + ".txt");
    String file = written(statements, "statements-" + name).toString();
    ended(spark.start(output, settings, file, answers.toString()), output);
    areAnswered(statements, each(step, answers + "-parts-here"), answers);
  }

  /** Returns one statement of each {@code step}. */
  List<String> each(int step, String parts) {
    List<String> all = statements(parts);
    return IntStream.range(0, all.size())
        .filter(i -> i % step == step / 2)
        .mapToObj(all::get)
        .toList();
  }

  /** Submits the program of frames, which has to end well and to answer as a session here does. */
  void framesAreAnsweredOn(SparkSubmission spark, String name) throws Exception {
    Path answers = folder.resolve("frames-" + name + ".txt");
    Path output = folder.resolve("output-frames-" + name + ".txt");
    ended(spark.start(output, FramesProgram.class, List.of(), facts(), answers.toString()), output);
    framesAreAnswered(answers);
  }

  /** Compares answers of the program of frames with a session's here. */
  void framesAreAnswered(Path answers) throws IOException {
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
            line -> assertThat(line).isEqualTo("rows 20000 0 0"),
            line -> assertThat(line).isEqualTo("again 0"),
            line -> assertThat(line).isEqualTo("groups 500 0 0"),
            line -> assertThat(line).contains("20000", "199990000"),
            line -> assertThat(line).startsWith("USER_CODE Cannot send function \"here\""),
            line -> assertThat(line).startsWith("UNSUPPORTED Cannot send the rows in memory"),
            line -> assertThat(line).startsWith("UNSUPPORTED Cannot hand column \"t\""));
  }

  /** Waits for the end of a program, which has to end well. */
  static void ended(Process program, Path output) throws Exception {
    ends(program);
    assertThat(program.exitValue()).as(Files.readString(output)).isZero();
  }

  /** Waits for the end of a program. */
  static void ends(Process program) throws Exception {
    try {
      assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      end(program);
    }
  }

  /** Ends a program, if need be. */
  static void end(Process program) {
    program.descendants().forEach(ProcessHandle::destroyForcibly);
    program.destroyForcibly();
  }

  /** Returns where tasks ended, as Spark's event logs state. */
  static TreeSet<String> executors(SparkSubmission spark) throws IOException {
    TreeSet<String> executors = new TreeSet<>();
    EventLog.executors(spark.events()).values().forEach(executors::addAll);
    return executors;
  }
}
