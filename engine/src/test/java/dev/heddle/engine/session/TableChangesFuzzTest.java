package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Random statements change a table with a key as they do in DuckDB: the rows afterwards are the
 * same, and what fails there fails here and changes nothing.
 */
class TableChangesFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.changes.seeds", 4);
  private static final int STATEMENTS = 25;
  private static final String ROWS = "select * from t order by all";

  private final SessionOptions options =
      SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);

  @Test
  void rowsAreAsInDuckDb() {
    int failures = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<String> script = new ArrayList<>();
      script.add(
          "create table t (k int primary key, a int default 7, s varchar check (s <> 'bad'))");
      for (int i = 0; i < STATEMENTS; i++) {
        script.add(statement(random));
      }
      failures += compare(seed, script);
    }
    assertThat(failures).as("statements that failed in both").isPositive();
  }

  private int compare(long seed, List<String> script) {
    int failures = 0;
    try (Session session = Heddle.local(options);
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      for (int i = 0; i < script.size(); i++) {
        String statement = script.get(i);
        String done = "seed " + seed + ":\n" + String.join(";\n", script.subList(0, i + 1));
        Throwable theirs = catchThrowable(() -> duck.execute(statement));
        Throwable ours = catchThrowable(() -> session.execute(statement));
        assertThat(ours == null)
            .as("%s%nours %s%ntheirs %s", done, ours, theirs)
            .isEqualTo(theirs == null);
        failures += ours == null ? 0 : 1;
        try (QueryResult rows = session.sql(ROWS).collect()) {
          assertThat(QueryRows.of(rows).toString()).as(done).isEqualTo(duck.rows(ROWS).toString());
        }
      }
    }
    return failures;
  }

  private static <T> T any(Random random, List<Supplier<T>> choices) {
    return choices.get(random.nextInt(choices.size())).get();
  }

  private static String key(Random random) {
    return String.valueOf(random.nextInt(12));
  }

  private static String number(Random random) {
    return random.nextInt(5) == 0 ? "null" : String.valueOf(random.nextInt(9) - 3);
  }

  private static String text(Random random) {
    return List.of("null", "'x'", "'y'", "'z'", random.nextInt(4) == 0 ? "'bad'" : "'w'")
        .get(random.nextInt(5));
  }

  private static String rows(Random random) {
    List<String> rows = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String key = random.nextInt(25) == 0 ? "null" : key(random);
      rows.add("(" + key + ", " + number(random) + ", " + text(random) + ")");
    }
    return String.join(", ", rows);
  }

  /** Rows whose keys differ, so that each row of the table meets one of them. */
  private static String source(Random random) {
    return "(select i as k, i * "
        + (random.nextInt(5) - 2)
        + " as a, case when i % 3 = 0 then null else 'n' || i end as s from range("
        + random.nextInt(6)
        + ", "
        + (4 + random.nextInt(12))
        + ", "
        + (1 + random.nextInt(3))
        + ") r(i))";
  }

  private static String condition(Random random, String of) {
    return any(
        random,
        List.of(
            () -> of + ".a > " + number(random),
            () -> of + ".s is null",
            () -> of + ".k % 2 = " + random.nextInt(2),
            () -> of + ".k in (" + key(random) + ", " + key(random) + ")"));
  }

  private static String value(Random random, String source) {
    return any(
        random,
        List.of(
            () -> "a = " + source + ".a",
            () -> "a = t.a + 1",
            () -> "s = " + source + ".s",
            () -> "a = default, s = coalesce(t.s, 'c')",
            () -> "s = " + text(random),
            () -> "k = t.k + 100"));
  }

  private static String clauses(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextBoolean()) {
      text.append(" when matched and ").append(condition(random, "t"));
      text.append(random.nextBoolean() ? " then delete" : " then do nothing");
    }
    if (random.nextBoolean()) {
      text.append(" when matched then update set ").append(value(random, "q"));
    }
    if (random.nextBoolean()) {
      text.append(" when not matched and ").append(condition(random, "q"));
      text.append(" then insert (k, s) values (q.k, q.s)");
    }
    if (random.nextBoolean()) {
      text.append(" when not matched then insert");
    }
    if (random.nextBoolean()) {
      text.append(" when not matched by source and ").append(condition(random, "t"));
      text.append(random.nextBoolean() ? " then delete" : " then update set a = t.a - 1");
    }
    return text.isEmpty() ? " when matched then update" : text.toString();
  }

  private static String statement(Random random) {
    return any(
        random,
        List.of(
            () -> "insert into t values " + rows(random),
            () -> "insert into t values " + rows(random) + " on conflict do nothing",
            () -> "insert or replace into t values " + rows(random),
            () ->
                "insert into t values "
                    + rows(random)
                    + " on conflict (k) do update set "
                    + value(random, "excluded")
                    + (random.nextBoolean() ? "" : " where " + condition(random, "t")),
            () ->
                "insert into t by name select a, k from "
                    + source(random)
                    + " on conflict do nothing",
            () -> "update t set " + value(random, "t") + " where " + condition(random, "t"),
            () ->
                "update t set "
                    + value(random, "q")
                    + " from "
                    + source(random)
                    + " q where q.k = t.k and "
                    + condition(random, "t"),
            () -> "delete from t where " + condition(random, "t") + " and k > 3",
            () -> "delete from t using " + source(random) + " q where q.k = t.k and q.a > 4",
            () -> "merge into t using " + source(random) + " q on t.k = q.k" + clauses(random),
            () -> "merge into t using " + source(random) + " q using (k)" + clauses(random)));
  }
}
