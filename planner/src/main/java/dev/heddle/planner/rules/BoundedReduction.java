package dev.heddle.planner.rules;

import dev.heddle.planner.cost.PlannerMetadata;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * One of Calcite's rules that simplify expressions, not applied to those that would take it too
 * long: it compares each term of a junction with all before it, writes conditions out of nested
 * cases again and again, and looks at all that is below each call. Such expressions stay as they
 * are.
 */
final class BoundedReduction extends PlanRule {
  /** Terms up to which a junction is simplified. */
  private static final int MAX_TERMS = 500;

  /** How deep conditions made of cases may nest. */
  private static final int MAX_CASE_DEPTH = 20;

  /**
   * How deep tests for null, and conditions of cases, may nest: each multiplies what the simplifier
   * does.
   */
  private static final int MAX_CONDITION_DEPTH = 4;

  /** What is below each of the calls, counted for each of them. */
  private static final long MAX_NODES_BELOW = 200_000;

  private final RelOptRule rule;

  BoundedReduction(RelOptRule rule, Class<? extends RelNode> node) {
    super(rule.toString(), b -> b.operand(node).anyInputs());
    this.rule = rule;
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return rule.getOperand().matches(call.rel(0))
        && expressions(call.rel(0)).stream().allMatch(BoundedReduction::isSimplifiable)
        && rule.matches(call);
  }

  private static List<RexNode> expressions(RelNode rel) {
    return switch (rel) {
      case Filter filter -> List.of(filter.getCondition());
      case Project project -> project.getProjects();
      case Join join -> List.of(join.getCondition());
      default -> List.of();
    };
  }

  /** A part of an expression, and how many boolean cases and conditions enclose it. */
  private record Part(RexNode node, int caseDepth, int conditionDepth) {}

  /** Returns whether an expression is small enough in what takes long. */
  static boolean isSimplifiable(RexNode expression) {
    Deque<Part> open = new ArrayDeque<>();
    open.push(new Part(expression, 0, 0));
    long below = 0;
    while (!open.isEmpty()) {
      Part part = open.pop();
      if (!(part.node instanceof RexCall call) || call instanceof RexOver) {
        continue;
      }
      boolean isCondition =
          call.isA(SqlKind.CASE) && call.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
      int depth = part.caseDepth + (isCondition ? 1 : 0);
      boolean isNullTest = call.isA(SqlKind.IS_NULL) || call.isA(SqlKind.IS_NOT_NULL);
      boolean isJunction = call.isA(SqlKind.AND) || call.isA(SqlKind.OR);
      below += call.nodeCount();
      boolean isLong = isJunction && call.getOperands().size() > MAX_TERMS;
      boolean isDeep = depth > MAX_CASE_DEPTH || part.conditionDepth > MAX_CONDITION_DEPTH;
      if (isDeep || isLong || below > MAX_NODES_BELOW) {
        return false;
      }
      List<RexNode> operands = call.getOperands();
      for (int i = 0; i < operands.size(); i++) {
        boolean isCaseCondition = call.isA(SqlKind.CASE) && i % 2 == 0 && i < operands.size() - 1;
        int inside = isNullTest || isCaseCondition ? 1 : 0;
        open.push(new Part(operands.get(i), depth, part.conditionDepth + inside));
      }
    }
    return true;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    rule.onMatch(new WithoutPredicates(call));
  }

  /**
   * A call in which nothing is known of the input's rows: an expression stays over the columns that
   * it reads, also where these are constant.
   */
  private static final class WithoutPredicates extends InnerCall {
    WithoutPredicates(RelOptRuleCall call) {
      super(call, call.getOperand0(), call.getRels());
    }

    @Override
    public RelMetadataQuery getMetadataQuery() {
      return PlannerMetadata.withoutPredicates();
    }
  }
}
