package dev.heddle.planner.rules;

import com.google.common.collect.ImmutableList;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.planner.translate.RexLiterals;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Takes the least and greatest values and the counts of a whole table from what its files tell of
 * it, instead of reading it.
 *
 * <p>Where all footers were read, and all of an aggregation's results are known: counts, and MIN
 * and MAX of integers, dates and timestamps, whose bounds are values. Counts alone are left to the
 * scan, which reads no column for them.
 */
final class KnownAggregates extends PlanRule {
  KnownAggregates() {
    super(
        "KnownAggregates",
        upper ->
            upper
                .operand(LogicalAggregate.class)
                .predicate(KnownAggregates::asksForBounds)
                .oneInput(lower -> lower.operand(LogicalTableScan.class).noInputs()));
  }

  private static boolean asksForBounds(LogicalAggregate aggregate) {
    return aggregate.getGroupSets().size() == 1
        && aggregate.getGroupCount() == 0
        && aggregate.getAggCallList().stream().anyMatch(KnownAggregates::isBound)
        && aggregate.getAggCallList().stream()
            .allMatch(call -> call.filterArg < 0 && (isBound(call) || isCount(call)));
  }

  private static boolean isBound(AggregateCall call) {
    SqlKind kind = call.getAggregation().getKind();
    return (kind == SqlKind.MIN || kind == SqlKind.MAX) && call.getArgList().size() == 1;
  }

  private static boolean isCount(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.COUNT
        && !call.isDistinct()
        && call.getArgList().size() <= 1;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalAggregate aggregate = call.rel(0);
    TableScan scan = call.rel(1);
    Table table = scan.getTable().unwrap(Table.class);
    if (table == null) {
      return;
    }
    TableStatistics statistics = table.statistics();
    OptionalLong rows = statistics.rowCount();
    if (!statistics.exact() || rows.isEmpty()) {
      return;
    }
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    ImmutableList.Builder<RexLiteral> row = ImmutableList.builder();
    for (AggregateCall each : aggregate.getAggCallList()) {
      Optional<RexNode> value = value(rex, each, scan, statistics, rows.getAsLong());
      if (value.isEmpty() || !(value.get() instanceof RexLiteral literal)) {
        return;
      }
      row.add(literal);
    }
    call.transformTo(
        LogicalValues.create(
            aggregate.getCluster(), aggregate.getRowType(), ImmutableList.of(row.build())));
  }

  private static Optional<RexNode> value(
      RexBuilder rex, AggregateCall call, TableScan scan, TableStatistics statistics, long rows) {
    if (call.getArgList().isEmpty()) {
      return Optional.of(rex.makeExactLiteral(BigDecimal.valueOf(rows), call.getType()));
    }
    int index = call.getArgList().getFirst();
    ColumnStatistics column = statistics.columns().get(index);
    OptionalLong nulls =
        scan.getRowType().getFieldList().get(index).getType().isNullable()
            ? column.nullCount()
            : OptionalLong.of(0);
    if (nulls.isEmpty()) {
      return Optional.empty();
    }
    long present = rows - nulls.getAsLong();
    if (isCount(call)) {
      return Optional.of(rex.makeExactLiteral(BigDecimal.valueOf(present), call.getType()));
    }
    if (present == 0) {
      return Optional.of(rex.makeNullLiteral(call.getType()));
    }
    boolean isLeast = call.getAggregation().getKind() == SqlKind.MIN;
    return (isLeast ? column.minimum() : column.maximum())
        .filter(bound -> column.areValues())
        .flatMap(bound -> RexLiterals.of(rex, bound, TypeMapping.dataType(call.getType())));
  }
}
