package dev.heddle.frame.expr.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypeCoercionTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          new DataType.Decimal(15, 2),
          new DataType.Decimal(38, 0),
          new DataType.Decimal(38, 38),
          DataType.STRING,
          DataType.BINARY,
          DataType.UUID,
          DataType.JSON,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.INT128,
          new DataType.Enumeration(List.of("sad", "ok")),
          new DataType.Enumeration(List.of("ok")),
          DataType.DATE,
          DataType.TIME,
          DataType.TIMESTAMP,
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          DataType.TIMESTAMP_TZ,
          DataType.INTERVAL,
          DataType.NULL);

  @Test
  void meetsInTheSameTypeFromBothSides() {
    for (DataType left : TYPES) {
      for (DataType right : TYPES) {
        assertThat(TypeCoercion.commonType(left, right))
            .as("%s and %s", left, right)
            .isEqualTo(TypeCoercion.commonType(right, left));
      }
    }
  }

  @Test
  void canCastEveryTypeToTheOneItMeetsOthersIn() {
    for (DataType left : TYPES) {
      for (DataType right : TYPES) {
        DataType common = TypeCoercion.commonType(left, right);
        if (common != null) {
          assertThat(TypeCoercion.canCast(left, common)).as("%s to %s", left, common).isTrue();
        }
      }
    }
  }

  @Test
  void widensWithoutLoss() {
    assertThat(TypeCoercion.commonType(DataType.INT8, DataType.INT64)).isEqualTo(DataType.INT64);
    assertThat(TypeCoercion.commonType(DataType.INT64, new DataType.Decimal(15, 2)))
        .isEqualTo(new DataType.Decimal(21, 2));
    assertThat(TypeCoercion.commonType(new DataType.Decimal(38, 0), new DataType.Decimal(15, 2)))
        .isEqualTo(new DataType.Decimal(38, 2));
    assertThat(TypeCoercion.commonType(DataType.DATE, DataType.TIMESTAMP_TZ))
        .isEqualTo(DataType.TIMESTAMP_TZ);
    assertThat(
            TypeCoercion.commonType(
                DataType.TIMESTAMP_TZ, new DataType.Timestamp(TimestampUnit.NANOS, false)))
        .isEqualTo(new DataType.Timestamp(TimestampUnit.NANOS, true));
    assertThat(TypeCoercion.commonType(DataType.STRING, DataType.INT32)).isNull();
  }

  @Test
  void capsDecimalsAt38DigitsKeepingAllBehindThePoint() {
    DataType.Decimal wide = new DataType.Decimal(38, 10);
    assertThat(TypeCoercion.productType(wide, wide)).isEqualTo(new DataType.Decimal(38, 20));
    assertThat(TypeCoercion.sumType(wide, wide)).isEqualTo(new DataType.Decimal(38, 10));
    assertThatThrownBy(() -> TypeCoercion.productType(new DataType.Decimal(38, 29), wide))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "a product of DECIMAL(38, 29) and DECIMAL(38, 10) would have 39 digits behind the"
                + " point, and a DECIMAL has at most 38; cast one of them to fewer digits, or to"
                + " DOUBLE");
    assertThat(TypeCoercion.quotientType(wide, wide)).isEqualTo(DataType.FLOAT64);
    assertThat(TypeCoercion.quotientType(new DataType.Decimal(5, 2), new DataType.Decimal(3, 1)))
        .isEqualTo(new DataType.Decimal(10, 6));
  }

  @Test
  void checksLiteralValues() {
    assertThatThrownBy(() -> new Expr.Literal(300L, DataType.INT8))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot make a literal of type TINYINT: 300 (Long) is no such value");
    assertThatThrownBy(() -> new Expr.Literal("x", DataType.DATE))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot make a literal of type DATE: x (String) is no such value");
    assertThat(Functions.decimal("0.05").type()).isEqualTo(new DataType.Decimal(2, 2));
    assertThat(Functions.decimal("1e3").type()).isEqualTo(new DataType.Decimal(4, 0));
  }
}
