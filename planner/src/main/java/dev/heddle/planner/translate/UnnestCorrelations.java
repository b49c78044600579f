package dev.heddle.planner.translate;

import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
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
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link LogicalUnnest} of what SQL's {@code UNNEST} becomes: an {@code Uncollect} of a
 * list, alone or correlated with the tables before it.
 */
final class UnnestCorrelations extends DeepShuttle {
  private final Map<CorrelationId, RelNode> outer; // the rows that a variable stands for

  private UnnestCorrelations(Map<CorrelationId, RelNode> outer) {
    this.outer = outer;
  }

  static RelNode apply(RelNode rel) {
    return rel.accept(new UnnestCorrelations(new HashMap<>()));
  }

  @Override
  protected RelNode rewritten(RelNode node) {
    return switch (node) {
      case Correlate correlate -> correlate(correlate);
      case Uncollect uncollect -> alone(uncollect);
      default -> {
        RelNode visited = super.rewritten(node);
        if (visited.getInputs().size() == 1) {
          RelNode input = visited.getInput(0);
          visited.getVariablesSet().forEach(id -> outer.put(id, input));
        }
        yield visited;
      }
    };
  }

  private RelNode alone(Uncollect uncollect) {
    RelNode lists = uncollect.getInput().accept(this);
    RexBuilder rex = uncollect.getCluster().getRexBuilder();
    List<RexNode> given =
        lists instanceof Project project
            ? project.getProjects()
            : rex.identityProjects(lists.getRowType());
    RelNode below = lists instanceof Project project ? project.getInput() : lists;
    RexNode list = list(given, rex);
    CorrelationId id = below instanceof Values ? rowOf(list) : null;
    List<RexNode> read = id == null ? List.of() : columnsOf(list, id);
    boolean isComputed = id != null && !read.equals(List.of(list));
    RelNode input =
        id == null
            ? LogicalPlanTranslator.project(below, List.of(list), null)
            : different(read, id, rex);
    int at = 0;
    if (isComputed) {
      List<RexNode> all = new ArrayList<>(rex.identityProjects(input.getRowType()));
      at = all.size();
      all.add(over(list, read, input, rex));
      input = LogicalPlanTranslator.project(input, all, null);
    }
    LogicalUnnest unnest = LogicalUnnest.create(input, at, false, uncollect.withOrdinality);
    List<RexNode> columns = elements(uncollect, unnest);
    List<RelDataTypeField> wanted = uncollect.getRowType().getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      columns.set(i, promised(columns.get(i), wanted.get(i).getType(), rex));
    }
    RelNode rows = unnest;
    for (int i = 0; i < read.size(); i++) {
      RexNode own = rex.makeInputRef(unnest, i);
      SqlOperator same =
          isComputed // a list may be made of a null, but a null has no elements
              ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
              : SqlStdOperatorTable.EQUALS;
      rows = LogicalFilter.create(rows, rex.makeCall(same, own, read.get(i)));
    }
    return LogicalPlanTranslator.project(rows, columns, uncollect.getRowType().getFieldNames());
  }

  /** Returns the one outer row that an expression reads, if it is known; null otherwise. */
  private @Nullable CorrelationId rowOf(RexNode list) {
    Set<CorrelationId> ids = new HashSet<>();
    list.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            ids.add(variable.id);
            return variable;
          }
        });
    return ids.size() == 1 && outer.containsKey(ids.iterator().next())
        ? ids.iterator().next()
        : null;
  }

  /** Returns what a list reads of an outer row: itself, or columns if it is computed. */
  private static List<RexNode> columnsOf(RexNode list, CorrelationId id) {
    if (list instanceof RexFieldAccess) {
      return List.of(list);
    }
    Set<RexNode> columns = new LinkedHashSet<>();
    list.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(id)) {
              columns.add(access);
              return access;
            }
            return super.visitFieldAccess(access);
          }
        });
    return List.copyOf(columns);
  }

  /** Returns a list computed over columns of a plan instead of those it reads of an outer row. */
  private static RexNode over(RexNode list, List<RexNode> read, RelNode rows, RexBuilder rex) {
    return list.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            int column = read.indexOf(access);
            return column >= 0 ? rex.makeInputRef(rows, column) : super.visitFieldAccess(access);
          }
        });
  }

  /**
   * Returns the different values of what outer rows are read for: a subquery over the elements of
   * the outer row's list is one over those of all lists, correlated by these values.
   */
  private RelNode different(List<RexNode> read, CorrelationId id, RexBuilder rex) {
    RelNode rows = outer.get(id);
    List<RexNode> columns = read.stream().map(column -> outer(column, id, rex, rows)).toList();
    return LogicalAggregate.create(
        LogicalPlanTranslator.project(rows, columns, null),
        List.of(),
        ImmutableBitSet.range(columns.size()),
        null,
        List.of());
  }

  /** Returns one list of those that are unnested side by side. */
  private static RexNode list(List<RexNode> lists, RexBuilder rex) {
    if (lists.size() == 1) {
      return plain(lists.getFirst(), rex);
    }
    List<RexNode> zipped = new ArrayList<>();
    for (RexNode list : lists) {
      boolean isMap = TypeMapping.dataType(list.getType()) instanceof DataType.MapOf;
      RexNode plain = plain(list, rex);
      zipped.add(
          isMap ? FunctionCalls.call(rex, ScalarFunction.MAP_ENTRIES, List.of(plain)) : plain);
    }
    return FunctionCalls.call(rex, ScalarFunction.LIST_ZIP, zipped);
  }

  /** Returns the list without the mark that its elements stay whole. */
  private static RexNode plain(RexNode list, RexBuilder rex) {
    if (!(list instanceof RexCall call) || !isWhole(list)) {
      return list;
    }
    return call.getOperator() instanceof ZippedLists
        ? list(call.getOperands(), rex)
        : call.getOperands().getFirst();
  }

  private static boolean isWhole(RexNode list) {
    return list instanceof RexCall call
        && (call.getOperator() instanceof WholeElements
            || call.getOperator() instanceof ZippedLists);
  }

  private static boolean isWhole(RelNode lists) {
    return lists instanceof Project project && isWhole(project.getProjects().getFirst());
  }

  /** The columns that an uncollect gives, over a node whose last columns are the element's. */
  private static List<RexNode> elements(Uncollect uncollect, LogicalUnnest unnest) {
    RexBuilder rex = unnest.getCluster().getRexBuilder();
    int at = unnest.getInput().getRowType().getFieldCount();
    RexNode element = rex.makeInputRef(unnest, at);
    List<RexNode> columns = new ArrayList<>();
    int lists = uncollect.getInput().getRowType().getFieldCount();
    if (isWhole(uncollect.getInput())) {
      columns.add(element);
    } else if (lists == 1) {
      addParts(element, columns, rex);
    } else {
      for (int i = 0; i < lists; i++) {
        addParts(rex.makeFieldAccess(element, i), columns, rex);
      }
    }
    if (uncollect.withOrdinality) {
      RelDataTypeField wanted = uncollect.getRowType().getFieldList().getLast();
      RexNode position = rex.makeInputRef(unnest, at + 1);
      columns.add(FunctionCalls.cast(rex, position, TypeMapping.dataType(wanted.getType())));
    }
    return columns;
  }

  private static void addParts(RexNode element, List<RexNode> columns, RexBuilder rex) {
    if (element.getType().isStruct()) {
      for (RelDataTypeField field : element.getType().getFieldList()) {
        columns.add(rex.makeFieldAccess(element, field.getIndex()));
      }
    } else {
      columns.add(element);
    }
  }

  private static boolean isFilter(RelNode step) {
    return step instanceof Filter filter && !filter.getCondition().isAlwaysTrue();
  }

  /** What is behind {@code LATERAL}; a single row of aggregates becomes scalar subqueries. */
  private RelNode others(Correlate correlate) {
    RelNode left = correlate.getLeft().accept(this);
    outer.put(correlate.getCorrelationId(), left);
    RelNode right = correlate.getRight().accept(this);
    Correlate visited = (Correlate) correlate.copy(correlate.getTraitSet(), List.of(left, right));
    if (visited.getJoinType() != JoinRelType.INNER || !isSingleRow(right)) {
      return visited;
    }
    RexBuilder rex = correlate.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(visited.getLeft().getRowType()));
    int width = columns.size();
    for (int i = 0; i < right.getRowType().getFieldCount(); i++) {
      RelNode column =
          LogicalPlanTranslator.project(right, List.of(rex.makeInputRef(right, i)), null);
      RelDataType type = visited.getRowType().getFieldList().get(width + i).getType();
      columns.add(promised(RexSubQuery.scalar(column), type, rex));
    }
    return LogicalProject.create(
        visited.getLeft(),
        List.of(),
        columns,
        visited.getRowType().getFieldNames(),
        Set.of(visited.getCorrelationId()));
  }

  private static boolean isSingleRow(RelNode rel) {
    return switch (rel) {
      case Project project -> isSingleRow(project.getInput());
      case Aggregate aggregate ->
          aggregate.getGroupCount() == 0 && aggregate.getGroupSets().size() == 1;
      default -> false;
    };
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
      return others(correlate);
    }
    Uncollect uncollect = (Uncollect) right;
    boolean isLeft = correlate.getJoinType() == JoinRelType.LEFT;
    boolean isFiltered = steps.stream().anyMatch(step -> isFilter(step));
    if (isLeft && isFiltered) {
      return others(correlate);
    }
    RelNode left = correlate.getLeft().accept(this);
    RexBuilder rex = correlate.getCluster().getRexBuilder();
    RexNode list =
        outer(
            list(((Project) uncollect.getInput()).getProjects(), rex),
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
          if (!isFilter(filter)) {
            break;
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
    return value instanceof RexCall call && !(value instanceof RexSubQuery)
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
