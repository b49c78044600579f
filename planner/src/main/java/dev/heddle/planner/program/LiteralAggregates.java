package dev.heddle.planner.program;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Puts constants in place of aggregates that give a literal for each group, by which subqueries
 * that became joins tell whether there was a row.
 */
final class LiteralAggregates extends RelHomogeneousShuttle {
  private LiteralAggregates() {}

  static RelNode apply(RelNode rel) {
    return rel.accept(new LiteralAggregates());
  }

  private static boolean isLiteral(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof Aggregate aggregate
            && aggregate.getAggCallList().stream().anyMatch(LiteralAggregates::isLiteral)
        ? replaced(aggregate)
        : visited;
  }

  private static RelNode replaced(Aggregate aggregate) {
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    List<AggregateCall> kept =
        aggregate.getAggCallList().stream().filter(call -> !isLiteral(call)).toList();
    RelNode rel =
        aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            kept);
    List<RexNode> columns = new ArrayList<>();
    int keys = aggregate.getGroupCount();
    for (int i = 0; i < keys; i++) {
      columns.add(rex.makeInputRef(rel, i));
    }
    int next = keys;
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns.add(
          isLiteral(call)
              ? rex.ensureType(call.getType(), call.rexList.getFirst(), true)
              : rex.makeInputRef(rel, next++));
    }
    return LogicalProject.create(
        rel, List.of(), columns, aggregate.getRowType().getFieldNames(), java.util.Set.of());
  }
}
