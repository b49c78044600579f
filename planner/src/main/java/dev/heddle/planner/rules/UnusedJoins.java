package dev.heddle.planner.rules;

import dev.heddle.planner.rel.Volatility;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Removes left joins of which nothing is used: what reads them uses no column of their right side,
 * and they either give each left row once, as the right side has a key among the columns it is
 * joined by, or it does not matter how often.
 *
 * <p>Goes from the root of a plan to its leaves, with the columns that are used.
 */
public final class UnusedJoins {
  private UnusedJoins() {}

  /** Returns the plan without such joins. */
  public static RelNode apply(RelNode rel) {
    return without(rel, all(rel), true);
  }

  private static ImmutableBitSet all(RelNode rel) {
    return ImmutableBitSet.range(rel.getRowType().getFieldCount());
  }

  /**
   * Returns a part of the plan without such joins, with the same columns.
   *
   * @param used the columns that what reads it uses; the values of others may change
   * @param isCounted whether it matters how often a row occurs
   */
  private static RelNode without(RelNode rel, ImmutableBitSet used, boolean isCounted) {
    boolean counts = isCounted || Volatility.of(rel); // else other values for each occurrence
    return switch (rel) {
      case Project project -> {
        ImmutableBitSet.Builder read = ImmutableBitSet.builder();
        used.forEachInt(i -> read.addAll(InputFinder.bits(project.getProjects().get(i))));
        yield over(rel, List.of(read.build()), counts);
      }
      case Filter filter -> {
        ImmutableBitSet read = used.union(InputFinder.bits(filter.getCondition()));
        yield over(rel, List.of(read), counts);
      }
      case Sort sort -> {
        ImmutableBitSet read = used.union(ImmutableBitSet.of(sort.getCollation().getKeys()));
        yield over(rel, List.of(read), counts || sort.fetch != null || sort.offset != null);
      }
      case Aggregate aggregate -> {
        boolean isOfAll =
            aggregate.getAggCallList().stream().anyMatch(call -> !ignoresDuplicates(call));
        yield over(rel, List.of(read(aggregate)), isOfAll || Volatility.of(rel));
      }
      case Join join when isPlain(join) -> withoutJoin(join, used, counts);
      case Union union when union.all -> {
        List<ImmutableBitSet> read = union.getInputs().stream().map(input -> used).toList();
        yield over(rel, read, isCounted);
      }
      default -> over(rel, rel.getInputs().stream().map(UnusedJoins::all).toList(), true);
    };
  }

  private static ImmutableBitSet read(Aggregate aggregate) {
    ImmutableBitSet.Builder read = ImmutableBitSet.builder().addAll(aggregate.getGroupSet());
    for (AggregateCall call : aggregate.getAggCallList()) {
      call.getArgList().forEach(read::set);
      call.getCollation().getKeys().forEach(read::set);
      call.rexList.forEach(value -> read.addAll(InputFinder.bits(value)));
      if (call.filterArg >= 0) {
        read.set(call.filterArg);
      }
    }
    return read.build();
  }

  private static boolean ignoresDuplicates(AggregateCall call) {
    SqlKind kind = call.getAggregation().getKind();
    return kind == SqlKind.MIN
        || kind == SqlKind.MAX
        || (call.isDistinct() && call.getCollation().getFieldCollations().isEmpty());
  }

  /** Returns the node over its inputs without such joins. */
  private static RelNode over(RelNode rel, List<ImmutableBitSet> used, boolean isCounted) {
    List<RelNode> inputs = new ArrayList<>();
    for (int i = 0; i < used.size(); i++) {
      inputs.add(without(rel.getInput(i), used.get(i), isCounted));
    }
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** Returns whether a join is of one of the kinds whose columns are those of its sides. */
  private static boolean isPlain(Join join) {
    return switch (join.getJoinType()) {
      case INNER, LEFT, RIGHT, FULL -> true;
      default -> false;
    };
  }

  private static RelNode withoutJoin(Join join, ImmutableBitSet used, boolean isCounted) {
    int columns = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet left = ImmutableBitSet.range(columns);
    if (join.getJoinType() == JoinRelType.LEFT
        && left.contains(used)
        && (!isCounted || isUnique(join.getRight(), join.analyzeCondition().rightSet()))) {
      return withNulls(join, without(join.getLeft(), used, isCounted));
    }
    ImmutableBitSet read = used.union(InputFinder.bits(join.getCondition()));
    ImmutableBitSet right = read.except(left).shift(-columns);
    return over(join, List.of(read.intersect(left), right), isCounted);
  }

  /** Returns the left side with nulls for the columns of the right one. */
  private static RelNode withNulls(Join join, RelNode left) {
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    List<RelDataTypeField> fields = join.getRowType().getFieldList();
    for (int i = 0; i < fields.size(); i++) {
      values.add(
          i < left.getRowType().getFieldCount()
              ? rex.makeInputRef(left, i)
              : rex.makeNullLiteral(fields.get(i).getType()));
    }
    return LogicalProject.create(
        left, List.of(), values, join.getRowType().getFieldNames(), Set.of());
  }

  /** Returns whether no two rows agree in all of some columns. */
  private static boolean isUnique(RelNode rel, ImmutableBitSet columns) {
    Double most = rel.getCluster().getMetadataQuery().getMaxRowCount(rel);
    if (most != null && most <= 1) {
      return true;
    }
    return switch (rel) {
      case Aggregate aggregate ->
          aggregate.getGroupType() == Aggregate.Group.SIMPLE
              && columns.contains(ImmutableBitSet.range(aggregate.getGroupCount()));
      case Project project -> {
        ImmutableBitSet.Builder read = ImmutableBitSet.builder();
        for (int column : columns) {
          if (project.getProjects().get(column) instanceof RexInputRef ref) {
            read.set(ref.getIndex());
          }
        }
        yield isUnique(project.getInput(), read.build());
      }
      case Filter filter -> isUnique(filter.getInput(), columns);
      case Sort sort -> isUnique(sort.getInput(), columns);
      case Join join when isPlain(join) && join.getJoinType() != JoinRelType.FULL -> {
        int left = join.getLeft().getRowType().getFieldCount();
        ImmutableBitSet ofLeft = columns.intersect(ImmutableBitSet.range(left));
        yield join.getJoinType() != JoinRelType.RIGHT
            && isUnique(join.getLeft(), ofLeft)
            && isUnique(join.getRight(), join.analyzeCondition().rightSet());
      }
      default -> false;
    };
  }
}
