package dev.heddle.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random statements that change a table with a key, a default and a condition. */
final class RandomChanges {
  /** What makes the table. */
  static final String TABLE =
      "create table t (k int primary key, a int default 7, s varchar check (s <> 'bad'))";

  private RandomChanges() {}

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

  /** Returns a statement that changes the table, or fails. */
  static String statement(Random random) {
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
