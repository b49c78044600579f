package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.cast;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.int64;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.Effort;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArithmeticExpressionTest {
  static List<DataType> integers() {
    return List.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.INT64);
  }

  @ParameterizedTest
  @MethodSource("integers")
  void computesWithIntegersAndChecksTheirRange(DataType type) {
    PhysicalExpr a = col(0, type);
    PhysicalExpr b = col(1, type);
    String name = type.sqlName();
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester t = new ExpressionTester(seed, List.of(type, type), 60)) {
        t.check(call(ScalarFunction.ADD, a, b), "(c0::HUGEINT + c1)::" + name);
        t.check(call(ScalarFunction.SUBTRACT, a, b), "(c0::HUGEINT - c1)::" + name);
        t.check(call(ScalarFunction.MULTIPLY, a, b), "(c0::HUGEINT * c1)::" + name);
        PhysicalExpr seven = Exprs.whole(7, type);
        t.check(call(ScalarFunction.ADD, a, seven), "(c0::HUGEINT + 7)::" + name);
        t.check(call(ScalarFunction.SUBTRACT, seven, b), "(7 - c1::HUGEINT)::" + name);
        t.check(
            call(ScalarFunction.DIVIDE, a, call(ScalarFunction.NULLIF, b, Exprs.whole(0, type))),
            "(c0::HUGEINT // nullif(c1, 0))::" + name);
        t.check(
            call(ScalarFunction.MODULO, a, call(ScalarFunction.NULLIF, b, Exprs.whole(0, type))),
            "(c0::HUGEINT % nullif(c1, 0))::" + name);
        t.check(call(ScalarFunction.NEGATE, a), "(-(c0::HUGEINT))::" + name);
        t.check(call(ScalarFunction.ABS, a), "abs(c0::HUGEINT)::" + name);
        t.check(call(ScalarFunction.SIGN, a), "sign(c0)::" + name);
        t.check(
            call(
                ScalarFunction.FLOOR_DIVIDE,
                a,
                call(ScalarFunction.NULLIF, b, Exprs.whole(0, type))),
            "((c0::HUGEINT - ((c0::HUGEINT % nullif(c1, 0)) + c1) % c1) // c1)::" + name);
        t.check(call(ScalarFunction.GREATEST, a, b), "greatest(c0, c1)");
        t.check(call(ScalarFunction.LEAST, b, a, seven), "least(c1, c0, 7)::" + name);
        t.check(call(ScalarFunction.NULLIF, a, b), "nullif(c0, c1)");
      }
    }
  }

  @Test
  void followsIeee754() {
    PhysicalExpr a = col(0, DataType.FLOAT64);
    PhysicalExpr b = col(1, DataType.FLOAT64);
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester t =
          new ExpressionTester(seed, List.of(DataType.FLOAT64, DataType.FLOAT64), 100)) {
        for (Map.Entry<ScalarFunction, String> operation :
            Map.of(
                    ScalarFunction.ADD, "+",
                    ScalarFunction.SUBTRACT, "-",
                    ScalarFunction.MULTIPLY, "*",
                    ScalarFunction.DIVIDE, "/")
                .entrySet()) {
          String sign = operation.getValue();
          t.check(call(operation.getKey(), a, b), "c0 " + sign + " c1");
          t.check(call(operation.getKey(), a, Exprs.float64(3)), "c0 " + sign + " 3::DOUBLE");
        }
        t.check(call(ScalarFunction.NEGATE, a), "-c0");
        t.check(call(ScalarFunction.ABS, a), "abs(c0)");
        t.check(call(ScalarFunction.CEIL, a), "ceil(c0)");
        t.check(call(ScalarFunction.FLOOR, a), "floor(c0)");
        t.check(call(ScalarFunction.ROUND, a), "round(c0)");
        t.check(call(ScalarFunction.ROUND, a, int64(2)), "round(c0, 2)");
        t.check(call(ScalarFunction.TRUNC, a), "trunc(c0)");
        t.check(call(ScalarFunction.IS_NAN, a), "isnan(c0)");
        t.check(call(ScalarFunction.CBRT, a), "cbrt(c0)");
        t.check(call(ScalarFunction.EXP, a), "exp(c0)");
        t.check(call(ScalarFunction.ATAN, a), "atan(c0)");
        t.check(call(ScalarFunction.TANH, a), "tanh(c0)");
        t.check(call(ScalarFunction.DEGREES, a), "degrees(c0)");
        t.check(call(ScalarFunction.RADIANS, a), "radians(c0)");
        PhysicalExpr positive =
            call(ScalarFunction.ADD, call(ScalarFunction.ABS, a), Exprs.float64(0.5));
        t.check(call(ScalarFunction.SQRT, positive), "sqrt(abs(c0) + 0.5::DOUBLE)");
        t.check(call(ScalarFunction.LN, positive), "ln(abs(c0) + 0.5::DOUBLE)");
        t.check(call(ScalarFunction.LOG10, positive), "log10(abs(c0) + 0.5::DOUBLE)");
        t.check(call(ScalarFunction.LOG2, positive), "log2(abs(c0) + 0.5::DOUBLE)");
        t.check(call(ScalarFunction.ATAN2, a, positive), "atan2(c0, abs(c0) + 0.5::DOUBLE)");
        t.check(
            call(ScalarFunction.POWER, positive, Exprs.float64(1.5)),
            "pow(abs(c0) + 0.5::DOUBLE, 1.5)");
        PhysicalExpr finite =
            Exprs.caseWhen(
                call(ScalarFunction.LT, call(ScalarFunction.ABS, a), Exprs.float64(1e6)),
                a,
                Exprs.nullOf(DataType.FLOAT64));
        String sql = "CASE WHEN abs(c0) < 1e6 THEN c0 END";
        t.check(call(ScalarFunction.SIN, finite), "sin(" + sql + ")");
        t.check(call(ScalarFunction.COS, finite), "cos(" + sql + ")");
        t.check(call(ScalarFunction.SINH, finite), "sinh(" + sql + ")");
      }
    }
  }

  @Test
  void computesDecimalsExactly() {
    List<DataType.Decimal> types =
        List.of(
            new DataType.Decimal(7, 2),
            new DataType.Decimal(15, 2),
            new DataType.Decimal(18, 4),
            new DataType.Decimal(38, 6),
            new DataType.Decimal(22, 0));
    long seed = 0;
    for (DataType.Decimal left : types) {
      for (DataType.Decimal right : types) {
        PhysicalExpr a = col(0, left);
        PhysicalExpr b = col(1, right);
        try (DecimalTwin twin = new DecimalTwin(++seed, left, right)) {
          for (ScalarFunction function :
              List.of(
                  ScalarFunction.ADD,
                  ScalarFunction.SUBTRACT,
                  ScalarFunction.MULTIPLY,
                  ScalarFunction.DIVIDE,
                  ScalarFunction.MODULO,
                  ScalarFunction.FLOOR_DIVIDE)) {
            twin.check(function, (PhysicalExpr.Call) call(function, a, b));
          }
        }
      }
    }
  }

  @Test
  void roundsDecimals() {
    DataType.Decimal type = new DataType.Decimal(18, 4);
    DataType.Decimal wide = new DataType.Decimal(38, 6);
    PhysicalExpr a = col(0, type);
    PhysicalExpr b = col(1, wide);
    for (long seed = 1; seed <= Effort.of(4, 2); seed++) {
      try (ExpressionTester t = new ExpressionTester(seed, List.of(type, wide), 100)) {
        t.check(call(ScalarFunction.CEIL, a), "ceil(c0)");
        t.check(call(ScalarFunction.FLOOR, a), "floor(c0)");
        t.check(call(ScalarFunction.FLOOR, b), "floor(c1)");
        t.check(call(ScalarFunction.CEIL, b), "ceil(c1)");
        t.check(call(ScalarFunction.ABS, b), "abs(c1)");
        t.check(call(ScalarFunction.NEGATE, a), "-c0");
        t.check(call(ScalarFunction.ROUND, a, int64(2)), "round(c0, 2)::DECIMAL(17,2)");
        t.check(call(ScalarFunction.ROUND, a), "round(c0, 0)::DECIMAL(15,0)");
        t.check(
            cast(call(ScalarFunction.ROUND, a, int64(-3)), DataType.FLOAT64),
            "round(c0, -3)::DOUBLE");
      }
    }
  }
}
