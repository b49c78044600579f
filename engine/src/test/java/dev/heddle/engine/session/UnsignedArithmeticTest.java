package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results of arithmetic with unsigned integers that their types do not hold, and frames. */
class UnsignedArithmeticTest {
  private static final List<DataType.Unsigned> TYPES =
      List.of(DataType.UINT8, DataType.UINT16, DataType.UINT32, DataType.UINT64);

  @Test
  void resultsThatDoNotFitAreErrors() {
    for (SessionOptions options :
        List.of(SessionOptions.defaults(), SessionOptions.defaults().withoutOptimizer())) {
      try (Session session = Heddle.local(options)) {
        for (DataType.Unsigned type : TYPES) {
          String largest =
              type.bits() == 64 ? "18446744073709551615" : "" + ((1L << type.bits()) - 1);
          String rows =
              " FROM (VALUES (0::%1$s, 2::%1$s, %2$s::%1$s)) t(zero, two, largest)"
                  .formatted(type.sqlName(), largest);
          for (String operation :
              List.of(
                  "largest + two",
                  "largest + 1",
                  "zero - two",
                  "zero - 1",
                  "largest * two",
                  "2 * largest")) {
            String sql = "SELECT " + operation + rows;
            assertThatThrownBy(() -> session.sql(sql).collect().close())
                .as(sql)
                .isInstanceOf(HeddleException.class)
                .hasMessageContaining(type.sqlName());
          }
          for (String operation : List.of("largest / zero", "largest // zero", "two % zero")) {
            String sql = "SELECT " + operation + rows;
            assertThatThrownBy(() -> session.sql(sql).collect().close())
                .as(sql)
                .isInstanceOf(HeddleException.class)
                .hasMessageContaining("zero");
          }
        }
      }
    }
  }

  @Test
  void quotientsAreCutAndFramesHaveTheSameTypes() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      for (DataType.Unsigned type : TYPES) {
        DataFrame rows = session.sql("SELECT 7::%1$s AS a, 2::%1$s AS b".formatted(type.sqlName()));
        session.createView("rows_of_two", rows);
        assertThat(
                QueryRows.of(
                    session
                        .sql("SELECT (a / b)::integer, (a / 4)::integer FROM rows_of_two")
                        .collect()))
            .containsExactly(List.of(3, 1));
        assertThat(
                rows.select(
                        col("a").plus(col("b")).named("sum"),
                        col("a").minus(lit(1)).named("difference"),
                        col("a").times(col("b")).named("product"),
                        col("a").mod(col("b")).named("remainder"))
                    .schema()
                    .fields())
            .allMatch(field -> field.type().equals(type));
        assertThat(rows.select(col("a").negate().named("n")).schema().field(0).type())
            .isEqualTo(type.signed());
      }
    }
  }
}
