package dev.heddle.planner.translate;

import com.google.common.collect.ImmutableList;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.GroupsMark;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Makes frames of ranges over the dense rank of the frames that rewriting the text of a {@code
 * GROUPS} frame has marked. The rank is computed first, in a projection below.
 */
final class GroupFrames extends DeepShuttle {
  private static final RexShuttle REFUSING =
      new RexShuttle() {
        @Override
        public RexNode visitOver(RexOver over) {
          if (isOfGroups(over.getWindow())) {
            throw new HeddleException(
                ErrorCode.UNSUPPORTED,
                "Cannot plan a window frame of GROUPS here; compute it in a SELECT of its own");
          }
          return super.visitOver(over);
        }
      };

  private GroupFrames() {}

  static RelNode apply(RelNode rel) {
    return rel.accept(new GroupFrames());
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    RelNode visited = super.rewritten(node);
    RelNode rel = visited instanceof Project project ? projected(project) : visited;
    return rel.accept(REFUSING);
  }

  private static boolean isOfGroups(RexWindow window) {
    return window.isRows()
        && (isMarked(window.getLowerBound()) || isMarked(window.getUpperBound()));
  }

  private static boolean isMarked(RexWindowBound bound) {
    return bound.getOffset() instanceof RexLiteral literal
        && literal.getValue() instanceof BigDecimal distance
        && GroupsMark.isMarked(distance);
  }

  private static RelNode projected(Project project) {
    RelNode input = project.getInput();
    RexBuilder rex = project.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(input.getRowType()));
    int width = columns.size();
    List<RexNode> expressions = new ArrayList<>();
    RexShuttle ranking =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            return isOfGroups(over.getWindow()) ? overRank(over, columns, rex) : over;
          }
        };
    for (RexNode expression : project.getProjects()) {
      expressions.add(expression.accept(ranking));
    }
    if (columns.size() == width) {
      return project;
    }
    return project.copy(
        project.getTraitSet(),
        LogicalPlanTranslator.project(input, columns, null),
        expressions,
        project.getRowType());
  }

  private static RexNode overRank(RexOver over, List<RexNode> columns, RexBuilder rex) {
    RexWindow window = over.getWindow();
    RelDataType type = TypeMapping.relType(rex.getTypeFactory(), DataType.INT64, false);
    RexNode rank =
        rex.makeOver(
            type,
            SqlStdOperatorTable.DENSE_RANK,
            List.of(),
            window.partitionKeys,
            window.orderKeys,
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            RexWindowExclusion.EXCLUDE_NO_OTHER,
            false,
            true,
            false,
            false,
            false);
    int column = columns.indexOf(rank);
    if (column < 0) {
      column = columns.size();
      columns.add(rank);
    }
    return rex.makeOver(
        over.getType(),
        over.getAggOperator(),
        over.getOperands(),
        window.partitionKeys,
        ImmutableList.of(new RexFieldCollation(rex.makeInputRef(type, column), Set.of())),
        bound(window.getLowerBound(), type, rex),
        bound(window.getUpperBound(), type, rex),
        window.getExclude(),
        false,
        true,
        false,
        over.isDistinct(),
        over.ignoreNulls());
  }

  private static RexWindowBound bound(RexWindowBound bound, RelDataType type, RexBuilder rex) {
    if (!isMarked(bound) || !(bound.getOffset() instanceof RexLiteral literal)) {
      return bound;
    }
    long groups = GroupsMark.groups(literal.getValueAs(BigDecimal.class));
    RexNode distance = rex.makeExactLiteral(BigDecimal.valueOf(groups), type);
    return bound.isPreceding()
        ? RexWindowBounds.preceding(distance)
        : RexWindowBounds.following(distance);
  }
}
