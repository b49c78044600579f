package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.caseWhen;
import static dev.heddle.physical.expr.Exprs.cast;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.date;
import static dev.heddle.physical.expr.Exprs.int32;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.interval;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class ConstantFolderTest {
  private static final QueryTime TIME =
      new QueryTime(1_600_000_000_000_000L, ZoneId.of("Asia/Tokyo"));

  private static PhysicalExpr fold(PhysicalExpr expression) {
    return ConstantFolder.fold(expression, TIME);
  }

  @Test
  void computesConstants() {
    assertThat(fold(call(ScalarFunction.ADD, int32(1), int32(2)))).isEqualTo(int32(3));
    assertThat(fold(call(ScalarFunction.SUBTRACT, date("1998-12-01"), interval(0, 90, 0))))
        .isEqualTo(date("1998-09-02"));
    assertThat(fold(cast(text("1995-03-15"), DataType.DATE))).isEqualTo(date("1995-03-15"));
    assertThat(fold(call(ScalarFunction.UPPER, text("aä")))).isEqualTo(text("AÄ"));
    assertThat(fold(call(ScalarFunction.EQ, int64(1), Exprs.nullOf(DataType.INT64))))
        .isEqualTo(Exprs.nullOf(DataType.BOOL));
    assertThat(fold(caseWhen(Exprs.truth(false), int32(1), int32(2)))).isEqualTo(int32(2));
    assertThat(fold(call(ScalarFunction.CURRENT_DATE)))
        .isEqualTo(date(LocalDate.of(2020, 9, 13).toString()));
  }

  @Test
  void foldsPartsOfExpressions() {
    PhysicalExpr column = col(0, DataType.INT64);
    assertThat(
            fold(
                call(ScalarFunction.GT, column, call(ScalarFunction.MULTIPLY, int64(6), int64(7)))))
        .isEqualTo(call(ScalarFunction.GT, column, int64(42)));
  }

  @Test
  void leavesWhatFailsToTheRowsThatNeedIt() {
    PhysicalExpr failing = call(ScalarFunction.DIVIDE, int32(1), int32(0));
    assertThat(fold(failing)).isEqualTo(failing);
    PhysicalExpr guarded = caseWhen(col(0, DataType.BOOL), failing, int32(0));
    assertThat(fold(guarded)).isEqualTo(guarded);
    PhysicalExpr unknown = cast(text("abc"), DataType.INT32);
    assertThat(fold(unknown)).isEqualTo(unknown);
    assertThat(fold(Exprs.tryCast(text("abc"), DataType.INT32)))
        .isEqualTo(Exprs.nullOf(DataType.INT32));
  }
}
