package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.session.RandomQuery;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.spark.program.RandomQueriesProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Random queries over random tables, with what they give in this process.
 *
 * <p>{@code heddle.spark.plans} sets the number of seeds, {@code heddle.spark.plans.first} the
 * first of them.
 *
 * @param folder has a folder for each question
 */
record RandomQuestions(Path folder, Map<Path, Question> asked) {
  static final int SEEDS = Integer.getInteger("heddle.spark.plans", 8);

  private static final int FIRST = Integer.getInteger("heddle.spark.plans.first", 1_000_000);
  private static final int TABLES = 3;
  private static final int LARGE_ONE_IN = 25;
  private static final int MAX_ROWS = 50_000;
  private static final Pattern IGNORED_NULLS = Pattern.compile(" ignore nulls\\)");

  /** A query and what it gives here. */
  record Question(String sql, List<String> rows) {}

  /** Compares the rows that the program has put there. */
  void areAnswered() throws IOException {
    List<String> failures = new ArrayList<>();
    for (Map.Entry<Path, Question> each : asked.entrySet()) {
      List<String> rows = Files.readAllLines(each.getKey().resolve("rows.txt"));
      if (!rows.equals(each.getValue().rows())) {
        failures.add(difference(each.getKey(), each.getValue(), rows));
      }
    }
    System.out.println(asked.size() + " of " + SEEDS + " random queries compared with Spark");
    assertThat(failures).as(String.join("\n\n", failures)).isEmpty();
    assertThat(asked.size()).isGreaterThan(SEEDS / 2);
  }

  /** Writes queries with their tables into a folder, and what they give here down. */
  static RandomQuestions ask(Path questions) throws IOException {
    System.out.println("seeds " + FIRST + " to " + (FIRST + SEEDS - 1));
    Map<Path, Question> asked = new LinkedHashMap<>();
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session here = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
        RandomQuery random = new RandomQuery(seed, seed % LARGE_ONE_IN == LARGE_ONE_IN - 1);
        Path tables = Files.createDirectory(questions.resolve("seed-" + seed));
        for (int t = 0; t < TABLES; t++) {
          duck.execute(
              "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)"
                  .formatted(random.table(t), tables.resolve("t" + t + ".parquet")));
        }
        String sql = IGNORED_NULLS.matcher(random.query()).replaceAll(") ignore nulls");
        Files.writeString(tables.resolve("query.sql"), sql);
        Question question = question(here, tables, sql);
        if (question != null) {
          asked.put(tables, question);
        } else {
          Files.writeString(tables.resolve("query.sql"), "select 1");
        }
      }
    }
    return new RandomQuestions(questions, asked);
  }

  /** Returns nothing for what fails, such as an overflow, and for what is too large to compare. */
  private static @Nullable Question question(Session here, Path tables, String sql) {
    try {
      String count = "select * from (" + sql + ") q limit " + (MAX_ROWS + 1);
      List<String> rows = RandomQueriesProgram.rows(here, tables, count);
      return rows.size() > MAX_ROWS ? null : new Question(sql, rows);
    } catch (HeddleException e) {
      return null;
    }
  }

  private static String difference(Path tables, Question question, List<String> actual) {
    List<String> missing = new ArrayList<>(question.rows());
    List<String> more = new ArrayList<>();
    for (String row : actual) {
      if (!missing.remove(row)) {
        more.add(row);
      }
    }
    return "%s:\n%s\n%d rows instead of %d; missing: %s; too many: %s"
        .formatted(
            tables.getFileName(),
            question.sql(),
            actual.size(),
            question.rows().size(),
            missing.stream().limit(3).toList(),
            more.stream().limit(3).toList());
  }
}
