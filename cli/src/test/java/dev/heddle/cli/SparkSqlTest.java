package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle sql --spark} on two executors writes what it writes without. */
@Tag("process")
class SparkSqlTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void make() {
    assertThat(
            CommandRun.here(
                    "sql",
                    "-o",
                    facts().toString(),
                    "select range as id, range % 10 as k, case when range % 7 = 0 then null else"
                        + " 'städt ' || (range % 333) end as city from range(50000)")
                .exit())
        .isZero();
  }

  private static Path facts() {
    return folder.resolve("facts.parquet");
  }

  private static CommandRun onSpark(String... arguments) throws IOException, InterruptedException {
    return new SparkRuns(folder).onSpark(Map.of(), arguments);
  }

  private static CommandRun here(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("sql"));
    words.addAll(List.of(arguments));
    return new SparkRuns(folder).run(Map.of(), words.toArray(String[]::new));
  }

  private static String error(CommandRun run) {
    return run.err()
        .lines()
        .filter(line -> line.startsWith("error: "))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aScriptWritesTheSame() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("script.sql"),
            """
            select k, count(*) as c, sum(id) as s, min(city) as m from t group by k order by k;
            create view v as select id, city from t where city is not null;
            -- ; no end
            select a.city, count(*) as n from v a join v b on a.id = b.id + 7 group by a.city
            order by n desc, a.city limit 20;
            select 'ü;''"' as text, 1.50 as d;
            """);
    String table = "t=" + facts();
    for (String format : List.of("csv", "json")) {
      CommandRun spark = onSpark("--format", format, "-t", table, "-f", script.toString());
      assertThat(spark.exit()).as(spark.err()).isZero();
      CommandRun plain = here("--format", format, "-t", table, "-f", script.toString());
      assertThat(spark.out()).isEqualTo(plain.out()).contains("städt 0").contains("ü;'");
      assertThat(spark.err()).as("Spark's progress is not of interest").doesNotContain(" INFO ");
    }
  }

  @Test
  void errorsAreTheSame() throws Exception {
    String sql =
        "select 1 as fine; select cast(city as integer) as n from '" + facts() + "' where id = 5";
    CommandRun spark = onSpark(sql);
    CommandRun plain = here(sql);
    assertThat(error(plain)).contains("städt 5");
    assertThat(error(spark)).as(spark.err()).isEqualTo(error(plain));
    assertThat(spark.exit()).isEqualTo(plain.exit());
    assertThat(spark.out()).as("what came before").isEqualTo(plain.out());
  }

  @Test
  void wrongUsesAreRefusedBeforeSparkStarts() throws Exception {
    assertThat(CommandRun.here("sql", "--conf", "spark.executor.memory=1g", "select 1").err())
        .isEqualTo(
            "error: Cannot use --conf spark.executor.memory=1g without Spark: name it by --spark"
                + " MASTER\n");
    assertThat(CommandRun.here("sql", "--spark", "yarn", "--conf", "memory=1g", "select 1").err())
        .contains("Cannot use --conf memory=1g: write KEY=VALUE");
    assertThat(
            CommandRun.here("sql", "--spark", "yarn", "--cluster", "127.0.0.1:7420", "select 1")
                .err())
        .contains("Cannot use both --spark and --cluster 127.0.0.1:7420");
    CommandRun nowhere =
        new SparkRuns(folder)
            .run(Map.of("SPARK_HOME", folder.toString()), "sql", "--spark", "yarn", "select 1");
    assertThat(nowhere.exit()).isEqualTo(1);
    assertThat(nowhere.err())
        .contains("SPARK_HOME is " + folder)
        .contains("has no jars/spark-core_*.jar; name the folder of a Spark 4.2.0");
  }
}
