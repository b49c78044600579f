package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.argMax;
import static dev.heddle.frame.expr.Functions.argMin;
import static dev.heddle.frame.expr.Functions.bottomK;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.entropy;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.kurtosis;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.mode;
import static dev.heddle.frame.expr.Functions.product;
import static dev.heddle.frame.expr.Functions.skewness;
import static dev.heddle.frame.expr.Functions.sum;
import static dev.heddle.frame.expr.Functions.topK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Methods of expressions that call functions by their names, with the values that they give. */
class ExprMethodsTest {
  private static Session session;
  private static DataFrame rows;

  @BeforeAll
  static void open() {
    session = Heddle.local();
    rows =
        session.sql(
            "select * from (values (1, 2.5::double, 'one two', [3, 1, null], date '2024-06-07'),"
                + " (null, 'nan'::double, 'ünd', [7], date '2024-12-30'))"
                + " t(i, x, s, l, d)");
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static void gives(Expr expression, Object first, Object second) {
    try (QueryResult result = rows.select(col("s"), expression.named("v")).collect()) {
      Map<String, String> values = new LinkedHashMap<>();
      result.forEach(
          row -> values.put(String.valueOf(row.value("s")), String.valueOf(row.value("v"))));
      assertThat(values)
          .as(expression.toString())
          .containsEntry("one two", String.valueOf(first))
          .containsEntry("ünd", String.valueOf(second));
    }
  }

  @Test
  void valuesAreReplaced() {
    gives(col("i").clip(2, 3), 2, null);
    gives(col("x").clip(lit(0), col("i")), 1.0, Double.NaN);
    gives(col("i").fillNull(9), 1, 9);
    gives(col("x").fillNan(0.5), 2.5, 0.5);
    gives(col("x").isClose(lit(2.4), 0.2), true, false);
    gives(col("x").isFinite(), true, false);
    gives(col("x").isInfinite(), false, false);
    gives(col("x").roundSignificant(1), 3.0, Double.NaN);
    Map<Object, Object> values = new LinkedHashMap<>();
    values.put(1, 10);
    values.put(null, 20);
    gives(col("i").replaceValues(values), 10, 20);
    gives(col("s").replaceValues(Map.of("ünd", "and"), lit("other")), "other", "and");
    gives(col("i").pipe(e -> e.plus(1)), 2, null);
    assertThatThrownBy(() -> col("i").replaceValues(Map.of()))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot replace values by none: the map is empty");
  }

  @Test
  void bitsAreCounted() {
    gives(lit(6).bitwiseAnd(lit(3)), 2, 2);
    gives(lit(6).bitwiseOr(lit(3)), 7, 7);
    gives(lit(6).bitwiseXor(lit(3)), 5, 5);
    gives(col("i").bitCount(), 1, null);
    gives(col("i").hash().eqTo(expr("xxhash64(i)")), true, true);
  }

  @Test
  void textsAreSearchedAndTakenApart() {
    gives(col("s").stripPrefix("one "), "two", "ünd");
    gives(col("s").stripSuffix("two"), "one ", "ünd");
    gives(col("s").containsAny("x", "n"), true, true);
    gives(col("s").extractMany("two", "one"), "[one, two]", "[]");
    gives(col("s").findMany("two", "nd"), "[5]", "[2]");
    gives(col("s").replaceMany(Map.of("one", "1")), "1 two", "ünd");
    gives(col("s").regexpExtractGroups("(\\w+) (\\w+)", "a", "b"), "{a=one, b=two}", "{a=, b=}");
    gives(col("s").regexpCount("o"), 2, 0);
    gives(col("s").splitExact(" ", 1), "{field_0=one, field_1=two}", "{field_0=ünd, field_1=null}");
    gives(col("s").splitN(" ", 1), "{field_0=one two}", "{field_0=ünd}");
    gives(col("s").normalize("NFD").length(), 7, 4);
    gives(col("s").initCap(), "One Two", "Ünd");
  }

  @Test
  void timesHavePartsAndNeighbours() {
    gives(col("d").isLeapYear(), true, true);
    gives(col("d").isoYear(), 2024, 2025);
    gives(col("d").century(), 21, 21);
    gives(col("d").millennium(), 3, 3);
    gives(col("d").isBusinessDay(LocalDate.of(2024, 12, 30)), true, false);
    gives(col("d").plusBusinessDays(2), "2024-06-11", "2025-01-01");
    gives(col("d").roundTo(java.time.Period.ofMonths(1)), "2024-06-01", "2025-01-01");
    gives(
        col("d").atTime(expr("time '10:40:00'")).roundTo(Duration.ofHours(1)),
        "2024-06-07T11:00",
        "2024-12-30T11:00");
    gives(
        col("d").atTime(expr("time '10:00:00'")).atZone("Europe/Berlin").atZone("UTC"),
        "2024-06-07T08:00",
        "2024-12-30T09:00");
  }

  @Test
  void listsAndStructsAreTakenApart() {
    gives(col("l").element(1).plus(col("l").listShift(1).length()), 6, 8);
    gives(col("l").listDiff(), "[null, -2, null]", "[null]");
    gives(col("l").listGatherEvery(2), "[3, null]", "[7]");
    gives(col("l").listCountMatches(3), 1, 0);
    gives(col("l").listSymmetricDifference(expr("[1, 7]")), "[3, null, 7]", "[1]");
    gives(col("l").listToStruct("a", "b"), "{a=3, b=1}", "{a=7, b=null}");
    gives(col("l").listSample(1).length(), 1, 1);
    gives(col("l").listSlice(1, 1).listItem(), 3, 7);
    Expr struct = expr("{'a': i, 'b': s}");
    gives(expr("{'a': i}").withField("b", lit(2)), "{a=1, b=2}", "{a=null, b=2}");
    gives(expr("{'a': i, 'b': s}").dropFields("b"), "{a=1}", "{a=null}");
    gives(struct.renameFields("c", "d"), "{c=1, d=one two}", "{c=null, d=ünd}");
    gives(struct.toJson(), "{\"a\":1,\"b\":\"one two\"}", "{\"a\":null,\"b\":\"ünd\"}");
  }

  @Test
  void namesAreMadeOfTheColumns() {
    DataFrame named =
        rows.select(
            col("i").plus(1).naming().keep(),
            col("x").naming().prefix("p_"),
            col("s").upper().naming().suffix("_s"),
            col("l").naming().toUpperCase(),
            col("d").naming().map(name -> name + name),
            col("d").year().naming().replace("d", "e"));
    assertThat(named.schema().names()).containsExactly("i", "p_x", "s_s", "L", "dd", "e");
    assertThatThrownBy(() -> lit(1).naming().keep())
        .hasMessage("Cannot name 1 after a column: it reads none; use named(...)");
  }

  @Test
  void aggregatesAreFunctions() {
    DataFrame result =
        session
            .sql("select * from (values (1, 2e0), (1, 3e0), (2, 4e0), (5, 9e0)) t(k, x)")
            .agg(
                product(col("x")).named("product"),
                mode(col("k")).named("mode"),
                entropy(col("k")).named("entropy"),
                skewness(col("x")).gt(1).named("skewness"),
                kurtosis(col("x")).gt(2).named("kurtosis"),
                argMax(col("k"), col("x")).named("arg_max"),
                argMin(col("k"), col("x")).named("arg_min"),
                topK(col("x"), 2).named("top"),
                bottomK(col("x"), 2).named("bottom"),
                sum(col("x")).naming().suffix("_sum"));
    try (QueryResult rows = result.collect()) {
      rows.forEach(
          row ->
              assertThat(row.toString())
                  .isEqualTo("[216.0, 1, 1.5, true, true, 5, 1, [9.0, 4.0], [2.0, 3.0], 18.0]"));
    }
    assertThat(result.schema().names()).endsWith("x_sum");
  }
}
