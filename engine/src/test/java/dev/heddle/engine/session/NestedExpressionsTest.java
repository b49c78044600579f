package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Expressions that name a part several times, in each other: planned in no time, evaluated once,
 * and what DuckDB gives.
 */
class NestedExpressionsTest {
  private static final int DEPTH = 6;
  private static final int DEEP = Effort.of(60, 25);
  private static final String ROWS =
      "select x.a, x.b, x.s, x.a > x.b as c from (values (1, 2, 'p'), (2, 1, 'q'), (0, 0, 'r'),"
          + " (null, 3, null), (5, null, 's'), (-7, 4, 'p')) x(a, b, s)";

  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    duck.execute("create table r as " + ROWS);
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.values().forEach(session -> session.createView("r", session.sql(ROWS)));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  /** Returns an expression in which {@code E} has been replaced by itself that often. */
  private static String nested(String expression, String inner, int depth) {
    String result = inner;
    for (int i = 0; i < depth; i++) {
      result = expression.replace("E", "(" + result + ")").replace("I", "" + i);
    }
    return result;
  }

  private static List<String> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return QueryRows.bag(QueryRows.of(result));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cast(E between b and b + I as integer)",
        "cast(E not between 0 and b as integer)",
        "case when E between 1 and I then a else b end",
        "case when E between 0 and 1 and b > I then 1 else 0 end",
        "case E when 1 then 2 when b then 3 else I end",
        "case E when 0 then b when 1 then a when 3 then 0 else 1 end",
        "nullif(E, b + I)",
        "coalesce(E, b, I)",
        "greatest(least(E, a), b, I)",
        "cast(E in (b, a, I) as integer)",
        "cast(E not in (b, 1) as integer)",
        "cast(E in (0, 1, 2, 3) as integer)",
        "cast(E is distinct from b as integer)",
        "cast((E, b) < (b, I) as integer)",
        "cast((E, b) <= (a, I) as integer)",
        "cast((E, b) in ((b, a), (1, 2)) as integer)",
        "if(E > b, I, a)",
        "cast((E > 1) is not null as integer)",
        "cast((E > b) >= false as integer)",
      })
  void givesWhatDuckDbGives(String expression) {
    String sql = "select " + nested(expression, "a", DEPTH) + " as v from r";
    List<String> expected = QueryRows.bag(duck.rows(sql));
    SESSIONS.forEach(
        (name, session) -> assertThat(rows(session.sql(sql))).as(name).isEqualTo(expected));
    String deep = "select " + nested(expression, "a", DEEP) + " as v from r";
    assertThat(rows(SESSIONS.get("optimised").sql(deep)))
        .isEqualTo(rows(SESSIONS.get("as written").sql(deep)));
  }

  @Test
  void partsOfFramesAreEvaluatedOnce() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      Expr value = col("a");
      for (int i = 0; i < DEEP; i++) {
        value = caseWhen(value.plus(value).gt(lit(0)), value.minus(lit(1))).otherwise(value);
      }
      DataFrame rows = session.sql("select 70 as a union all select -2");
      assertThat(rows(rows.select(value.named("v"))))
          .containsExactly("[-2]", "[" + (70 - DEEP) + "]");
    }
  }

  /** A function that gives another value each time gives one of them to a condition. */
  @Test
  void whatVariesIsEvaluatedOnceInACondition() {
    AtomicLong calls = new AtomicLong();
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      session.register(
          UserFunction.local(
                  "next_number", (UdfN<Long>) _ -> calls.incrementAndGet(), DataType.INT64)
              .notDeterministic());
      session.createView("n", session.sql("select i from range(100) t(i)"));
      for (String value :
          List.of(
              "next_number() between 1 and 1000000",
              "case next_number() when -1 then 'x' when -2 then 'y' else 'z' end",
              "next_number() in (-1, -2, i)",
              "(next_number(), i) < (0, 1)",
              "next_number() between symmetric 3 and 2")) {
        calls.set(0);
        assertThat(rows(session.sql("select " + value + " as v from n"))).as(value).hasSize(100);
        assertThat(calls).as(value).hasValue(100);
      }
    }
  }

  /** What a branch alone needs is not evaluated for the rows of others. */
  @Test
  void whatCanFailIsEvaluatedInItsBranchAlone() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      Expr number = col("s").cast(DataType.INT64);
      for (int i = 0; i < 40; i++) {
        number = number.plus(lit(1));
      }
      Expr value =
          caseWhen(col("s").eqTo(lit("x")), lit(0L))
              .orWhen(col("s").eqTo(lit("1")), number.plus(number))
              .otherwise(number);
      DataFrame rows = session.sql("select 'x' as s union all select '1' union all select '2'");
      assertThat(rows(rows.select(value.named("v")))).containsExactly("[0]", "[42]", "[82]");
    }
  }
}
