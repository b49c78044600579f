package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.in;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.testing.ScannedRows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PredicateEvaluatorTest {
  private static final PhysicalExpr A = col(0, DataType.INT64);
  private static final PhysicalExpr B = col(1, DataType.INT64);
  private static final PhysicalExpr NAME = col(3, DataType.STRING);

  private final MemoryAccount account = new MemoryLedger(1 << 24).open("predicates");

  @AfterEach
  void closeAccount() {
    account.close();
  }

  private Column numbers(long... values) {
    try (ColumnBuilder builder = new ColumnBuilder(DataType.INT64, account)) {
      for (long value : values) {
        if (value == Long.MIN_VALUE) {
          builder.appendNull();
        } else {
          builder.appendLong(value);
        }
      }
      return builder.build();
    }
  }

  private Batch batch() {
    return Batch.of(account, 5, numbers(10, 20, 30, 40, Long.MIN_VALUE), numbers(0, 5, 0, 40, 1));
  }

  private List<Object> firstColumn(PhysicalExpr... conjuncts) {
    try (PredicateEvaluator evaluator =
        PredicateEvaluator.of(List.of(conjuncts), ExpressionTester.TIME, account)) {
      Optional<Batch> kept = evaluator.filter(batch());
      if (kept.isEmpty()) {
        return List.of();
      }
      try (Batch rows = kept.get()) {
        return ScannedRows.of(rows).stream().map(List::getFirst).toList();
      }
    }
  }

  @Test
  void doesNotEvaluateALaterConjunctForRowsThatAnEarlierOneRemoved() {
    PhysicalExpr guard = call(ScalarFunction.NOT_EQ, B, int64(0));
    PhysicalExpr quotient = call(ScalarFunction.GT, call(ScalarFunction.DIVIDE, A, B), int64(1));
    assertThat(firstColumn(guard, quotient)).containsExactly(20L);
    assertThat(firstColumn(call(ScalarFunction.AND, guard, quotient))).containsExactly(20L);
    assertThatThrownBy(() -> firstColumn(quotient, guard))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO))
        .hasMessageContaining("Cannot divide 10 by zero");
  }

  @Test
  void keepsAllSomeOrNoRows() {
    assertThat(
            firstColumn(
                call(ScalarFunction.GT, A, int64(15)), call(ScalarFunction.LT, A, int64(40))))
        .containsExactly(20L, 30L);
    assertThat(firstColumn(call(ScalarFunction.LT, A, int64(0)))).isEmpty();
    assertThat(firstColumn(call(ScalarFunction.GT_EQ, B, int64(0)))).hasSize(5);
    assertThat(firstColumn()).hasSize(5);
    assertThat(firstColumn(Exprs.truth(true))).hasSize(5);
    assertThat(firstColumn(Exprs.truth(false))).isEmpty();
    assertThat(firstColumn(Exprs.nullOf(DataType.BOOL))).isEmpty();
  }

  @Test
  void filtersForScansByPositionsOfTheRequest() {
    ExprRowFilter filter =
        ExprRowFilter.of(call(ScalarFunction.LIKE, NAME, text("a%")), ExpressionTester.TIME);
    assertThat(filter.columns()).containsExactly(3);
    try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, account);
        RowFilter.Evaluation evaluation = filter.start(account)) {
      for (String name : List.of("ab", "b", "a", "ca")) {
        builder.appendString(name);
      }
      Column names = builder.build();
      Buffer positions = account.allocate(16);
      int kept = evaluation.narrow(new Column[] {names}, 4, 0, 4, positions.address());
      assertThat(kept).isEqualTo(2);
      assertThat(Memory.getInt(positions.address() + 4)).isEqualTo(2);
      Memory.putInt(positions.address(), 1);
      Memory.putInt(positions.address() + 4, 2);
      kept =
          evaluation.narrow(new Column[] {names}, 4, positions.address(), 2, positions.address());
      assertThat(kept).isEqualTo(1);
      assertThat(Memory.getInt(positions.address())).isEqualTo(2);
      positions.release();
      names.release();
    }
  }

  private static boolean decidedByValue(PhysicalExpr predicate) {
    return ExprRowFilter.of(predicate, ExpressionTester.TIME).isDecidedByValue();
  }

  @Test
  void isDecidedByValueWithoutErrorsNullsAndOtherColumns() {
    assertThat(decidedByValue(call(ScalarFunction.EQ, NAME, text("x")))).isTrue();
    assertThat(decidedByValue(in(NAME, text("x"), text("y")))).isTrue();
    assertThat(
            decidedByValue(call(ScalarFunction.NOT, call(ScalarFunction.LIKE, NAME, text("%x")))))
        .isTrue();
    assertThat(
            decidedByValue(
                call(
                    ScalarFunction.EQ,
                    call(ScalarFunction.SUBSTRING, NAME, int64(1), int64(2)),
                    text("13"))))
        .isTrue();
    assertThat(decidedByValue(call(ScalarFunction.IS_NULL, NAME))).isFalse();
    assertThat(decidedByValue(call(ScalarFunction.LT, A, B))).isFalse();
    assertThat(decidedByValue(call(ScalarFunction.EQ, Exprs.cast(NAME, DataType.INT64), int64(1))))
        .isFalse();
    assertThat(
            decidedByValue(
                call(
                    ScalarFunction.OR,
                    call(ScalarFunction.IS_NULL, NAME),
                    call(ScalarFunction.EQ, NAME, text("x")))))
        .isFalse();
  }
}
