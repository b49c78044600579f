package dev.heddle.physical.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares decimal arithmetic with BigDecimal, row by row, errors included. */
final class DecimalTwin implements AutoCloseable {
  private static final int ROWS = 80;

  private final MemoryAccount account = new MemoryLedger(1L << 28).open("decimals");
  private final Column left;
  private final Column right;
  private final String story;

  DecimalTwin(long seed, DataType.Decimal leftType, DataType.Decimal rightType) {
    RandomBatches random = RandomBatches.seed(seed);
    left = random.column(leftType, ROWS, account);
    right = random.column(rightType, ROWS, account);
    story = random + " " + leftType.sqlName() + " " + rightType.sqlName();
  }

  void check(ScalarFunction function, PhysicalExpr.Call call) {
    if (call.type().isFloat()) {
      return; // the quotient's digits do not fit; casts and doubles are tested elsewhere
    }
    DataType.Decimal type = (DataType.Decimal) call.type();
    try (Evaluator evaluator = Evaluator.of(List.of(call), ExpressionTester.TIME, account)) {
      boolean anyError = false;
      for (int row = 0; row < ROWS; row++) {
        anyError |= checkRow(function, type, evaluator, row);
      }
      if (!anyError) {
        Column all = evaluator.evaluate(new Column[] {left, right}, ROWS)[0];
        for (int row = 0; row < ROWS; row++) {
          assertThat(ScannedRows.value(all, row))
              .as(story + " " + function + " row " + row)
              .isEqualTo(exact(function, type, row));
        }
        all.release();
      }
    }
  }

  private boolean checkRow(
      ScalarFunction function, DataType.Decimal type, Evaluator evaluator, int row) {
    Column a = one(left, row);
    Column b = one(right, row);
    String what = story + " " + function + " row " + row;
    try {
      Column result = evaluator.evaluate(new Column[] {a, b}, 1)[0];
      assertThat(ScannedRows.value(result, 0)).as(what).isEqualTo(exact(function, type, row));
      result.release();
      return false;
    } catch (HeddleException e) {
      BigDecimal divisor = (BigDecimal) ScannedRows.value(right, row);
      boolean byZero = divisor != null && divisor.signum() == 0;
      boolean divides =
          !List.of(ScalarFunction.ADD, ScalarFunction.SUBTRACT, ScalarFunction.MULTIPLY)
              .contains(function);
      if (divides && byZero) {
        assertThat(e.code()).as(what).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
      } else {
        assertThat(e.code()).as(what).isEqualTo(ErrorCode.NUMERIC_OVERFLOW);
        BigDecimal exact = exact(function, type, row);
        assertThat(exact).as(what).isNotNull();
        assertThat(exact.precision()).as(what).isGreaterThan(type.precision());
      }
      return true;
    } finally {
      a.release();
      b.release();
    }
  }

  private Column one(Column column, int row) {
    Buffer position = account.allocate(4);
    Memory.putInt(position.address(), row);
    try {
      return Gather.rows(column, position.address(), 1, account);
    } finally {
      position.release();
    }
  }

  private @Nullable BigDecimal exact(ScalarFunction function, DataType.Decimal type, int row) {
    BigDecimal a = (BigDecimal) ScannedRows.value(left, row);
    BigDecimal b = (BigDecimal) ScannedRows.value(right, row);
    if (a == null || b == null) {
      return null;
    }
    BigDecimal exact =
        switch (function) {
          case ADD -> a.add(b);
          case SUBTRACT -> a.subtract(b);
          case MULTIPLY -> a.multiply(b);
          case DIVIDE -> a.divide(b, type.scale(), RoundingMode.HALF_UP);
          case MODULO -> a.remainder(b);
          default -> a.divide(b, 0, RoundingMode.FLOOR);
        };
    return exact.setScale(type.scale(), RoundingMode.HALF_UP);
  }

  @Override
  public void close() {
    left.release();
    right.release();
    account.close();
  }
}
