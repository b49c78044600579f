package dev.heddle.planner.rules;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * A guard of Calcite's rule that moves a sort below a projection. Rows sorted by what is cast have
 * to be in the order of the cast values, and equal ones equal: Calcite takes text for as ordered as
 * the dates and intervals in it, and a timestamp for its day.
 */
final class SortBelowCasts extends PlanRule {
  private final RelOptRule rule;

  /** Makes the guard of a rule about a sort and the projection below it. */
  SortBelowCasts(RelOptRule rule) {
    super(
        rule.toString(),
        b -> b.operand(Sort.class).oneInput(c -> c.operand(Project.class).anyInputs()));
    this.rule = rule;
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    Sort sort = call.rel(0);
    Project project = call.rel(1);
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      if (!keepsOrder(project.getProjects().get(key.getFieldIndex()))) {
        return false;
      }
    }
    return rule.getOperand().matches(sort)
        && rule.getOperand().getChildOperands().getFirst().matches(project)
        && rule.matches(call);
  }

  private static boolean keepsOrder(RexNode key) {
    if (key.getKind() != SqlKind.CAST) {
      return true;
    }
    RexNode operand = ((RexCall) key).getOperands().getFirst();
    return keepsOrder(TypeMapping.dataType(operand.getType()), TypeMapping.dataType(key.getType()))
        && keepsOrder(operand);
  }

  private static boolean keepsOrder(DataType from, DataType to) {
    boolean isWider =
        isExact(from)
            && (isExact(to) || to instanceof DataType.Int128)
            && to.equals(TypeCoercion.commonType(from, to));
    boolean isDouble = from instanceof DataType.Float32 && to instanceof DataType.Float64;
    return from.equals(to) || isWider || isDouble;
  }

  private static boolean isExact(DataType type) {
    return type.isInteger() || type instanceof DataType.Decimal;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    rule.onMatch(call);
  }
}
