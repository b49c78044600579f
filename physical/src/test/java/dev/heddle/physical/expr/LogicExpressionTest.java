package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.caseWhen;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.decimal;
import static dev.heddle.physical.expr.Exprs.in;
import static dev.heddle.physical.expr.Exprs.int32;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.interval;
import static dev.heddle.physical.expr.Exprs.nullOf;
import static dev.heddle.physical.expr.Exprs.text;
import static dev.heddle.physical.expr.Exprs.truth;
import static dev.heddle.physical.expr.Exprs.whole;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Effort;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogicExpressionTest {
  private static final DataType.Decimal MONEY = new DataType.Decimal(7, 2);

  @Test
  void followsThreeValuedLogic() {
    PhysicalExpr a = col(0, DataType.BOOL);
    PhysicalExpr b = col(1, DataType.BOOL);
    PhysicalExpr c = col(2, DataType.BOOL);
    for (long seed = 1; seed <= Effort.of(3, 2); seed++) {
      try (ExpressionTester tester =
          new ExpressionTester(seed, List.of(DataType.BOOL, DataType.BOOL, DataType.BOOL), 150)) {
        tester.check(call(ScalarFunction.AND, a, b), "c0 AND c1");
        tester.check(call(ScalarFunction.OR, a, b, c), "c0 OR c1 OR c2");
        tester.check(call(ScalarFunction.NOT, a), "NOT c0");
        tester.check(a, "c0");
        tester.check(
            call(ScalarFunction.NOT, call(ScalarFunction.AND, a, call(ScalarFunction.OR, b, c))),
            "NOT (c0 AND (c1 OR c2))");
        tester.check(
            call(ScalarFunction.AND, call(ScalarFunction.NOT, a), call(ScalarFunction.OR, b, c)),
            "NOT c0 AND (c1 OR c2)");
        tester.check(call(ScalarFunction.AND, a, truth(false)), "c0 AND false");
        tester.check(call(ScalarFunction.OR, a, nullOf(DataType.BOOL)), "c0 OR NULL::BOOLEAN");
        tester.check(call(ScalarFunction.IS_NULL, a), "c0 IS NULL");
        tester.check(call(ScalarFunction.NOT, call(ScalarFunction.IS_NULL, a)), "NOT c0 IS NULL");
        tester.check(call(ScalarFunction.COALESCE, a, b, c), "coalesce(c0, c1, c2)");
        tester.check(call(ScalarFunction.GREATEST, a, b), "greatest(c0, c1)");
        tester.check(call(ScalarFunction.IS_TRUE, a), "c0 IS TRUE");
        tester.check(call(ScalarFunction.IS_NOT_TRUE, a), "c0 IS NOT TRUE");
        tester.check(call(ScalarFunction.IS_FALSE, a), "c0 IS FALSE");
        tester.check(call(ScalarFunction.IS_NOT_FALSE, a), "c0 IS NOT FALSE");
        tester.check(call(ScalarFunction.NOT, call(ScalarFunction.IS_TRUE, a)), "NOT (c0 IS TRUE)");
        tester.check(
            call(ScalarFunction.AND, call(ScalarFunction.OR, a, b), c), "(c0 OR c1) AND c2");
      }
    }
  }

  @Test
  void choosesConstants() {
    PhysicalExpr a = col(0, DataType.INT32);
    PhysicalExpr b = col(1, DataType.INT32);
    PhysicalExpr isNegative = call(ScalarFunction.LT, a, int32(0));
    PhysicalExpr isZero = call(ScalarFunction.EQ, b, int32(0));
    PhysicalExpr isNull = call(ScalarFunction.IS_NULL, b);
    PhysicalExpr isLarge =
        call(ScalarFunction.GT, call(ScalarFunction.DIVIDE, int32(100), b), int32(2));
    String long1 = "a text that does not fit into a view";
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester tester =
          new ExpressionTester(seed, List.of(DataType.INT32, DataType.INT32), 150)) {
        tester.check(
            caseWhen(isNegative, text(long1), isNull, text("b"), text("c")),
            "CASE WHEN c0 < 0 THEN '" + long1 + "' WHEN c1 IS NULL THEN 'b' ELSE 'c' END");
        tester.check(
            caseWhen(isNull, nullOf(DataType.STRING), isNegative, text("c"), text("c")),
            "CASE WHEN c1 IS NULL THEN NULL WHEN c0 < 0 THEN 'c' ELSE 'c' END");
        tester.check(
            caseWhen(isNegative, int64(1), isNull, int64(-2), nullOf(DataType.INT64)),
            "CASE WHEN c0 < 0 THEN 1::BIGINT WHEN c1 IS NULL THEN -2::BIGINT END");
        tester.check(
            caseWhen(
                isZero,
                text("zero"),
                isLarge,
                nullOf(DataType.STRING),
                isNegative,
                text(""),
                text(long1)),
            "CASE WHEN c1 = 0 THEN 'zero' WHEN 100 // c1 > 2 THEN NULL WHEN c0 < 0 THEN '' ELSE '"
                + long1
                + "' END");
        tester.check(
            caseWhen(isZero, whole(125, MONEY), isLarge, whole(-300, MONEY), nullOf(MONEY)),
            "CASE WHEN c1 = 0 THEN 1.25::DECIMAL(7,2) WHEN 100 // c1 > 2 THEN -3::DECIMAL(7,2)"
                + " END");
        tester.check(
            call(
                ScalarFunction.UPPER,
                caseWhen(isNegative, text("x"), isNull, text("y"), text("z"))),
            "upper(CASE WHEN c0 < 0 THEN 'x' WHEN c1 IS NULL THEN 'y' ELSE 'z' END)");
      }
    }
  }

  @Test
  void evaluatesBranchesForTheirRowsOnly() {
    PhysicalExpr a = col(0, DataType.INT32);
    PhysicalExpr b = col(1, DataType.INT32);
    PhysicalExpr zero = call(ScalarFunction.EQ, b, int32(0));
    PhysicalExpr quotient = call(ScalarFunction.DIVIDE, a, b);
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester tester =
          new ExpressionTester(seed, List.of(DataType.INT32, DataType.INT32), 150)) {
        tester.check(
            caseWhen(zero, int32(7), quotient), "CASE WHEN c1 = 0 THEN 7 ELSE c0 // c1 END");
        tester.check(
            caseWhen(
                call(ScalarFunction.GT, a, int32(100)),
                a,
                call(ScalarFunction.LT, b, int32(-5)),
                b,
                call(ScalarFunction.IS_NULL, a),
                nullOf(DataType.INT32),
                call(ScalarFunction.ADD, a, int32(1))),
            "CASE WHEN c0 > 100 THEN c0 WHEN c1 < -5 THEN c1 WHEN c0 IS NULL THEN NULL"
                + " ELSE c0 + 1 END");
        tester.check(
            call(ScalarFunction.OR, zero, call(ScalarFunction.GT, quotient, int32(1))),
            "CASE WHEN c1 = 0 THEN true ELSE c0 // c1 > 1 END");
        tester.check(
            call(
                ScalarFunction.AND,
                call(ScalarFunction.NOT_EQ, b, int32(0)),
                call(ScalarFunction.GT, quotient, int32(1))),
            "CASE WHEN c1 = 0 THEN false ELSE c0 // c1 > 1 END");
        tester.check(call(ScalarFunction.COALESCE, a, b, int32(5)), "coalesce(c0, c1, 5)");
        tester.check(call(ScalarFunction.COALESCE, a, b), "coalesce(c0, c1)");
      }
    }
  }

  @Test
  void choosesTextsFromManyColumns() {
    PhysicalExpr a = col(0, DataType.STRING);
    PhysicalExpr b = col(1, DataType.STRING);
    for (long seed = 1; seed <= Effort.of(6, 2); seed++) {
      try (ExpressionTester tester =
          new ExpressionTester(seed, List.of(DataType.STRING, DataType.STRING), 150)) {
        tester.check(
            caseWhen(
                call(ScalarFunction.LT, a, text("b")),
                b,
                call(ScalarFunction.LT, a, text("m")),
                text("a constant of more than twelve bytes"),
                a),
            "CASE WHEN c0 < 'b' THEN c1 WHEN c0 < 'm' THEN 'a constant of more than twelve bytes'"
                + " ELSE c0 END");
        tester.check(call(ScalarFunction.COALESCE, a, b, text("x")), "coalesce(c0, c1, 'x')");
      }
    }
  }

  @Test
  void findsValuesInLists() {
    for (long seed = 1; seed <= Effort.of(3, 2); seed++) {
      try (ExpressionTester tester =
          new ExpressionTester(
              seed, List.of(DataType.INT64, DataType.STRING, MONEY, DataType.FLOAT64), 150)) {
        PhysicalExpr number = col(0, DataType.INT64);
        tester.check(in(number, int64(0), int64(1), int64(-1), int64(7)), "c0 IN (0, 1, -1, 7)");
        tester.check(call(ScalarFunction.NOT, in(number, int64(0), int64(1))), "c0 NOT IN (0, 1)");
        PhysicalExpr.Literal[] many = new PhysicalExpr.Literal[2000];
        for (int i = 0; i < many.length; i++) {
          many[i] = int64(i * 7 - 500);
        }
        tester.check(in(number, many), "c0 BETWEEN -500 AND 13493 AND (c0::HUGEINT + 500) % 7 = 0");
        PhysicalExpr name = col(1, DataType.STRING);
        tester.check(
            in(
                name,
                text(""),
                text("a"),
                text("äöü"),
                text("a text that is longer than twelve bytes")),
            "c1 IN ('', 'a', 'äöü', 'a text that is longer than twelve bytes')");
        tester.check(
            in(col(2, MONEY), PhysicalExpr.Literal.of(ScanValue.Whole.of(10), MONEY)),
            "c2 IN (0.10)");
        tester.check(
            in(
                col(3, DataType.FLOAT64),
                Exprs.float64(0),
                Exprs.float64(Double.NaN),
                Exprs.float64(0.5)),
            "c3 IN (0, 'nan'::DOUBLE, 0.5)");
      }
    }
  }

  @Test
  void evaluatesWhatTpchNeeds() {
    List<DataType> types =
        List.of(DataType.DATE, DataType.STRING, new DataType.Decimal(15, 2), MONEY);
    PhysicalExpr day = col(0, DataType.DATE);
    PhysicalExpr name = col(1, DataType.STRING);
    PhysicalExpr price = col(2, new DataType.Decimal(15, 2));
    PhysicalExpr discount = col(3, MONEY);
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester tester = new ExpressionTester(seed, types, 150)) {
        tester.check(call(ScalarFunction.YEAR, day), "year(c0)");
        tester.check(
            call(ScalarFunction.ADD, day, interval(3, 0, 0)), "(c0 + INTERVAL 3 MONTH)::DATE");
        tester.check(
            call(ScalarFunction.SUBTRACT, day, interval(13, 90, 0)),
            "((c0 - INTERVAL 13 MONTH) - INTERVAL 90 DAY)::DATE");
        tester.check(
            call(
                ScalarFunction.AND,
                call(ScalarFunction.GT_EQ, day, Exprs.date("1994-01-01")),
                call(ScalarFunction.LT, day, Exprs.date("2010-01-01")),
                call(ScalarFunction.LT, discount, decimal("24"))),
            "c0 >= DATE '1994-01-01' AND c0 < DATE '2010-01-01' AND c3 < 24");
        tester.check(
            call(ScalarFunction.SUBSTRING, name, int64(1), int64(2)), "substring(c1, 1, 2)");
        for (String pattern :
            List.of("%a%", "a%", "%b", "a_%", "%a%b%", "ab", "%", "", "_", "%x_y%", "__", "%ö_")) {
          tester.check(call(ScalarFunction.LIKE, name, text(pattern)), "c1 LIKE '" + pattern + "'");
          tester.check(
              call(ScalarFunction.NOT, call(ScalarFunction.LIKE, name, text(pattern))),
              "c1 NOT LIKE '" + pattern + "'");
        }
        PhysicalExpr net =
            call(
                ScalarFunction.MULTIPLY,
                price,
                call(ScalarFunction.SUBTRACT, decimal("1"), discount));
        tester.check(net, "c2::DECIMAL(20,2) * (1::DECIMAL(1,0) - c3)::DECIMAL(8,2)");
        tester.check(
            caseWhen(
                call(ScalarFunction.LIKE, name, text("a%")),
                net,
                Exprs.cast(decimal("0"), net.type())),
            "CASE WHEN c1 LIKE 'a%' THEN c2::DECIMAL(20,2) * (1::DECIMAL(1,0) - c3)::DECIMAL(8,2)"
                + " ELSE 0 END");
      }
    }
  }

  @Test
  void comparesWidenedColumnsWithConstants() {
    PhysicalExpr price = col(0, MONEY);
    PhysicalExpr day = col(1, DataType.DATE);
    PhysicalExpr small = col(2, DataType.INT16);
    List<ScalarFunction> comparisons =
        List.of(
            ScalarFunction.EQ,
            ScalarFunction.NOT_EQ,
            ScalarFunction.LT,
            ScalarFunction.LT_EQ,
            ScalarFunction.GT,
            ScalarFunction.GT_EQ);
    PhysicalExpr noon = Exprs.cast(text("1970-01-01 12:00:00"), DataType.TIMESTAMP);
    PhysicalExpr midnight = Exprs.cast(text("1970-01-01 00:00:00"), DataType.TIMESTAMP);
    for (long seed = 1; seed <= Effort.of(3, 2); seed++) {
      try (ExpressionTester t =
          new ExpressionTester(seed, List.of(MONEY, DataType.DATE, DataType.INT16), 200)) {
        for (ScalarFunction function : comparisons) {
          String sign = function.sqlNames().getFirst();
          for (String number : List.of("12.345", "-12.345", "12.340", "0.000", "-99999.99")) {
            t.check(fold(call(function, price, decimal(number))), "c0 " + sign + " " + number);
            t.check(call(function, decimal(number), price), number + " " + sign + " c0");
          }
          t.check(fold(call(function, price, int64(7))), "c0 " + sign + " 7");
          t.check(fold(call(function, small, int64(1L << 40))), "c2 " + sign + " 1099511627776");
          t.check(fold(call(function, small, decimal("3.5"))), "c2 " + sign + " 3.5");
          for (PhysicalExpr time : List.of(noon, midnight)) {
            t.check(
                fold(call(function, day, time)),
                "c1 "
                    + sign
                    + " TIMESTAMP '1970-01-01 "
                    + (time == noon ? "12" : "00")
                    + ":00:00'");
          }
        }
      }
    }
  }

  private static PhysicalExpr fold(PhysicalExpr expression) {
    return ConstantFolder.fold(expression, ExpressionTester.TIME);
  }
}
