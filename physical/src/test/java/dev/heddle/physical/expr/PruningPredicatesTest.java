package dev.heddle.physical.expr;

import static dev.heddle.physical.expr.Exprs.call;
import static dev.heddle.physical.expr.Exprs.cast;
import static dev.heddle.physical.expr.Exprs.col;
import static dev.heddle.physical.expr.Exprs.float64;
import static dev.heddle.physical.expr.Exprs.in;
import static dev.heddle.physical.expr.Exprs.int64;
import static dev.heddle.physical.expr.Exprs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PruningPredicatesTest {
  private static final PhysicalExpr A = col(0, DataType.INT64);
  private static final PhysicalExpr B = col(1, DataType.INT64);
  private static final PhysicalExpr SMALL = col(2, DataType.INT32);
  private static final PhysicalExpr NAME = col(3, DataType.STRING);
  private static final PhysicalExpr RATIO = col(4, DataType.FLOAT64);

  private static PruningPredicate.Compare compare(
      int column, PruningPredicate.Operator operator, long value) {
    return new PruningPredicate.Compare(column, operator, ScanValue.Whole.of(value));
  }

  private static ScanValue bytes(String text) {
    return new ScanValue.Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<PruningPredicate> form(PhysicalExpr predicate) {
    return PruningPredicates.of(predicate).predicate();
  }

  private static Optional<PruningPredicate> folded(PhysicalExpr predicate) {
    return form(ConstantFolder.fold(predicate, ExpressionTester.TIME));
  }

  private static boolean isExact(PhysicalExpr predicate) {
    return PruningPredicates.of(predicate).residual().isEmpty();
  }

  @Test
  void derivesWhatIsSaidOfFieldsOfStructsToo() {
    DataType inner = new DataType.Struct(List.of(new Field("t", DataType.STRING, true)));
    DataType outer =
        new DataType.Struct(
            List.of(new Field("n", DataType.INT32, true), new Field("in", inner, true)));
    PhysicalExpr number = call(ScalarFunction.FIELD, col(7, outer), text("n"));
    PhysicalExpr name =
        call(
            ScalarFunction.FIELD, call(ScalarFunction.FIELD, col(7, outer), text("in")), text("t"));
    PruningPredicate above =
        new PruningPredicate.InStruct(
            7, List.of("n"), compare(7, PruningPredicate.Operator.GREATER, 5));
    assertThat(form(call(ScalarFunction.GT, cast(number, DataType.INT64), int64(5))))
        .contains(above);
    assertThat(
            form(
                call(
                    ScalarFunction.AND,
                    call(ScalarFunction.GT, cast(number, DataType.INT64), int64(5)),
                    call(ScalarFunction.LIKE, name, text("ab%")),
                    call(ScalarFunction.LT, A, int64(1)))))
        .contains(
            new PruningPredicate.AllOf(
                List.of(
                    above,
                    new PruningPredicate.InStruct(
                        7, List.of("in", "t"), new PruningPredicate.StartsWith(7, bytes("ab"))),
                    compare(0, PruningPredicate.Operator.LESS, 1))));
    assertThat(form(call(ScalarFunction.IS_NULL, name)))
        .contains(
            new PruningPredicate.InStruct(7, List.of("in", "t"), new PruningPredicate.IsNull(7)));
    assertThat(
            form(
                call(
                    ScalarFunction.IS_NULL, call(ScalarFunction.FIELD, col(7, outer), text("in")))))
        .isEmpty();
  }

  @Test
  void derivesComparisonsWithConstantsOnEitherSide() {
    assertThat(form(call(ScalarFunction.LT, A, int64(5))))
        .contains(compare(0, PruningPredicate.Operator.LESS, 5));
    assertThat(form(call(ScalarFunction.LT, int64(5), A)))
        .contains(compare(0, PruningPredicate.Operator.GREATER, 5));
    assertThat(form(call(ScalarFunction.NOT, call(ScalarFunction.LT, A, int64(5)))))
        .contains(compare(0, PruningPredicate.Operator.GREATER_OR_EQUAL, 5));
    assertThat(form(call(ScalarFunction.LT, A, B))).isEmpty();
    assertThat(form(call(ScalarFunction.EQ, A, Exprs.nullOf(DataType.INT64)))).isEmpty();
  }

  @Test
  void seesThroughExactWideningOnly() {
    PhysicalExpr wide = cast(SMALL, DataType.INT64);
    assertThat(form(call(ScalarFunction.GT, wide, int64(7))))
        .contains(compare(2, PruningPredicate.Operator.GREATER, 7));
    assertThat(form(call(ScalarFunction.GT, wide, int64(1L << 40)))).isEmpty();
    PhysicalExpr price = col(5, new DataType.Decimal(7, 2));
    assertThat(folded(call(ScalarFunction.LT, price, Exprs.decimal("1.055"))))
        .contains(compare(5, PruningPredicate.Operator.LESS_OR_EQUAL, 105));
    assertThat(folded(call(ScalarFunction.GT_EQ, price, int64(-3))))
        .contains(compare(5, PruningPredicate.Operator.GREATER_OR_EQUAL, -300));
    assertThat(folded(call(ScalarFunction.EQ, price, Exprs.decimal("1.055")))).isEmpty();
    PhysicalExpr number = cast(NAME, DataType.INT64);
    assertThat(form(call(ScalarFunction.GT, number, int64(7)))).isEmpty();
  }

  @Test
  void derivesPrefixesFromPatterns() {
    assertThat(form(call(ScalarFunction.LIKE, NAME, text("ab%c"))))
        .contains(new PruningPredicate.StartsWith(3, bytes("ab")));
    assertThat(form(call(ScalarFunction.LIKE, NAME, text("ab"))))
        .contains(new PruningPredicate.Compare(3, PruningPredicate.Operator.EQUAL, bytes("ab")));
    assertThat(form(call(ScalarFunction.LIKE, NAME, text("%ab")))).isEmpty();
    assertThat(form(call(ScalarFunction.NOT, call(ScalarFunction.LIKE, NAME, text("ab%")))))
        .isEmpty();
    assertThat(form(call(ScalarFunction.STARTS_WITH, NAME, text("x"))))
        .contains(new PruningPredicate.StartsWith(3, bytes("x")));
  }

  @Test
  void combinesWhatIsImplied() {
    PhysicalExpr low = call(ScalarFunction.GT, A, int64(1));
    PhysicalExpr opaque = call(ScalarFunction.LT, A, B);
    PhysicalExpr list = in(B, int64(1), int64(2));
    PruningPredicate lowForm = compare(0, PruningPredicate.Operator.GREATER, 1);
    PruningPredicate listForm =
        new PruningPredicate.In(1, List.of(ScanValue.Whole.of(1), ScanValue.Whole.of(2)));
    assertThat(form(call(ScalarFunction.AND, low, opaque))).contains(lowForm);
    assertThat(form(call(ScalarFunction.OR, low, opaque))).isEmpty();
    assertThat(form(call(ScalarFunction.OR, low, list)))
        .contains(new PruningPredicate.AnyOf(List.of(lowForm, listForm)));
    assertThat(form(call(ScalarFunction.AND, low, list)))
        .contains(new PruningPredicate.AllOf(List.of(lowForm, listForm)));
    assertThat(form(call(ScalarFunction.IS_NULL, A))).contains(new PruningPredicate.IsNull(0));
    assertThat(form(call(ScalarFunction.NOT, call(ScalarFunction.IS_NULL, A))))
        .contains(new PruningPredicate.IsNotNull(0));
  }

  @Test
  void listsMayBeNegated() {
    assertThat(form(call(ScalarFunction.NOT, in(B, int64(1), int64(2)))))
        .contains(
            new PruningPredicate.AllOf(
                List.of(
                    compare(1, PruningPredicate.Operator.NOT_EQUAL, 1),
                    compare(1, PruningPredicate.Operator.NOT_EQUAL, 2))));
    assertThat(form(call(ScalarFunction.IS_NOT_DISTINCT_FROM, A, int64(1))))
        .contains(compare(0, PruningPredicate.Operator.EQUAL, 1));
    assertThat(form(call(ScalarFunction.IS_DISTINCT_FROM, A, int64(1)))).isEmpty();
  }

  @Test
  void saysWhetherTheFormIsExactAndWhyNot() {
    PhysicalExpr low = call(ScalarFunction.GT, A, int64(1));
    PhysicalExpr opaque = call(ScalarFunction.LT, A, B);
    assertThat(isExact(low)).isTrue();
    assertThat(isExact(call(ScalarFunction.NOT, low))).isTrue();
    assertThat(isExact(call(ScalarFunction.AND, low, opaque))).isFalse();
    assertThat(isExact(call(ScalarFunction.OR, low, in(B, int64(1))))).isTrue();
    assertThat(isExact(call(ScalarFunction.LIKE, NAME, text("ab%")))).isTrue();
    assertThat(isExact(call(ScalarFunction.LIKE, NAME, text("ab%%")))).isTrue();
    assertThat(isExact(call(ScalarFunction.LIKE, NAME, text("ab")))).isTrue();
    assertThat(isExact(call(ScalarFunction.LIKE, NAME, text("ab_%")))).isFalse();
    assertThat(isExact(call(ScalarFunction.LIKE, NAME, text("ab%c")))).isFalse();
    assertThat(PruningPredicates.of(call(ScalarFunction.LIKE, NAME, text("%ab"))))
        .isEqualTo(PruningForm.none("the pattern starts with a wildcard"));
  }

  @Test
  void leavesOutComparisonsWithNan() {
    assertThat(form(call(ScalarFunction.LT, RATIO, float64(1)))).isPresent();
    assertThat(form(call(ScalarFunction.GT, RATIO, float64(1)))).isPresent();
    assertThat(form(call(ScalarFunction.LT, RATIO, float64(Double.NaN)))).isEmpty();
    PhysicalExpr half = cast(col(6, DataType.FLOAT32), DataType.FLOAT64);
    assertThat(form(call(ScalarFunction.LT, half, float64(0.1)))).isPresent();
  }
}
