package dev.heddle.frame.expr;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

class LambdasTest {
  private final ExprTyper typer =
      new ExprTyper(
          new Schema(
              List.of(
                  Field.of("l", new DataType.ListOf(DataType.INT32)),
                  Field.of("lists", new DataType.ListOf(new DataType.ListOf(DataType.INT32))),
                  Field.of("n", DataType.INT64))),
          "Cannot select");

  @Test
  void isTypedByItsExpression() {
    assertThat(typer.type(col("l").listTransform(x -> x.plus(col("n")))).type())
        .isEqualTo(new DataType.ListOf(DataType.INT64));
    assertThat(typer.type(col("l").listTransform((x, i) -> i)).type())
        .isEqualTo(new DataType.ListOf(DataType.INT64));
    assertThat(typer.type(col("l").listFilter(x -> x.gt(2))).type())
        .isEqualTo(new DataType.ListOf(DataType.INT32));
    assertThat(typer.type(col("l").listReduce((a, b) -> a.plus(b.times(lit(0.5))))).type())
        .isEqualTo(DataType.FLOAT64);
  }

  @Test
  void numbersCallsFromTheInnermostOne() {
    Expr nested =
        col("lists").listTransform(x -> col("l").listTransform(y -> y.plus(x.element(1))));
    assertThat(nested)
        .hasToString("list_transform(lists, list_transform(l, x1 + list_extract(x2, 1)))");
    assertThat(col("l").listTransform(x -> x.plus(1)))
        .isEqualTo(col("l").listTransform(y -> y.plus(1)));
  }

  @Test
  void rejectsWhatIsNoListOrNoCondition() {
    assertThatThrownBy(() -> typer.type(col("n").listTransform(x -> x.plus(1))))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot select: a function over elements needs a list, not BIGINT; of a map take"
                + " map_keys, map_values or map_entries");
    assertThatThrownBy(() -> typer.type(col("l").listFilter(x -> col("l"))))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("list_filter does not take (INTEGER[], INTEGER, INTEGER[])");
  }
}
