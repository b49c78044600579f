package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.concat;
import static dev.heddle.frame.expr.Functions.concatWith;
import static dev.heddle.frame.expr.Functions.date;
import static dev.heddle.frame.expr.Functions.dateDiff;
import static dev.heddle.frame.expr.Functions.days;
import static dev.heddle.frame.expr.Functions.decimal;
import static dev.heddle.frame.expr.Functions.fullUnitsBetween;
import static dev.heddle.frame.expr.Functions.greatest;
import static dev.heddle.frame.expr.Functions.hours;
import static dev.heddle.frame.expr.Functions.least;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;
import static dev.heddle.frame.expr.Functions.makeDate;
import static dev.heddle.frame.expr.Functions.months;
import static dev.heddle.frame.expr.Functions.nullIf;
import static dev.heddle.frame.expr.Functions.timestamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.DateUnit;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Expressions of frames, over columns with nulls and over constants, run by the engine. */
class FrameExpressionsTest {
  private static Session session;
  private static DataFrame orders;

  @BeforeAll
  static void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(1));
    orders = Frames.orders(session);
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<String> values(Expr expr) {
    return Frames.values(orders, expr);
  }

  /** The value for the first row, of an expression whose operands are literals too. */
  private static String one(Expr expr) {
    return values(expr).getFirst();
  }

  @Test
  void computes() {
    assertThat(values(col("customer").plus(1))).containsExactly("11", "21", "11", "31", "null");
    assertThat(values(col("price").times(col("price"))))
        .containsExactly("110.2500", "400.0000", "27.5625", "400.0000", "null");
    assertThat(values(col("customer").div(4))).containsExactly("2.5", "5.0", "2.5", "7.5", "null");
    assertThat(values(col("price").floorDiv(3))).containsExactly("3", "6", "-2", "6", "null");
    assertThat(values(col("price").mod(3)))
        .containsExactly("1.50", "2.00", "-2.25", "2.00", "null");
    assertThat(values(col("weight").negate()))
        .containsExactly("-1.5", "NaN", "0.0", "-4.25", "null");
    assertThat(values(call(ScalarFunction.DIVIDE, col("customer"), lit(4))))
        .containsExactly("2", "5", "2", "7", "null");
    assertThat(values(col("price").div(3))).startsWith("3.5000000000000");
    assertThat(values(col("id").div(0)))
        .containsExactly("Infinity", "Infinity", "Infinity", "Infinity", "Infinity");
  }

  @Test
  void raisesErrorsForExactResultsThatDoNotExist() {
    assertError(col("id").mod(0), ErrorCode.DIVISION_BY_ZERO);
    assertError(call(ScalarFunction.DIVIDE, col("id"), lit(0)), ErrorCode.DIVISION_BY_ZERO);
    assertError(col("price").div(decimal("0.0")), ErrorCode.DIVISION_BY_ZERO);
    assertError(col("id").plus(Long.MAX_VALUE), ErrorCode.NUMERIC_OVERFLOW);
    assertError(col("status").cast(DataType.INT32), ErrorCode.INVALID_CAST);
    assertError(col("customer").times(100).cast(DataType.INT8), ErrorCode.INVALID_CAST);
  }

  private static void assertError(Expr expr, ErrorCode code) {
    assertThatThrownBy(() -> values(expr))
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageNotContaining("\n");
  }

  @Test
  void compares() {
    assertThat(values(col("price").gt(col("weight"))))
        .containsExactly("true", "false", "false", "true", "null");
    assertThat(values(col("weight").eqTo(Double.NaN)))
        .containsExactly("false", "true", "false", "false", "null");
    assertThat(values(col("weight").eqTo(0.0)))
        .containsExactly("false", "false", "true", "false", "null");
    assertThat(values(col("status").isDistinctFrom(lit("open"))))
        .containsExactly("false", "true", "false", "true", "true");
    assertThat(values(col("due").between("2024-01-01", "2024-03-01")))
        .containsExactly("true", "true", "false", "false", "null");
    assertThat(values(col("customer").isIn(10, 30)))
        .containsExactly("true", "false", "true", "true", "null");
    assertThat(values(col("customer").isIn(lit(10), litNull())))
        .containsExactly("true", "null", "true", "null", "null");
    assertThat(values(col("status").isIn("open", "x").not()))
        .containsExactly("false", "true", "false", "true", "null");
  }

  @Test
  void looksForValuesInLongLists() {
    Expr[] prices = new Expr[5_000];
    Expr[] days = new Expr[5_000];
    String[] words = new String[5_000];
    long[] numbers = new long[5_000];
    for (int i = 0; i < 5_000; i++) {
      prices[i] = decimal(i + ".50");
      days[i] = lit(LocalDate.of(2024, 1, 31).plusDays(2L * i));
      words[i] = i == 7 ? "open" : "word " + i;
      numbers[i] = i + 15L;
    }
    assertThat(values(col("customer").isIn(numbers)))
        .containsExactly("false", "true", "false", "true", "null");
    assertThat(values(col("customer").isIn(numbers).not()))
        .containsExactly("true", "false", "true", "false", "null");
    assertThat(values(col("price").isIn(prices)))
        .containsExactly("true", "false", "false", "false", "null");
    assertThat(values(col("due").isIn(days)))
        .containsExactly("true", "false", "false", "false", "null");
    assertThat(values(col("status").isIn(words)))
        .containsExactly("true", "false", "true", "false", "null");
    days[3] = litNull();
    assertThat(values(col("due").isIn(days)))
        .containsExactly("true", "null", "null", "null", "null");
  }

  @Test
  void decidesByThreeValuedLogic() {
    Expr unknown = col("price").gt(0);
    assertThat(values(unknown.and(lit(false))).getLast()).isEqualTo("false");
    assertThat(values(unknown.and(lit(true))).getLast()).isEqualTo("null");
    assertThat(values(unknown.or(lit(true))).getLast()).isEqualTo("true");
    assertThat(values(unknown.isTrue())).containsExactly("true", "true", "false", "true", "false");
    assertThat(values(unknown.isFalse()))
        .containsExactly("false", "false", "true", "false", "false");
  }

  @Test
  void choosesValues() {
    assertThat(
            values(
                caseWhen(col("price").lt(0), "negative")
                    .orWhen(col("price").gt(15), "large")
                    .otherwise("other")))
        .containsExactly("other", "large", "negative", "large", "other");
    assertThat(values(caseWhen(col("customer").eqTo(10), col("id")).otherwiseNull()))
        .containsExactly("1", "null", "3", "null", "null");
    assertThat(values(coalesce(col("customer"), col("id"))))
        .containsExactly("10", "20", "10", "30", "5");
    assertThat(values(nullIf(col("customer"), lit(10))))
        .containsExactly("null", "20", "null", "30", "null");
    assertThat(values(greatest(col("price"), lit(12))))
        .containsExactly("12.00", "20.00", "12.00", "20.00", "12.00");
    assertThat(values(least(col("customer"), col("id"), litNull())))
        .containsExactly("1", "2", "3", "4", "5");
    assertThat(
            values(
                caseWhen(col("id").eqTo(1), lit(0).cast(DataType.INT64))
                    .otherwise(call(ScalarFunction.DIVIDE, lit(10L), col("id").minus(1)))))
        .containsExactly("0", "10", "5", "3", "2");
  }

  @Test
  void changesTexts() {
    assertThat(values(col("status").upper()))
        .containsExactly("OPEN", "DONE", "OPEN", "DONE", "null");
    assertThat(values(col("status").like("%p_n")))
        .containsExactly("true", "false", "true", "false", "null");
    assertThat(one(lit("100%").like("100!%", '!'))).isEqualTo("true");
    assertThat(one(lit("ABC").ilike("a%"))).isEqualTo("true");
    assertThat(values(col("status").substring(2, 2)))
        .containsExactly("pe", "on", "pe", "on", "null");
    assertThat(one(lit("añ😀b").length())).isEqualTo("4");
    assertThat(one(lit("añ😀b").reverse())).isEqualTo("b😀ña");
    assertThat(one(lit("añ😀b").substring(3))).isEqualTo("😀b");
    assertThat(one(lit("  x ").trim())).isEqualTo("x");
    assertThat(one(lit("xxaxx").trimStart("x"))).isEqualTo("axx");
    assertThat(one(lit("xxaxx").trimEnd("x"))).isEqualTo("xxa");
    assertThat(values(col("status").concat("-").concat(col("id"))))
        .containsExactly("open-1", "done-2", "open-3", "done-4", "null");
    assertThat(values(concat(col("status"), lit("-"), col("id"))).getLast()).isEqualTo("-5");
    assertThat(one(concatWith(",", lit("a"), litNull(), lit("b")))).isEqualTo("a,b");
    assertThat(values(col("status").contains("e")))
        .containsExactly("true", "true", "true", "true", "null");
    assertThat(one(col("status").startsWith("op"))).isEqualTo("true");
    assertThat(one(col("status").endsWith("op"))).isEqualTo("false");
    assertThat(one(lit("banana").replace("an", "AN"))).isEqualTo("bANANa");
    assertThat(one(lit("banana").position("nan"))).isEqualTo("3");
    assertThat(one(lit("banana").left(-2))).isEqualTo("bana");
    assertThat(one(lit("banana").right(2))).isEqualTo("na");
    assertThat(one(lit("7").padStart(3, "0"))).isEqualTo("007");
    assertThat(one(lit("7").padEnd(3, "ab"))).isEqualTo("7ab");
    assertThat(one(lit("ab").repeat(3))).isEqualTo("ababab");
    assertThat(one(lit("a-b-c").splitPart("-", 2))).isEqualTo("b");
    assertThat(one(lit("a-b-c").splitPart("-", -1))).isEqualTo("c");
    assertThat(one(lit("abc123").regexpMatches("[0-9]+"))).isEqualTo("true");
    assertThat(one(lit("abc123def").regexpExtract("([a-z]+)([0-9]+)", 2))).isEqualTo("123");
    assertThat(one(lit("a1b22").regexpReplace("[0-9]+", "#"))).isEqualTo("a#b#");
  }

  @Test
  void readsAndMovesDates() {
    assertThat(values(col("due").year())).containsExactly("2024", "2024", "1969", "2024", "null");
    assertThat(values(col("seen").month())).containsExactly("1", "2", "12", "12", "null");
    assertThat(values(col("due").dayOfWeek())).containsExactly("3", "4", "3", "2", "null");
    assertThat(values(col("due").week())).containsExactly("5", "9", "1", "1", "null");
    assertThat(values(col("due").dayOfYear())).containsExactly("31", "60", "365", "366", "null");
    assertThat(values(col("due").quarter())).containsExactly("1", "1", "4", "4", "null");
    assertThat(values(col("seen").hour())).containsExactly("10", "23", "23", "0", "null");
    assertThat(values(col("seen").microsecond()))
        .containsExactly("12123456", "59000000", "59999999", "0", "null");
    assertThat(one(timestamp("1969-12-31T23:59:59").epoch())).isEqualTo("-1.0");
    assertThat(values(col("due").truncateTo(DateUnit.MONTH)))
        .containsExactly("2024-01-01", "2024-02-01", "1969-12-01", "2024-12-01", "null");
    assertThat(values(col("seen").truncateTo(DateUnit.HOUR)).get(2)).isEqualTo("1969-12-31T23:00");
    assertThat(values(col("due").plus(months(1))))
        .containsExactly("2024-02-29", "2024-03-29", "1970-01-31", "2025-01-31", "null");
    assertThat(values(col("due").minus(days(31))).getFirst()).isEqualTo("2023-12-31");
    assertThat(values(col("seen").plus(hours(1))).get(1)).isEqualTo("2024-03-01T00:59:59");
    assertThat(values(col("due").minus(date("2024-01-01"))))
        .containsExactly("30", "59", "-19724", "365", "null");
    assertThat(values(dateDiff(DateUnit.MONTH, date("2024-01-31"), col("due"))))
        .containsExactly("0", "1", "-649", "11", "null");
    assertThat(one(fullUnitsBetween(DateUnit.MONTH, date("2024-01-15"), date("2024-02-14"))))
        .isEqualTo("0");
    assertThat(values(col("due").lastDay()).get(1)).isEqualTo("2024-02-29");
    assertThat(one(makeDate(lit(2024), lit(2), lit(29)))).isEqualTo("2024-02-29");
    assertThat(one(date("1998-12-01").minus(days(90)))).isEqualTo("1998-09-02");
  }

  @Test
  void roundsAndMeasures() {
    assertThat(values(col("price").round())).containsExactly("11", "20", "-5", "20", "null");
    assertThat(values(col("price").round(1)).getFirst()).isEqualTo("10.5");
    assertThat(values(col("price").abs()).get(2)).isEqualTo("5.25");
    assertThat(values(col("price").ceil())).containsExactly("11", "20", "-5", "20", "null");
    assertThat(values(col("price").floor())).containsExactly("10", "20", "-6", "20", "null");
    assertThat(values(col("price").sign()).get(2)).startsWith("-1");
    assertThat(one(lit(2.5).round())).isEqualTo("3.0");
    assertThat(one(lit(-2.5).round())).isEqualTo("-3.0");
    assertThat(one(lit(1234).round(-2))).isEqualTo("1200");
    assertThat(one(lit(2).sqrt())).isEqualTo("1.4142135623730951");
    assertThat(one(lit(-1).sqrt())).isEqualTo("NaN");
    assertThat(one(lit(2).power(10))).isEqualTo("1024.0");
    assertThat(one(lit(0).ln())).isEqualTo("-Infinity");
    assertThat(one(call(ScalarFunction.PI))).isEqualTo("3.141592653589793");
  }

  @Test
  void casts() {
    assertThat(values(col("id").cast(DataType.STRING))).containsExactly("1", "2", "3", "4", "5");
    assertThat(values(col("price").cast(DataType.INT32)))
        .containsExactly("11", "20", "-5", "20", "null");
    assertThat(values(col("weight").cast(DataType.STRING)))
        .containsExactly("1.5", "nan", "-0.0", "4.25", "null");
    assertThat(values(col("status").tryCast(DataType.INT32)))
        .containsExactly("null", "null", "null", "null", "null");
    assertThat(one(lit("2024-02-30").tryCast(DataType.DATE))).isEqualTo("null");
    assertThat(one(lit("2024-02-29").cast(DataType.DATE))).isEqualTo("2024-02-29");
    assertThat(values(col("seen").cast(DataType.DATE)).get(2)).isEqualTo("1969-12-31");
    assertThat(values(col("due").cast(DataType.TIMESTAMP)).getFirst())
        .isEqualTo("2024-01-31T00:00");
    assertThat(one(lit("1.005").cast(new DataType.Decimal(5, 2)))).isEqualTo("1.01");
    assertThat(one(lit("true").cast(DataType.BOOL))).isEqualTo("true");
  }
}
