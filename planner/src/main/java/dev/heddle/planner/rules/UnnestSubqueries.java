package dev.heddle.planner.rules;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Turns {@code EXISTS}, {@code IN} and quantified comparisons into semi, anti and mark joins where
 * the outer row is read by conjuncts only.
 *
 * <p>A conjunct becomes a semi or anti join; a use inside an expression, and a {@code NOT IN} over
 * columns that may be null, becomes a {@link MarkJoin}. What does not fit, and every scalar
 * subquery, stays for the decorrelator. Stateless.
 */
public final class UnnestSubqueries {
  private UnnestSubqueries() {}

  /** Returns the plan with what can be unnested unnested. */
  public static RelNode apply(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(apply(input));
    }
    RelNode current = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return switch (current) {
      case Filter filter when hasSubQuery(filter.getCondition()) -> filter(filter);
      case Project project when project.getProjects().stream().anyMatch(e -> hasSubQuery(e)) ->
          project(project);
      default -> current.accept(new Inside());
    };
  }

  private static boolean hasSubQuery(RexNode expression) {
    return RexUtil.SubQueryFinder.find(expression) != null;
  }

  /** Unnests within the plans of subqueries that stay. */
  private static final class Inside extends RexShuttle {
    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
      RelNode changed = UnnestSubqueries.apply(visited.rel);
      return changed == visited.rel ? visited : visited.clone(changed);
    }
  }

  private static RelNode filter(Filter filter) {
    RexBuilder rex = filter.getCluster().getRexBuilder();
    Set<CorrelationId> outer = filter.getVariablesSet();
    List<RexNode> lower = new ArrayList<>(); // for the plain input, where scalar subqueries read it
    List<RexNode> unnested = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      RexNode inside = new Inside().apply(conjunct);
      (canUnnest(inside, outer) ? unnested : lower).add(inside);
    }
    RelNode current = filter.getInput();
    if (!lower.isEmpty()) {
      current =
          LogicalFilter.create(
              current, RexUtil.composeConjunction(rex, lower), ImmutableSet.copyOf(outer));
    }
    List<RexNode> upper = new ArrayList<>();
    for (RexNode conjunct : unnested) {
      Optional<RelNode> joined = semiOrAnti(current, conjunct, outer);
      if (joined.isPresent()) {
        current = joined.get();
      } else {
        upper.add(conjunct);
      }
    }
    if (upper.isEmpty()) {
      return current;
    }
    Marks marks = new Marks(current, outer);
    List<RexNode> marked = new ArrayList<>();
    for (RexNode conjunct : upper) {
      marked.add(conjunct.accept(marks));
    }
    RelNode filtered = LogicalFilter.create(marks.current, RexUtil.composeConjunction(rex, marked));
    return firstColumns(filtered, filter.getRowType());
  }

  private static RelNode project(Project project) {
    Set<CorrelationId> outer = project.getVariablesSet();
    List<RexNode> expressions = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      RexNode inside = new Inside().apply(expression);
      if (hasSubQuery(inside) && !canUnnest(inside, outer)) {
        return project.accept(new Inside());
      }
      expressions.add(inside);
    }
    Marks marks = new Marks(project.getInput(), outer);
    List<RexNode> marked = new ArrayList<>();
    for (RexNode expression : expressions) {
      marked.add(expression.accept(marks));
    }
    return LogicalProject.create(
        marks.current, List.of(), marked, project.getRowType().getFieldNames(), ImmutableSet.of());
  }

  /**
   * Whether all subqueries in the expression are of the kinds and shapes that this class unnests.
   */
  private static boolean canUnnest(RexNode expression, Set<CorrelationId> outer) {
    boolean[] can = {hasSubQuery(expression)};
    expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            boolean isKind =
                switch (subQuery.getKind()) {
                  case EXISTS, IN, SOME -> true;
                  default -> false;
                };
            can[0] &=
                isKind
                    && subQuery.getOperands().stream().noneMatch(e -> hasSubQuery(e))
                    && PulledUp.of(subQuery.rel, outer).isPresent();
            return subQuery;
          }
        });
    return can[0];
  }

  private static Optional<RelNode> semiOrAnti(
      RelNode left, RexNode conjunct, Set<CorrelationId> outer) {
    boolean negated = conjunct.isA(SqlKind.NOT);
    RexNode inner = negated ? ((RexCall) conjunct).getOperands().getFirst() : conjunct;
    if (!(inner instanceof RexSubQuery subQuery) || subQuery.getKind() == SqlKind.SOME) {
      return Optional.empty();
    }
    PulledUp pulled = PulledUp.of(subQuery.rel, outer).orElseThrow();
    List<RexNode> conjuncts = membership(left, subQuery, pulled);
    for (RexNode equality : conjuncts) {
      if (negated && equality.getType().isNullable()) {
        return Optional.empty();
      }
    }
    conjuncts.addAll(pulled.joinPredicates(outer, left.getRowType().getFieldCount()));
    return Optional.of(
        LogicalJoin.create(
            left,
            pulled.rel(),
            List.of(),
            RexUtil.composeConjunction(left.getCluster().getRexBuilder(), conjuncts),
            ImmutableSet.of(),
            negated ? JoinRelType.ANTI : JoinRelType.SEMI));
  }

  /**
   * Returns the comparisons of the operands with the subquery's columns; none for {@code EXISTS}.
   */
  private static List<RexNode> membership(RelNode left, RexSubQuery subQuery, PulledUp pulled) {
    RexBuilder rex = left.getCluster().getRexBuilder();
    int offset = left.getRowType().getFieldCount();
    SqlKind comparison =
        subQuery.getOperator() instanceof SqlQuantifyOperator quantified
            ? quantified.comparisonKind
            : SqlKind.EQUALS;
    List<RexNode> conjuncts = new ArrayList<>();
    for (int i = 0; i < subQuery.getOperands().size(); i++) {
      RexNode operand = subQuery.getOperands().get(i);
      RexNode column = RexInputRef.of(i, pulled.rel().getRowType()).accept(new ShiftBy(offset));
      RelDataType common =
          rex.getTypeFactory().leastRestrictive(List.of(operand.getType(), column.getType()));
      conjuncts.add(
          rex.makeCall(
              switch (comparison) {
                case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
                case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
                case GREATER_THAN -> SqlStdOperatorTable.GREATER_THAN;
                case GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
                case NOT_EQUALS -> SqlStdOperatorTable.NOT_EQUALS;
                default -> SqlStdOperatorTable.EQUALS;
              },
              converted(rex, operand, common),
              converted(rex, column, common)));
    }
    return conjuncts;
  }

  private static RexNode converted(
      RexBuilder rex, RexNode value, @org.jspecify.annotations.Nullable RelDataType type) {
    if (type == null
        || SqlTypeUtil.equalSansNullability(rex.getTypeFactory(), type, value.getType())) {
      return value;
    }
    return rex.makeCast(
        rex.getTypeFactory().createTypeWithNullability(type, value.getType().isNullable()), value);
  }

  private static final class ShiftBy extends RexShuttle {
    private final int offset;

    ShiftBy(int offset) {
      this.offset = offset;
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
      return new RexInputRef(reference.getIndex() + offset, reference.getType());
    }
  }

  /** Replaces each subquery by the mark of a join that it adds to the plan. */
  private static final class Marks extends RexShuttle {
    private final Set<CorrelationId> outer;
    private RelNode current;

    Marks(RelNode input, Set<CorrelationId> outer) {
      this.current = input;
      this.outer = outer;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexBuilder rex = current.getCluster().getRexBuilder();
      PulledUp pulled = PulledUp.of(subQuery.rel, outer).orElseThrow();
      List<RexNode> conjuncts = membership(current, subQuery, pulled);
      int offset = current.getRowType().getFieldCount();
      for (RexNode predicate : pulled.joinPredicates(outer, offset)) {
        conjuncts.add(
            predicate.getType().isNullable()
                ? rex.makeCall(SqlStdOperatorTable.IS_TRUE, predicate)
                : predicate);
      }
      MarkJoin joined =
          MarkJoin.create(current, pulled.rel(), RexUtil.composeConjunction(rex, conjuncts));
      current = joined;
      RexNode mark = RexInputRef.of(joined.markColumn(), joined.getRowType());
      return subQuery.getType().isNullable()
          ? mark
          : rex.makeCall(SqlStdOperatorTable.IS_TRUE, mark);
    }
  }

  private static RelNode firstColumns(RelNode rel, RelDataType wanted) {
    if (rel.getRowType().getFieldCount() == wanted.getFieldCount()) {
      return rel;
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < wanted.getFieldCount(); i++) {
      columns.add(RexInputRef.of(i, rel.getRowType()));
    }
    return LogicalProject.create(
        rel, List.of(), columns, wanted.getFieldNames(), ImmutableSet.of());
  }
}
