package dev.heddle.planner.decorrelate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.translate.OperatorMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Computes aggregates for outer rows: the outer columns are keys of every grouping set.
 *
 * <p>A group of all rows is there without rows too. Since no row shows which outer values have
 * none, the outer rows are joined with the groups, and where one has no group each call gives what
 * it gives over no rows.
 */
final class AggregatePush {
  private final OuterPush push;

  AggregatePush(OuterPush push) {
    this.push = push;
  }

  Pushed push(OuterRows outer, Aggregate aggregate, Equalities known) {
    boolean hasGroupOfAll = aggregate.getGroupSets().contains(ImmutableBitSet.of());
    if (hasGroupOfAll) {
      return withGroupOfAll(outer, aggregate);
    }
    return outer.isDomain()
        ? grouped(outer, aggregate, known)
        : push.throughDomain(outer, aggregate);
  }

  private Pushed grouped(OuterRows outer, Aggregate aggregate, Equalities known) {
    int inputWidth = OuterPush.width(aggregate.getInput());
    int outerWidth = outer.width();
    ImmutableBitSet keys = aggregate.getGroupSet();
    boolean isSimple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    Pushed input =
        push.push(
            outer,
            aggregate.getInput(),
            known.mapped(inputWidth, i -> isSimple && i < keys.cardinality() ? keys.nth(i) : -1));
    ImmutableBitSet outerKeys = ImmutableBitSet.range(outerWidth);
    List<ImmutableBitSet> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(outerKeys.union(set.shift(outerWidth)));
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(shifted(call, outerWidth, input.rel()));
    }
    RelNode rel =
        LogicalAggregate.create(
            input.rel(),
            List.of(),
            outerKeys.union(keys.shift(outerWidth)),
            ImmutableBitSet.ORDERING.immutableSortedCopy(sets),
            calls);
    int[] copied = OuterPush.none(outerWidth);
    for (int i = 0; isSimple && i < outerWidth; i++) {
      int from = input.copied()[i];
      copied[i] = from >= 0 && keys.get(from) ? keys.indexOf(from) : -1;
    }
    return new Pushed(rel, input.neverNull(), copied, input.isDropped());
  }

  private static AggregateCall shifted(AggregateCall call, int by, RelNode input) {
    return AggregateCall.create(
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList().stream().map(i -> i + by).toList(),
        call.filterArg < 0 ? -1 : call.filterArg + by,
        null,
        OuterPush.shifted(call.getCollation(), by),
        false,
        input,
        null,
        call.getName());
  }

  private Pushed withGroupOfAll(OuterRows outer, Aggregate aggregate) {
    int outerWidth = outer.width();
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    OuterRows domain = push.domain(outer, aggregate);
    int width = OuterPush.width(aggregate);
    Pushed groups = grouped(domain, aggregate, new Equalities(width, domain.width()));
    RelNode join =
        new ResultJoin(rex)
            .join(
                DependentJoin.Kind.LEFT,
                outer.rel(),
                groups.rel(),
                rex.makeLiteral(true),
                OuterPush.same(outer, outer.rel(), 0, domain, groups, outerWidth),
                domain.width(),
                width);
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(join.getRowType()));
    boolean hasCounts = false;
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      AggregateCall call = aggregate.getAggCallList().get(i);
      Optional<BigDecimal> empty = overNoRows(call);
      if (empty.isPresent()) {
        int at = outerWidth + aggregate.getGroupCount() + i;
        RexNode found = RexInputRef.of(at, join.getRowType());
        RelDataType type = rex.getTypeFactory().createTypeWithNullability(found.getType(), false);
        columns.set(
            at,
            rex.makeCall(
                type,
                SqlStdOperatorTable.COALESCE,
                List.of(found, rex.makeExactLiteral(empty.get(), type))));
        hasCounts = true;
      }
    }
    RelNode rel = hasCounts ? OuterPush.project(join, columns) : join;
    return OuterPush.plain(outer, rel, outerWidth);
  }

  /** Returns what a call gives over no rows; nothing for null. */
  private static Optional<BigDecimal> overNoRows(AggregateCall call) {
    AggregateFunction function =
        OperatorMapping.aggregate(call.getAggregation()).orElse(AggregateFunction.SINGLE_VALUE);
    if (function == AggregateFunction.GROUPING) {
      return Optional.of(BigDecimal.valueOf((1L << call.getArgList().size()) - 1));
    }
    return function.nullRule() == NullRule.NEVER_NULL
        ? Optional.of(BigDecimal.ZERO)
        : Optional.empty();
  }
}
