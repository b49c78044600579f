package dev.heddle.planner.check;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Checks a logical plan after a phase: its output is unchanged and its columns resolve. Stateless.
 */
public final class RelChecker {
  private RelChecker() {}

  /**
   * Checks a plan against the one the phase was given.
   *
   * @throws IllegalStateException naming the phase if it broke the plan
   */
  public static void check(String phase, RelNode before, RelNode after) {
    List<RelDataTypeField> wanted = before.getRowType().getFieldList();
    List<RelDataTypeField> found = after.getRowType().getFieldList();
    if (wanted.size() != found.size()) {
      throw new IllegalStateException(
          "Phase " + phase + " changed " + wanted.size() + " columns to " + found.size());
    }
    for (int i = 0; i < wanted.size(); i++) {
      RelDataType old = wanted.get(i).getType();
      RelDataType now = found.get(i).getType();
      if (!isSame(old, now)) {
        throw new IllegalStateException(
            "Phase "
                + phase
                + " changed column "
                + wanted.get(i).getName()
                + " from "
                + old
                + " to "
                + now);
      }
    }
    columnsResolve(phase, after, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean isSame(RelDataType old, RelDataType now) {
    return old.getSqlTypeName() == now.getSqlTypeName()
        && (old.getSqlTypeName() != SqlTypeName.DECIMAL
            || (old.getPrecision() == now.getPrecision() && old.getScale() == now.getScale()));
  }

  private static void columnsResolve(String phase, RelNode rel, Set<RelNode> seen) {
    if (!seen.add(rel)) {
      return;
    }
    switch (rel) {
      case Filter filter ->
          inRange(phase, rel, List.of(filter.getCondition()), width(filter.getInput()));
      case Project project -> inRange(phase, rel, project.getProjects(), width(project.getInput()));
      case Join join ->
          inRange(
              phase,
              rel,
              List.of(join.getCondition()),
              width(join.getLeft()) + width(join.getRight()));
      case Aggregate aggregate -> {
        int width = width(aggregate.getInput());
        if (aggregate.getGroupSet().length() > width
            || aggregate.getAggCallList().stream()
                .anyMatch(
                    call ->
                        call.filterArg >= width
                            || call.getArgList().stream().anyMatch(a -> a >= width))) {
          throw unresolved(phase, rel, width);
        }
      }
      default -> {}
    }
    for (RelNode input : rel.getInputs()) {
      columnsResolve(phase, input, seen);
    }
  }

  private static int width(RelNode rel) {
    return rel.getRowType().getFieldCount();
  }

  private static void inRange(String phase, RelNode rel, List<RexNode> expressions, int width) {
    for (RexNode expression : expressions) {
      if (RelOptUtil.InputFinder.bits(expression).length() > width) {
        throw unresolved(phase, rel, width);
      }
    }
  }

  private static IllegalStateException unresolved(String phase, RelNode rel, int width) {
    return new IllegalStateException(
        "Phase "
            + phase
            + " left a column above the "
            + width
            + " of the input in "
            + rel.getRelTypeName());
  }
}
