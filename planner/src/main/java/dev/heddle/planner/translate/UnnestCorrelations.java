package dev.heddle.planner.translate;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Makes a {@link LogicalUnnest} of what SQL's {@code UNNEST} becomes: an {@code Uncollect} of a
 * list, alone or correlated with the tables before it.
 */
final class UnnestCorrelations extends RelHomogeneousShuttle {
  private UnnestCorrelations() {}

  static RelNode apply(RelNode rel) {
    return rel.accept(new UnnestCorrelations());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode rel =
        switch (other) {
          case Correlate correlate -> correlate(correlate);
          case Uncollect uncollect -> alone(uncollect);
          default -> super.visit(other);
        };
    return rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RelNode inner = UnnestCorrelations.apply(subQuery.rel);
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return inner == subQuery.rel ? visited : visited.clone(inner);
          }
        });
  }

  private static HeddleException unsupported(String what) {
    return new HeddleException(ErrorCode.UNSUPPORTED, "Cannot unnest: " + what);
  }

  private RelNode alone(Uncollect uncollect) {
    requireOne(uncollect);
    RelNode input = plain(uncollect.getInput().accept(this));
    LogicalUnnest unnest = LogicalUnnest.create(input, 0, false, uncollect.withOrdinality);
    List<RexNode> columns = elements(uncollect, unnest);
    List<RelDataTypeField> wanted = uncollect.getRowType().getFieldList();
    RexBuilder rex = uncollect.getCluster().getRexBuilder();
    for (int i = 0; i < columns.size(); i++) {
      columns.set(i, promised(columns.get(i), wanted.get(i).getType(), rex));
    }
    return LogicalPlanTranslator.project(unnest, columns, uncollect.getRowType().getFieldNames());
  }

  /** Returns the list without the mark that its elements stay whole. */
  private static RexNode plain(RexNode list) {
    return isWhole(list) ? ((RexCall) list).getOperands().getFirst() : list;
  }

  private static boolean isWhole(RexNode list) {
    return list instanceof RexCall call && call.getOperator() instanceof WholeElements;
  }

  private static boolean isWhole(RelNode lists) {
    return lists instanceof Project project && isWhole(project.getProjects().getFirst());
  }

  private static RelNode plain(RelNode lists) {
    return lists instanceof Project project && isWhole(lists)
        ? LogicalPlanTranslator.project(
            project.getInput(), List.of(plain(project.getProjects().getFirst())), null)
        : lists;
  }

  private static void requireOne(Uncollect uncollect) {
    if (uncollect.getInput().getRowType().getFieldCount() != 1) {
      throw unsupported("UNNEST takes one list; unnest several one after the other");
    }
  }

  /** The columns that an uncollect gives, over a node whose last columns are the element's. */
  private static List<RexNode> elements(Uncollect uncollect, LogicalUnnest unnest) {
    RexBuilder rex = unnest.getCluster().getRexBuilder();
    int at = unnest.getInput().getRowType().getFieldCount();
    RexNode element = rex.makeInputRef(unnest, at);
    List<RexNode> columns = new ArrayList<>();
    if (element.getType().isStruct() && !isWhole(uncollect.getInput())) {
      for (RelDataTypeField field : element.getType().getFieldList()) {
        columns.add(rex.makeFieldAccess(element, field.getIndex()));
      }
    } else {
      columns.add(element);
    }
    if (uncollect.withOrdinality) {
      RelDataTypeField wanted = uncollect.getRowType().getFieldList().getLast();
      RexNode position = rex.makeInputRef(unnest, at + 1);
      columns.add(FunctionCalls.cast(rex, position, TypeMapping.dataType(wanted.getType())));
    }
    return columns;
  }

  private RelNode correlate(Correlate correlate) {
    List<RelNode> steps = new ArrayList<>(); // above the uncollect, the lowest last
    RelNode right = correlate.getRight();
    while (right instanceof Project || right instanceof Filter) {
      steps.add(right);
      right = right.getInput(0);
    }
    boolean isUnnest =
        right instanceof Uncollect uncollect
            && uncollect.getInput() instanceof Project project
            && project.getInput() instanceof Values values
            && values.getTuples().size() == 1;
    boolean isKnown =
        correlate.getJoinType() == JoinRelType.INNER || correlate.getJoinType() == JoinRelType.LEFT;
    if (!isUnnest || !isKnown) {
      return super.visit(correlate);
    }
    Uncollect uncollect = (Uncollect) right;
    requireOne(uncollect);
    boolean isLeft = correlate.getJoinType() == JoinRelType.LEFT;
    RelNode left = correlate.getLeft().accept(this);
    RexBuilder rex = correlate.getCluster().getRexBuilder();
    RexNode list =
        outer(
            plain(((Project) uncollect.getInput()).getProjects().getFirst()),
            correlate.getCorrelationId(),
            rex,
            left);
    int width = left.getRowType().getFieldCount();
    RelNode input = left;
    int at = width;
    if (list instanceof RexInputRef column) {
      at = column.getIndex();
    } else {
      List<RexNode> columns = new ArrayList<>(rex.identityProjects(left.getRowType()));
      columns.add(list);
      input = LogicalPlanTranslator.project(left, columns, null);
    }
    LogicalUnnest unnest = LogicalUnnest.create(input, at, isLeft, uncollect.withOrdinality);
    RelNode rel = unnest;
    List<RexNode> columns = elements(uncollect, unnest);
    for (RelNode step : steps.reversed()) {
      List<RexNode> below = columns;
      switch (step) {
        case Project project ->
            columns =
                project.getProjects().stream()
                    .map(e -> over(e, below, correlate.getCorrelationId(), rex, left))
                    .toList();
        case Filter filter -> {
          if (filter.getCondition().isAlwaysTrue()) {
            break;
          }
          if (isLeft) {
            throw unsupported("LEFT JOIN UNNEST takes no condition but ON TRUE");
          }
          RexNode condition =
              over(filter.getCondition(), below, correlate.getCorrelationId(), rex, left);
          rel = LogicalFilter.create(rel, condition);
        }
        default -> throw new IllegalStateException("No step above a list: " + step);
      }
    }
    List<RexNode> output = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      output.add(rex.makeInputRef(unnest, i));
    }
    List<RelDataTypeField> wanted = correlate.getRowType().getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      output.add(promised(columns.get(i), wanted.get(width + i).getType(), rex));
    }
    return LogicalPlanTranslator.project(rel, output, correlate.getRowType().getFieldNames());
  }

  /** The value typed as the plan promises: the key of a map is not null. */
  private static RexNode promised(RexNode value, RelDataType type, RexBuilder rex) {
    if (value.getType().equals(type)) {
      return value;
    }
    return value instanceof RexCall call
        ? rex.makeCall(type, call.getOperator(), call.getOperands())
        : rex.makeAbstractCast(type, value, false);
  }

  /** An expression over the columns below, and over the left side. */
  private static RexNode over(
      RexNode node, List<RexNode> below, CorrelationId id, RexBuilder rex, RelNode left) {
    RexNode moved =
        node.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef reference) {
                return below.get(reference.getIndex());
              }
            });
    return outer(moved, id, rex, left);
  }

  private static RexNode outer(RexNode node, CorrelationId id, RexBuilder rex, RelNode left) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable
                    && variable.id.equals(id)
                ? rex.makeInputRef(left, access.getField().getIndex())
                : super.visitFieldAccess(access);
          }
        });
  }
}
