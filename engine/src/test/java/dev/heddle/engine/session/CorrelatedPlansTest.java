package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random plans with correlated subqueries and lateral joins give the rows of DuckDB: optimised, as
 * written and in partitions.
 *
 * <p>{@code heddle.correlated} sets the number of seeds, {@code heddle.correlated.first} the first.
 */
class CorrelatedPlansTest {
  private static final int SEEDS = Integer.getInteger("heddle.correlated", 80);
  private static final int FIRST = Integer.getInteger("heddle.correlated.first", 0);
  private static final int FAILURES_SHOWN = 10;
  private static final long MAX_ROWS = 20_000;
  private static final int SEEDS_A_DATA_SET = 50;

  private static final Map<String, SessionEngine> ENGINES = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.open();
    duck.execute("SET default_null_order = 'nulls_last'");
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
    ENGINES.put("optimised", new SessionEngine(options));
    ENGINES.put("as written", new SessionEngine(options.withoutOptimizer()));
    ENGINES.put("in 3 partitions", new SessionEngine(options.withPartitions(3)));
  }

  @AfterAll
  static void close() {
    ENGINES.values().forEach(SessionEngine::close);
    duck.close();
  }

  @Test
  void givesTheRowsOfDuckDb() {
    List<String> failures = new ArrayList<>();
    Map<String, List<LogicalPlan.Scan>> tables = new LinkedHashMap<>();
    int compared = 0;
    for (int seed = FIRST; seed < FIRST + SEEDS && failures.size() < FAILURES_SHOWN; seed++) {
      if (tables.isEmpty() || seed % SEEDS_A_DATA_SET == 0) {
        load(seed / SEEDS_A_DATA_SET, tables);
      }
      compared += check(seed, tables, failures) ? 1 : 0;
    }
    System.out.println("compared " + compared + " of " + SEEDS);
    assertThat(failures).as(String.join("\n\n", failures)).isEmpty();
  }

  private static void load(int set, Map<String, List<LogicalPlan.Scan>> tables) {
    Random random = new Random(set);
    tables.clear();
    for (int t = 0; t < 4; t++) {
      boolean nullable = t != 1;
      Schema schema =
          new Schema(
              List.of(
                  new Field("a", DataType.INT32, nullable),
                  new Field("b", DataType.INT32, nullable),
                  new Field("d", DataType.INT32, true)));
      int count = t == 3 && set % 2 == 0 ? 0 : 1 + random.nextInt(9);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        @Nullable Object[] row = new @Nullable Object[3];
        for (int c = 0; c < 3; c++) {
          boolean isNull = schema.field(c).nullable() && random.nextInt(5) == 0;
          row[c] = isNull ? null : random.nextInt(4);
        }
        rows.add(row);
      }
      duck.execute("CREATE OR REPLACE TABLE t" + t + " (a INTEGER, b INTEGER, d INTEGER)");
      for (@Nullable Object[] row : rows) {
        String values = Arrays.toString(row).replace('[', '(').replace(']', ')');
        duck.execute("INSERT INTO t" + t + " VALUES " + values);
      }
      ENGINES.forEach(
          (how, engine) ->
              tables
                  .computeIfAbsent(how, k -> new ArrayList<>())
                  .add(engine.loadRows(schema, rows.iterator())));
    }
  }

  private static boolean check(
      int seed, Map<String, List<LogicalPlan.Scan>> tables, List<String> failures) {
    List<String> expected;
    RandomPlan random = new RandomPlan(seed, tables.values().iterator().next());
    String sql = random.query().sql();
    boolean fails = false;
    try {
      if (duck.rows("select count(*) from (" + sql + ") q").getFirst().getFirst()
              instanceof Number rows
          && rows.longValue() > MAX_ROWS) {
        return false;
      }
      expected = QueryRows.bag(duck.rows(sql));
    } catch (IllegalStateException e) {
      fails = String.valueOf(e.getCause()).contains("More than one row");
      expected = List.of();
      if (!fails) {
        if (Boolean.getBoolean("heddle.correlated.shown")) {
          System.out.println("seed " + seed + " not taken: " + e.getCause());
        }
        return false;
      }
    }
    int runs = 0;
    for (Map.Entry<String, SessionEngine> engine : ENGINES.entrySet()) {
      String how = engine.getKey();
      if (seed % (1 << runs++) != 0) {
        continue; // as written every second, in partitions every fourth
      }
      String said = "seed " + seed + ", " + how + ":\n" + sql + "\n";
      try {
        LogicalPlan plan = new RandomPlan(seed, tables.get(how)).query().plan();
        List<String> actual = rows(engine.getValue(), plan);
        if (!fails && !actual.equals(expected)) {
          failures.add(said + "expected " + expected + "\nbut was  " + actual);
        }
      } catch (RuntimeException e) {
        boolean isMany =
            e instanceof HeddleException h && h.code() == ErrorCode.SUBQUERY_MULTIPLE_ROWS;
        if (!random.mayFail() || !isMany) {
          failures.add(said + (fails ? "(fails in DuckDB)\n" : "") + trace(e));
        }
      }
    }
    return true;
  }

  private static String trace(Throwable failure) {
    StringBuilder text = new StringBuilder(failure.toString());
    Arrays.stream(failure.getStackTrace()).limit(14).forEach(f -> text.append("\n  at ").append(f));
    Throwable cause = failure.getCause();
    return cause == null ? text.toString() : text + "\ncaused by " + trace(cause);
  }

  private static List<String> rows(SessionEngine engine, LogicalPlan plan) {
    try (QueryResult result = engine.run(plan)) {
      return QueryRows.bag(QueryRows.of(result));
    }
  }
}
