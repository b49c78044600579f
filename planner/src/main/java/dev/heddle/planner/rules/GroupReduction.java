package dev.heddle.planner.rules;

import com.google.common.collect.ImmutableSet;
import dev.heddle.planner.cost.Estimator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Aggregates only groups that a join will ask for.
 *
 * <p>A decorrelated subquery groups all rows by the correlated column, and is then joined with few
 * outer rows. Where those come from a small part of the plan, that part is computed once more and
 * semi-joined with the aggregation's input. Runs after the joins have been ordered. Not
 * thread-safe.
 *
 * <p>In one partition a join that builds the outer rows spares the aggregation the others by a
 * runtime filter, for a quarter less time than a semi join takes. There groups are reduced where
 * they would be built themselves, and where {@link ScanReuse} may find that the table they are of
 * is read elsewhere in the plan.
 */
public final class GroupReduction extends PlanVisit {
  private static final double MIN_ROWS = 50_000; // fewer are grouped in no time
  private static final double MAX_KEPT = 0.25;
  private static final double MAX_EFFORT = 0.5; // of scanning the aggregation's own input

  private final Estimator estimator;
  private final int partitions;
  private final Map<List<String>, Integer> tables = new HashMap<>(); // how often each is read

  private GroupReduction(Estimator estimator, int partitions) {
    this.estimator = estimator;
    this.partitions = partitions;
  }

  /**
   * Returns the plan with such aggregations reduced; the estimator then knows the new nodes.
   *
   * @param partitions that the plan will be cut into
   */
  public static RelNode apply(RelNode rel, Estimator estimator, int partitions) {
    GroupReduction pass = new GroupReduction(estimator, partitions);
    pass.count(rel);
    return pass.visit(rel);
  }

  private void count(RelNode rel) {
    if (rel instanceof TableScan scan) {
      tables.merge(scan.getTable().getQualifiedName(), 1, Integer::sum);
    }
    rel.getInputs().forEach(this::count);
  }

  private boolean readsRepeatedTable(RelNode rel) {
    return rel instanceof TableScan scan
        ? tables.getOrDefault(scan.getTable().getQualifiedName(), 0) > 1
        : rel.getInputs().stream().anyMatch(this::readsRepeatedTable);
  }

  /** Returns whether the join with the other side spares the groups' rows no less by itself. */
  private boolean isSpared(Aggregate groups, RelNode other) {
    return partitions == 1
        && estimator.of(other).rows() < estimator.of(groups).rows()
        && !readsRepeatedTable(groups);
  }

  @Override
  RelNode visitAlone(RelNode rel) {
    List<RelNode> inputs = visitInputs(rel);
    RelNode current = rel;
    if (!inputs.equals(rel.getInputs())) {
      current = like(rel, rel.copy(rel.getTraitSet(), inputs));
    }
    return current instanceof Join join ? reduced(join) : current;
  }

  /** The new node gives the same rows. */
  private RelNode like(RelNode old, RelNode changed) {
    estimator.put(changed, estimator.of(old));
    return changed;
  }

  private RelNode reduced(Join join) {
    JoinInfo keys = join.analyzeCondition();
    JoinRelType kind = join.getJoinType();
    boolean mayReduceRight =
        switch (kind) {
          case INNER, LEFT, SEMI, ANTI -> true;
          default -> false;
        };
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    for (int i = 0; i < keys.leftKeys.size(); i++) {
      int leftKey = keys.leftKeys.get(i);
      int rightKey = keys.rightKeys.get(i);
      if (mayReduceRight) {
        Optional<RelNode> small = reducedGroups(right, rightKey, left, leftKey);
        if (small.isPresent()) {
          return like(join, join.copy(join.getTraitSet(), List.of(left, small.get())));
        }
      }
      if (kind == JoinRelType.INNER) {
        Optional<RelNode> small = reducedGroups(left, leftKey, right, rightKey);
        if (small.isPresent()) {
          return like(join, join.copy(join.getTraitSet(), List.of(small.get(), right)));
        }
      }
    }
    return join;
  }

  /** Reduces the aggregation that {@code column} is a key of to values of the other side's key. */
  private Optional<RelNode> reducedGroups(RelNode rel, int column, RelNode other, int otherColumn) {
    return switch (rel) {
      case Filter filter ->
          reducedGroups(filter.getInput(), column, other, otherColumn)
              .map(input -> filter.copy(filter.getTraitSet(), List.of(input)));
      case Project project when project.getProjects().get(column) instanceof RexInputRef ref ->
          reducedGroups(project.getInput(), ref.getIndex(), other, otherColumn)
              .map(input -> project.copy(project.getTraitSet(), List.of(input)));
      case Aggregate aggregate
          when column < aggregate.getGroupCount()
              && aggregate.getGroupSets().size() == 1
              && !isSpared(aggregate, other) ->
          reducedInput(
                  aggregate.getInput(), aggregate.getGroupSet().nth(column), other, otherColumn)
              .map(input -> aggregate.copy(aggregate.getTraitSet(), List.of(input)));
      default -> Optional.empty();
    };
  }

  /** A part of a plan that holds all values of a key. */
  private record Part(RelNode rel, int column) {}

  private Optional<RelNode> reducedInput(
      RelNode input, int column, RelNode other, int otherColumn) {
    double rows = estimator.of(input).rows();
    double values = Math.max(1, estimator.of(input).column(column).distinct());
    if (rows < MIN_ROWS) {
      return Optional.empty();
    }
    List<Part> parts = new ArrayList<>();
    collect(other, otherColumn, parts);
    RelDataType type = type(input, column);
    double effort = effort(input);
    Part best = null;
    double least = rows;
    for (Part part : parts) {
      double share = estimator.of(part.rel).column(part.column).distinct() / values;
      double partEffort = effort(part.rel);
      double total = partEffort / 4 + share * rows;
      boolean isWorth = share <= MAX_KEPT && partEffort <= MAX_EFFORT * effort;
      boolean isSameType =
          SqlTypeUtil.equalSansNullability(
              input.getCluster().getTypeFactory(), type, type(part.rel, part.column));
      if (isWorth && isSameType && total < least) {
        best = part;
        least = total;
      }
    }
    return best == null ? Optional.empty() : Optional.of(semiJoin(input, column, best));
  }

  private RelNode semiJoin(RelNode input, int column, Part part) {
    RexBuilder rex = input.getCluster().getRexBuilder();
    RelNode keys =
        LogicalProject.create(
            part.rel,
            List.of(),
            List.of(RexInputRef.of(part.column, part.rel.getRowType())),
            (List<String>) null,
            ImmutableSet.of());
    RexNode condition =
        rex.makeCall(
            SqlStdOperatorTable.EQUALS,
            RexInputRef.of(column, input.getRowType()),
            new RexInputRef(
                input.getRowType().getFieldCount(),
                keys.getRowType().getFieldList().getFirst().getType()));
    RelNode joined =
        LogicalJoin.create(input, keys, List.of(), condition, ImmutableSet.of(), JoinRelType.SEMI);
    return JoinOrder.apply(joined, estimator, EstimateNoise.NONE);
  }

  private static RelDataType type(RelNode rel, int column) {
    return rel.getRowType().getFieldList().get(column).getType();
  }

  /** Adds all parts below {@code rel} in which every value of its column occurs. */
  private static void collect(RelNode rel, int column, List<Part> parts) {
    switch (rel) {
      case TableScan scan -> parts.add(new Part(scan, column));
      case Filter filter -> {
        parts.add(new Part(filter, column));
        collect(filter.getInput(), column, parts);
      }
      case Project project when project.getProjects().get(column) instanceof RexInputRef ref ->
          collect(project.getInput(), ref.getIndex(), parts);
      case Join join -> {
        parts.add(new Part(join, column));
        collectBelow(join, column, parts);
      }
      default -> {}
    }
  }

  private static void collectBelow(Join join, int column, List<Part> parts) {
    int width = join.getLeft().getRowType().getFieldCount();
    boolean isLeft = column < width;
    boolean keepsLeft =
        switch (join.getJoinType()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          default -> false;
        };
    boolean matches =
        join.getJoinType() == JoinRelType.INNER || join.getJoinType() == JoinRelType.SEMI;
    if (isLeft && keepsLeft) {
      collect(join.getLeft(), column, parts);
    }
    if (!isLeft && join.getJoinType() == JoinRelType.INNER) {
      collect(join.getRight(), column - width, parts);
    }
    if (matches) {
      JoinInfo keys = join.analyzeCondition();
      for (int i = 0; i < keys.leftKeys.size(); i++) {
        int one = keys.leftKeys.get(i);
        int other = keys.rightKeys.get(i);
        if (isLeft && one == column) {
          collect(join.getRight(), other, parts);
        } else if (!isLeft && other == column - width) {
          collect(join.getLeft(), one, parts);
        }
      }
    }
  }

  /** Returns the rows that are scanned for a plan; never worth it if it aggregates. */
  private double effort(RelNode rel) {
    if (rel instanceof TableScan) {
      return estimator.of(rel).rows();
    }
    double effort = 0;
    for (RelNode input : rel.getInputs()) {
      effort += effort(input);
    }
    return effort;
  }
}
