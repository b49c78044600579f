package dev.heddle.planner.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckersTest {
  private final PhysicalPlan numbers =
      new PhysicalPlan.Values(
          List.of(List.of(PhysicalExpr.Literal.of(ScanValue.Whole.of(1), DataType.INT64))),
          Schema.of(new Field("a", DataType.INT64, true)),
          Estimate.UNKNOWN);
  private final PhysicalPlan texts =
      new PhysicalPlan.Values(
          List.of(), Schema.of(Field.of("b", DataType.STRING)), Estimate.UNKNOWN);

  private static PhysicalPlan project(PhysicalPlan input, PhysicalExpr expression, Field field) {
    return new PhysicalPlan.Project(input, List.of(expression), Schema.of(field), Estimate.UNKNOWN);
  }

  @Test
  void acceptsAColumnAsItIs() {
    PhysicalExpr column = new PhysicalExpr.ColumnRef(0, DataType.INT64, true);
    assertThatCode(
            () -> PhysicalChecker.check(project(numbers, column, Field.of("a", DataType.INT64))))
        .doesNotThrowAnyException();
  }

  @Test
  void rejectsAColumnOutOfRange() {
    PhysicalExpr column = new PhysicalExpr.ColumnRef(1, DataType.INT64, true);
    assertThatThrownBy(
            () -> PhysicalChecker.check(project(numbers, column, Field.of("a", DataType.INT64))))
        .hasMessageContaining("reads column 1 of 1");
  }

  @Test
  void rejectsAColumnReadAsAnotherType() {
    PhysicalExpr column = new PhysicalExpr.ColumnRef(0, DataType.INT32, true);
    assertThatThrownBy(
            () -> PhysicalChecker.check(project(numbers, column, Field.of("a", DataType.INT32))))
        .hasMessageContaining("column a is BIGINT, read as INTEGER");
  }

  @Test
  void rejectsANullableColumnReadAsIfItHadNoNulls() {
    PhysicalExpr column = new PhysicalExpr.ColumnRef(0, DataType.INT64, false);
    assertThatThrownBy(
            () ->
                PhysicalChecker.check(
                    project(numbers, column, new Field("a", DataType.INT64, false))))
        .hasMessageContaining("may be null");
  }

  @Test
  void rejectsKeysOfDifferentTypes() {
    PhysicalPlan join =
        new PhysicalPlan.HashJoin(
            numbers,
            texts,
            JoinKind.LEFT_SEMI,
            List.of(0),
            List.of(0),
            List.of(false),
            Optional.empty(),
            numbers.output(),
            Estimate.UNKNOWN);
    assertThatThrownBy(() -> PhysicalChecker.check(join))
        .hasMessageContaining("key 0 is BIGINT = VARCHAR");
  }

  @Test
  void rejectsUnionOfDifferentTypes() {
    PhysicalPlan union =
        new PhysicalPlan.UnionAll(List.of(numbers, texts), numbers.output(), Estimate.UNKNOWN);
    assertThatThrownBy(() -> PhysicalChecker.check(union)).hasMessageContaining("UnionAll");
  }

  @Test
  void phaseThatChangesTheOutputIsNamed() {
    Queries queries = new Queries(TpchTables.scaleOne());
    assertThatThrownBy(
            () ->
                RelChecker.check(
                    "some phase",
                    queries.rel("select n_name from nation"),
                    queries.rel("select n_nationkey from nation")))
        .hasMessageContaining("Phase some phase changed column n_name");
  }
}
