package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.DataType;
import org.junit.jupiter.api.Test;

class JoinTest {
  private final FrameFixture fixture = new FrameFixture();
  private final DataFrame orders = fixture.orders.select("id", "custkey", "status");
  private final DataFrame customers = fixture.customers;

  @Test
  void keepsSharedKeysOnceAndGivesClashingNamesASuffix() {
    assertThat(orders.join(customers, "custkey").schema().toString())
        .isEqualTo(
            """
            id BIGINT not null
            custkey INTEGER
            status VARCHAR
            name VARCHAR
            status_right VARCHAR\
            """);
  }

  @Test
  void comparesKeysInTheirCommonType() {
    LogicalPlan.Project project = (LogicalPlan.Project) orders.join(customers, "custkey").plan();
    LogicalPlan.Join join = (LogicalPlan.Join) project.input();
    assertThat(join.keys().getFirst().comparedAs()).isEqualTo(DataType.INT64);
    assertThat(join.keys().getFirst().nullsMatch()).isFalse();
  }

  @Test
  void takesTheKeyOfTheSideThatHasItForEachRow() {
    assertThat(line(orders.join(customers, JoinKind.RIGHT, "custkey")))
        .contains("custkey_right AS custkey");
    assertThat(line(orders.join(customers, JoinKind.FULL, "custkey")))
        .contains("coalesce(custkey, custkey_right) AS custkey");
    assertThat(line(orders.join(customers, JoinKind.LEFT, "custkey"))).contains("id, custkey,");
  }

  private static String line(DataFrame frame) {
    return PlanPrinter.print(frame.plan()).lines().findFirst().orElseThrow();
  }

  @Test
  void makesTheSideNullableThatMayLackRows() {
    Join on = Join.left().on(col("custkey"), col("custkey")).suffix("_c");
    assertThat(orders.join(customers, on).schema().toString())
        .isEqualTo(
            """
            id BIGINT not null
            custkey INTEGER
            status VARCHAR
            custkey_c BIGINT
            name VARCHAR
            status_c VARCHAR\
            """);
    assertThat(orders.join(customers, JoinKind.RIGHT, "custkey").schema().field(0).nullable())
        .isTrue();
    assertThat(orders.join(customers, JoinKind.RIGHT, "custkey").schema().field(1).nullable())
        .isFalse();
  }

  @Test
  void givesOnlyLeftColumnsInSemiAndAntiJoins() {
    assertThat(orders.join(customers, JoinKind.SEMI, "custkey").schema())
        .isEqualTo(orders.schema());
    assertThat(orders.join(customers, JoinKind.ANTI, "custkey").plan())
        .isInstanceOf(LogicalPlan.Join.class);
  }

  @Test
  void seesBothSidesInTheCondition() {
    Join join = Join.inner().on("custkey").where(col("status").notEqTo(col("status_right")));
    assertThat(PlanPrinter.print(orders.join(customers, join).plan()))
        .contains("Join INNER on custkey = custkey where status <> status_right");
    assertThat(PlanPrinter.print(orders.join(customers, join.nullSafe()).plan()))
        .contains("on custkey IS NOT DISTINCT FROM custkey");
  }

  @Test
  void joinsByAConditionAlone() {
    Join join = Join.semi().where(col("id").lt(col("custkey_right")));
    assertThat(orders.join(customers, join).schema()).isEqualTo(orders.schema());
  }

  @Test
  void crossesWithoutKeys() {
    assertThat(orders.join(customers, Join.cross()).schema().size()).isEqualTo(6);
    assertThatThrownBy(() -> orders.join(customers, Join.cross().on("custkey")))
        .hasMessage("Cannot join: a cross join takes no keys and no condition; use an inner join");
    assertThatThrownBy(() -> orders.join(customers, Join.inner()))
        .hasMessage(
            "Cannot join: neither keys nor a condition are given; for all pairs use Join.cross()");
  }

  @Test
  void namesTheSideOfAnUnknownKey() {
    assertThatThrownBy(() -> orders.join(customers, "id"))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot join (right side): no column \"id\" in [custkey, name, status]");
  }

  @Test
  void refusesKeysWhoseTypesDoNotMeet() {
    assertThatThrownBy(() -> orders.join(customers, Join.inner().on(col("id"), col("name"))))
        .hasMessage("Cannot join: key id is BIGINT and name is VARCHAR; cast one of them");
  }

  @Test
  void refusesConditionsThatAreNoTruthValues() {
    assertThatThrownBy(() -> orders.join(customers, Join.inner().where(lit(1))))
        .hasMessage("Cannot join: condition 1 is INTEGER, not BOOLEAN");
  }

  @Test
  void refusesSuffixesThatClash() {
    DataFrame clashing = orders.withColumn("status_right", lit(1));
    assertThatThrownBy(() -> clashing.join(customers, "custkey"))
        .hasMessage(
            "Cannot join: there would be two columns \"status_right\"; give another suffix by"
                + " suffix(...) or rename one");
  }

  @Test
  void joinsAFrameWithItself() {
    assertThat(orders.join(orders, "id").schema().names())
        .containsExactly("id", "custkey", "status", "custkey_right", "status_right");
  }
}
