package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.col;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.kernel.SingleValues;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompareExpressionTest {
  private static final List<ScalarFunction> COMPARISONS =
      List.of(
          ScalarFunction.EQ,
          ScalarFunction.NOT_EQ,
          ScalarFunction.LT,
          ScalarFunction.LT_EQ,
          ScalarFunction.GT,
          ScalarFunction.GT_EQ);

  static List<DataType> types() {
    return RandomBatches.TYPES;
  }

  private record Constant(PhysicalExpr.Literal literal, String sql) {}

  private static List<Constant> constants(DataType type, long seed) {
    List<Constant> constants = new ArrayList<>();
    try (MemoryAccount account = new MemoryLedger(1 << 20).open("constants")) {
      Column values = RandomBatches.seed(seed).column(type, 4, 0, 1_000_000, account);
      for (int i = 0; i < 4; i++) {
        PhysicalExpr.Literal literal =
            new PhysicalExpr.Literal(SingleValues.value(values, i), type);
        constants.add(
            new Constant(literal, DuckDbOracle.literal(ScannedRows.value(values, i), type)));
      }
      values.release();
    }
    constants.add(new Constant(Exprs.nullOf(type), DuckDbOracle.literal(null, type)));
    return constants;
  }

  @ParameterizedTest
  @MethodSource("types")
  void comparesColumnsAndConstantsOfEveryType(DataType type) {
    for (long seed = 1; seed <= 1; seed++) {
      try (ExpressionTester tester = new ExpressionTester(seed, List.of(type, type), 80)) {
        for (ScalarFunction function : COMPARISONS) {
          boolean equality = function == ScalarFunction.EQ || function == ScalarFunction.NOT_EQ;
          if (type instanceof DataType.Interval && !equality) {
            continue;
          }
          String sign = function.sqlNames().getFirst();
          tester.check(call(function, col(0, type), col(1, type)), "c0 " + sign + " c1");
          for (Constant constant : constants(type, seed + 10)) {
            tester.check(
                call(function, col(0, type), constant.literal), "c0 " + sign + constant.sql);
            tester.check(
                call(function, constant.literal, col(1, type)), constant.sql + sign + " c1");
            tester.check(
                call(ScalarFunction.NOT, call(function, col(0, type), constant.literal)),
                "NOT (c0 " + sign + constant.sql + ")");
          }
        }
        tester.check(
            call(ScalarFunction.IS_DISTINCT_FROM, col(0, type), col(1, type)),
            "c0 IS DISTINCT FROM c1");
        for (Constant constant : constants(type, seed + 20)) {
          tester.check(
              call(ScalarFunction.IS_NOT_DISTINCT_FROM, col(0, type), constant.literal),
              "c0 IS NOT DISTINCT FROM " + constant.sql);
        }
      }
    }
  }
}
