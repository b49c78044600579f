package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * A subquery with the conjuncts that read the outer row taken out and up to its top.
 *
 * @param rel the subquery without them; its first columns are the subquery's own, more may follow
 * @param predicates the conjuncts, over {@code rel}'s columns and the outer row
 */
record PulledUp(RelNode rel, List<RexNode> predicates) {

  /**
   * Takes the conjuncts out of a subquery that is only asked whether rows exist.
   *
   * @param outer the ids under which the subquery reads the outer row
   * @return empty if some use of the outer row cannot be moved
   */
  static Optional<PulledUp> of(RelNode rel, Set<CorrelationId> outer) {
    if (!reads(rel, outer)) {
      return Optional.of(new PulledUp(rel, List.of()));
    }
    return switch (rel) {
      case Filter filter -> filter(filter, outer);
      case Project project -> project(project, outer);
      case Join join -> join(join, outer);
      case Aggregate aggregate -> aggregate(aggregate, outer);
      case Sort sort -> sort(sort, outer);
      default -> Optional.empty();
    };
  }

  private static Optional<PulledUp> filter(Filter filter, Set<CorrelationId> outer) {
    return of(filter.getInput(), outer)
        .flatMap(
            input -> {
              List<RexNode> kept = new ArrayList<>();
              List<RexNode> pulled = new ArrayList<>(input.predicates);
              for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
                if (!reads(conjunct, outer)) {
                  kept.add(conjunct);
                } else if (RexUtil.SubQueryFinder.find(conjunct) != null) {
                  return Optional.empty();
                } else {
                  pulled.add(conjunct);
                }
              }
              RelNode rel =
                  kept.isEmpty()
                      ? input.rel
                      : LogicalFilter.create(
                          input.rel,
                          RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), kept),
                          com.google.common.collect.ImmutableSet.copyOf(filter.getVariablesSet()));
              return Optional.of(new PulledUp(rel, pulled));
            });
  }

  private static Optional<PulledUp> project(Project project, Set<CorrelationId> outer) {
    for (RexNode expression : project.getProjects()) {
      if (reads(expression, outer) || expression instanceof RexSubQuery) {
        return Optional.empty();
      }
    }
    if (project.containsOver()) {
      return Optional.empty();
    }
    return of(project.getInput(), outer)
        .map(
            input -> {
              List<RexNode> expressions = new ArrayList<>(project.getProjects());
              List<RexNode> predicates = new ArrayList<>();
              for (RexNode predicate : input.predicates) {
                predicates.add(
                    predicate.accept(
                        new RexShuttle() {
                          @Override
                          public RexNode visitInputRef(RexInputRef reference) {
                            int at = expressions.indexOf(reference);
                            if (at < 0) {
                              at = expressions.size();
                              expressions.add(reference);
                            }
                            return new RexInputRef(at, reference.getType());
                          }
                        }));
              }
              RelNode rel =
                  LogicalProject.create(
                      input.rel,
                      List.of(),
                      expressions,
                      (List<String>) null,
                      com.google.common.collect.ImmutableSet.copyOf(project.getVariablesSet()));
              return new PulledUp(rel, predicates);
            });
  }

  private static Optional<PulledUp> join(Join join, Set<CorrelationId> outer) {
    if (join.getJoinType() != JoinRelType.INNER
        || RexUtil.SubQueryFinder.find(join.getCondition()) != null) {
      return Optional.empty();
    }
    Optional<PulledUp> left = of(join.getLeft(), outer);
    Optional<PulledUp> right = of(join.getRight(), outer);
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    int oldLeft = join.getLeft().getRowType().getFieldCount();
    int newLeft = left.get().rel.getRowType().getFieldCount();
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> pulled = new ArrayList<>(left.get().predicates);
    for (RexNode predicate : right.get().predicates) {
      pulled.add(RexUtil.shift(predicate, newLeft));
    }
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      RexNode moved = RexUtil.shift(conjunct, oldLeft, newLeft - oldLeft);
      (reads(conjunct, outer) ? pulled : kept).add(moved);
    }
    RelNode joined =
        LogicalJoin.create(
            left.get().rel,
            right.get().rel,
            List.of(),
            RexUtil.composeConjunction(join.getCluster().getRexBuilder(), kept),
            join.getVariablesSet(),
            JoinRelType.INNER);
    return Optional.of(ownColumnsFirst(joined, pulled, oldLeft, newLeft, join));
  }

  /** Puts the columns that the join had before in front of those that were added on its left. */
  private static PulledUp ownColumnsFirst(
      RelNode joined, List<RexNode> pulled, int oldLeft, int newLeft, Join join) {
    if (oldLeft == newLeft) {
      return new PulledUp(joined, pulled);
    }
    int oldRight = join.getRight().getRowType().getFieldCount();
    int width = joined.getRowType().getFieldCount();
    int[] position = new int[width];
    List<RexNode> order = new ArrayList<>();
    for (int part = 0; part < 4; part++) {
      int from = part == 0 ? 0 : part == 1 ? newLeft : part == 2 ? oldLeft : newLeft + oldRight;
      int to = part == 0 ? oldLeft : part == 1 ? newLeft + oldRight : part == 2 ? newLeft : width;
      for (int i = from; i < to; i++) {
        position[i] = order.size();
        order.add(RexInputRef.of(i, joined.getRowType()));
      }
    }
    RelNode rel =
        LogicalProject.create(
            joined,
            List.of(),
            order,
            (List<String>) null,
            com.google.common.collect.ImmutableSet.of());
    List<RexNode> predicates = new ArrayList<>();
    for (RexNode predicate : pulled) {
      predicates.add(
          predicate.accept(
              new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef reference) {
                  return new RexInputRef(position[reference.getIndex()], reference.getType());
                }
              }));
    }
    return new PulledUp(rel, predicates);
  }

  /** A distinct adds nothing to the question whether rows exist; its keys become a projection. */
  private static Optional<PulledUp> aggregate(Aggregate aggregate, Set<CorrelationId> outer) {
    if (!aggregate.getAggCallList().isEmpty()
        || aggregate.getGroupSets().size() != 1
        || aggregate.getGroupSet().isEmpty()) {
      return Optional.empty();
    }
    List<RexNode> keys = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      keys.add(RexInputRef.of(key, aggregate.getInput().getRowType()));
    }
    return of(
        LogicalProject.create(
            aggregate.getInput(),
            List.of(),
            keys,
            aggregate.getRowType().getFieldNames(),
            com.google.common.collect.ImmutableSet.of()),
        outer);
  }

  private static Optional<PulledUp> sort(Sort sort, Set<CorrelationId> outer) {
    boolean keepsSome =
        sort.fetch == null
            || (sort.fetch instanceof RexLiteral rows && RexLiteral.intValue(rows) > 0);
    return sort.offset == null && sort.fetch == null && keepsSome
        ? of(sort.getInput(), outer)
        : Optional.empty();
  }

  /** Returns whether the plan, including its subqueries, reads one of the outer rows. */
  static boolean reads(RelNode rel, Set<CorrelationId> outer) {
    for (CorrelationId id : RelOptUtil.getVariablesUsed(rel)) {
      if (outer.contains(id)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the expression, including its subqueries, reads one of the outer rows. */
  static boolean reads(RexNode expression, Set<CorrelationId> outer) {
    boolean[] found = {false};
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCorrelVariable(RexCorrelVariable variable) {
            found[0] |= outer.contains(variable.id);
            return null;
          }

          @Override
          public Void visitSubQuery(RexSubQuery subQuery) {
            found[0] |= reads(subQuery.rel, outer);
            return super.visitSubQuery(subQuery);
          }
        });
    return found[0];
  }

  /** Returns the predicates as one condition over the outer row's columns, then {@code rel}'s. */
  List<RexNode> joinPredicates(Set<CorrelationId> outer, int outerColumns) {
    List<RexNode> conjuncts = new ArrayList<>();
    for (RexNode predicate : predicates) {
      conjuncts.add(
          predicate.accept(
              new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef reference) {
                  return new RexInputRef(reference.getIndex() + outerColumns, reference.getType());
                }

                @Override
                public RexNode visitFieldAccess(RexFieldAccess access) {
                  return access.getReferenceExpr() instanceof RexCorrelVariable variable
                          && outer.contains(variable.id)
                      ? new RexInputRef(access.getField().getIndex(), access.getType())
                      : super.visitFieldAccess(access);
                }
              }));
    }
    return conjuncts;
  }
}
