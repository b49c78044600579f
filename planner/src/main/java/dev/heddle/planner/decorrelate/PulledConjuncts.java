package dev.heddle.planner.decorrelate;

import com.google.common.collect.ImmutableSet;
import dev.heddle.planner.rel.Projections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * A plan with the conjuncts that read the outer row taken out of it.
 *
 * @param rel the plan without them: its columns, then those that only the conjuncts read
 * @param conjuncts over these columns and the outer row's fields
 */
record PulledConjuncts(RelNode rel, List<RexNode> conjuncts) {
  /** Takes out what can be. What is left may still read the outer row. */
  static PulledConjuncts of(RelNode rel, Correlations correlations) {
    if (!correlations.isFree(rel)) {
      return new PulledConjuncts(rel, List.of());
    }
    return switch (rel) {
      case Filter filter -> filter(filter, correlations);
      case Project project when isPlain(project) -> project(project, correlations);
      case Join join when join.getJoinType() == JoinRelType.INNER -> inner(join, correlations);
      case Join join when isLeftKept(join) -> leftKept(join, correlations);
      case Sort sort when sort.fetch == null && sort.offset == null ->
          of(sort.getInput(), correlations);
      default -> new PulledConjuncts(rel, List.of());
    };
  }

  private static boolean isLeftKept(Join join) {
    return switch (join.getJoinType()) {
      case LEFT, SEMI, ANTI -> !readsOuter(join.getCondition());
      default -> false;
    };
  }

  /** A projection of which no column reads the outer row, and which may be computed lower down. */
  private static boolean isPlain(Project project) {
    return !project.containsOver()
        && project.getProjects().stream()
            .allMatch(e -> !readsOuter(e) && RexUtil.isDeterministic(e));
  }

  static boolean readsOuter(RexNode expression) {
    return RexUtil.containsFieldAccess(expression);
  }

  private static PulledConjuncts filter(Filter filter, Correlations correlations) {
    PulledConjuncts input = of(filter.getInput(), correlations);
    List<RexNode> pulled = new ArrayList<>(input.conjuncts);
    List<RexNode> kept = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean isPulled = readsOuter(conjunct) && RexUtil.isDeterministic(conjunct);
      (isPulled ? pulled : kept).add(conjunct);
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RelNode rel =
        kept.isEmpty()
            ? input.rel
            : LogicalFilter.create(input.rel, RexUtil.composeConjunction(rex, kept));
    return new PulledConjuncts(rel, pulled);
  }

  private static PulledConjuncts project(Project project, Correlations correlations) {
    PulledConjuncts input = of(project.getInput(), correlations);
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    Map<Integer, RexNode> places = new LinkedHashMap<>();
    for (int column : columns(input.conjuncts)) {
      RexNode reference = RexInputRef.of(column, input.rel.getRowType());
      int at = columns.indexOf(reference);
      if (at < 0) {
        at = columns.size();
        columns.add(reference);
      }
      places.put(column, new RexInputRef(at, reference.getType()));
    }
    RelNode rel = Projections.of(input.rel, columns);
    return new PulledConjuncts(rel, Rebinding.ofColumns(places::get).all(input.conjuncts));
  }

  private static Iterable<Integer> columns(List<RexNode> expressions) {
    TreeSet<Integer> columns = new TreeSet<>();
    for (RexNode expression : expressions) {
      RelOptUtil.InputFinder.bits(expression).forEach(columns::add);
    }
    return columns;
  }

  private static PulledConjuncts inner(Join join, Correlations correlations) {
    PulledConjuncts left = of(join.getLeft(), correlations);
    PulledConjuncts right = of(join.getRight(), correlations);
    int leftWidth = width(join.getLeft());
    int leftAll = width(left.rel);
    int rightWidth = width(join.getRight());
    int rightAll = width(right.rel);
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RexNode> pulled = new ArrayList<>();
    List<RexNode> kept = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      boolean isPulled = readsOuter(conjunct) && RexUtil.isDeterministic(conjunct);
      (isPulled ? pulled : kept).add(conjunct);
    }
    RelNode pairs =
        LogicalJoin.create(
            left.rel,
            right.rel,
            List.of(),
            RexUtil.composeConjunction(rex, moved(kept, leftWidth, leftAll - leftWidth)),
            ImmutableSet.of(),
            JoinRelType.INNER);
    // [left, left's further, right, right's further] becomes [left, right, further ones]
    List<RexNode> columns = new ArrayList<>();
    int[] place = new int[leftAll + rightAll];
    append(pairs, 0, leftWidth, columns, place);
    append(pairs, leftAll, rightWidth, columns, place);
    append(pairs, leftWidth, leftAll - leftWidth, columns, place);
    append(pairs, leftAll + rightWidth, rightAll - rightWidth, columns, place);
    RelNode rel = leftAll == leftWidth ? pairs : Projections.of(pairs, columns);
    List<RexNode> all = new ArrayList<>(placed(left.conjuncts, 0, place, rel));
    all.addAll(placed(right.conjuncts, leftAll, place, rel));
    all.addAll(placed(pulled, 0, identity(leftWidth + rightWidth), rel));
    return new PulledConjuncts(rel, all);
  }

  private static void append(RelNode rel, int from, int count, List<RexNode> columns, int[] place) {
    for (int i = from; i < from + count; i++) {
      place[i] = columns.size();
      columns.add(RexInputRef.of(i, rel.getRowType()));
    }
  }

  private static PulledConjuncts leftKept(Join join, Correlations correlations) {
    PulledConjuncts left = of(join.getLeft(), correlations);
    if (correlations.isFree(join.getRight())) {
      return new PulledConjuncts(join, List.of());
    }
    int leftWidth = width(join.getLeft());
    int leftAll = width(left.rel);
    int rightWidth = join.getJoinType().projectsRight() ? width(join.getRight()) : 0;
    RexBuilder rex = join.getCluster().getRexBuilder();
    RelNode pairs =
        LogicalJoin.create(
            left.rel,
            join.getRight(),
            List.of(),
            RexUtil.composeConjunction(
                rex,
                moved(
                    RelOptUtil.conjunctions(join.getCondition()), leftWidth, leftAll - leftWidth)),
            ImmutableSet.of(),
            join.getJoinType());
    int[] place = new int[leftAll];
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      place[i] = i;
      columns.add(RexInputRef.of(i, pairs.getRowType()));
    }
    for (int i = 0; i < rightWidth; i++) {
      columns.add(RexInputRef.of(leftAll + i, pairs.getRowType()));
    }
    for (int i = leftWidth; i < leftAll; i++) {
      place[i] = columns.size();
      columns.add(RexInputRef.of(i, pairs.getRowType()));
    }
    RelNode rel = leftAll == leftWidth || rightWidth == 0 ? pairs : Projections.of(pairs, columns);
    return new PulledConjuncts(rel, placed(left.conjuncts, 0, place, rel));
  }

  private static int[] identity(int width) {
    int[] place = new int[width];
    for (int i = 0; i < width; i++) {
      place[i] = i;
    }
    return place;
  }

  /** Moves the columns from a position on. */
  private static List<RexNode> moved(List<RexNode> expressions, int from, int by) {
    return by == 0
        ? expressions
        : expressions.stream().map(e -> RexUtil.shift(e, from, by)).toList();
  }

  private static List<RexNode> placed(
      List<RexNode> expressions, int shift, int[] place, RelNode rel) {
    return Rebinding.ofColumns(column -> RexInputRef.of(place[shift + column], rel.getRowType()))
        .all(expressions);
  }

  private static int width(RelNode rel) {
    return rel.getRowType().getFieldCount();
  }
}
