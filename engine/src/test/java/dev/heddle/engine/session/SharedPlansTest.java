package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Plans whose parts are used again and again stay as small as they were said: with thirty levels of
 * two uses a tree would have a thousand million leaves.
 */
class SharedPlansTest {
  private static final int LEVELS = 30;

  private final SessionOptions options =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);

  private static Session session(SessionOptions options) {
    Session session = Heddle.local(options);
    Schema schema = Schema.of(new Field("i", DataType.INT32, false));
    session.createView(
        "t", session.from(schema, List.of(new Object[] {1}, new Object[] {2}, new Object[] {3})));
    return session;
  }

  /** Returns a query in which each common table is said by means of the one before. */
  private static String query(int levels, IntFunction<String> table) {
    String tables =
        IntStream.range(0, levels)
            .mapToObj(i -> ", c" + (i + 1) + " as (" + table.apply(i) + ")")
            .collect(Collectors.joining());
    return "with c0 as (select i from t)" + tables + " select count(*) as n from c" + levels;
  }

  private static String doubled(int i) {
    return "select i from c" + i + " union all select i from c" + i;
  }

  private static String joined(int i) {
    return "select a.i from c" + i + " a join c" + i + " b on a.i = b.i";
  }

  private static String filtered(int i) {
    return "select a.i + 0 as i from c" + i + " a where a.i > (select min(i) - 1 from c" + i + ")";
  }

  private static Object first(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      Row row = result.iterator().next();
      return row.value(0);
    }
  }

  private static int lines(String text) {
    return (int) text.lines().count();
  }

  @Test
  void framesAreOneNodeHoweverOftenTheyAreUsed() {
    try (Session session = session(options)) {
      DataFrame frame = session.table("t");
      DataFrame twin = session.table("t");
      for (int i = 0; i < LEVELS; i++) {
        frame = frame.union(frame);
        twin = twin.union(twin);
      }
      assertThat(frame.plan()).hasSameHashCodeAs(twin.plan()).isEqualTo(twin.plan());
      assertThat(lines(PlanPrinter.print(frame.plan()))).isLessThan(3 * LEVELS);
      for (ExplainMode mode :
          List.of(ExplainMode.LOGICAL, ExplainMode.OPTIMIZED, ExplainMode.PHYSICAL)) {
        assertThat(lines(frame.explain(mode))).as(mode.name()).isLessThan(10 * LEVELS);
      }
    }
  }

  @Test
  void framesOfHeldRowsAreFoundInSharedPlans() {
    try (Session session = session(options)) {
      DataFrame held = session.table("t").filter(col("i").gt(lit(1)));
      held.cache();
      DataFrame frame = held;
      for (int i = 0; i < 10; i++) {
        frame = frame.union(frame);
      }
      assertThat(frame.count()).isEqualTo(2048);
      for (int i = 10; i < LEVELS; i++) {
        frame = frame.union(frame);
      }
      assertThat(frame.explain(ExplainMode.PHYSICAL)).contains("2 rows");
    }
  }

  @Test
  void commonTablesAreOneNodeHoweverOftenTheyAreNamed() {
    try (Session session = session(options);
        Session plain = session(options.withoutOptimizer());
        Session parted = session(options.withPartitions(4))) {
      for (String sql :
          List.of(
              query(LEVELS, SharedPlansTest::doubled),
              query(LEVELS, SharedPlansTest::joined),
              query(LEVELS, SharedPlansTest::filtered))) {
        for (ExplainMode mode : List.of(ExplainMode.LOGICAL, ExplainMode.OPTIMIZED)) {
          assertThat(lines(session.sql(sql).explain(mode))).as(sql).isLessThan(30 * LEVELS);
        }
        for (Session each : List.of(session, plain, parted)) {
          assertThat(lines(each.sql(sql).explain(ExplainMode.PHYSICAL)))
              .as(sql)
              .isLessThan(30 * LEVELS);
        }
      }
    }
  }

  @Test
  void theirReadersGetAllRows() {
    try (Session session = session(options);
        Session plain = session(options.withoutOptimizer());
        Session parted = session(options.withPartitions(4))) {
      for (Session each : List.of(session, plain, parted)) {
        assertThat(first(each, query(12, SharedPlansTest::doubled))).isEqualTo(3L << 12);
        assertThat(first(each, query(LEVELS, SharedPlansTest::joined))).isEqualTo(3L);
        assertThat(first(each, query(12, SharedPlansTest::filtered))).isEqualTo(3L);
      }
    }
  }

  @Test
  void rowsThatMightBeOthersTheSecondTimeAreComputedOnce() {
    String any = "select i from t limit 2";
    try (Session session = session(options);
        Session plain = session(options.withoutOptimizer())) {
      for (Session each : List.of(session, plain)) {
        String once =
            "with r as (" + any + ") select count(*) from r a join r b on a.i = b.i and a.i > 0";
        assertThat(first(each, once)).isEqualTo(2L);
        assertThat(each.sql(once).explain(ExplainMode.PHYSICAL)).contains("SharedRead");
      }
    }
  }
}
