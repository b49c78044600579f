package dev.heddle.physical.plan;

import java.util.List;

/** Puts the nodes of plans over other inputs. */
final class PlanInputs {
  private PlanInputs() {}

  /** Returns a node over other inputs, of the same number and columns. */
  static PhysicalPlan replace(PhysicalPlan plan, List<PhysicalPlan> replaced) {
    if (replaced.size() != plan.inputs().size()) {
      throw new IllegalArgumentException(
          plan.inputs().size() + " inputs cannot become " + replaced.size());
    }
    return switch (plan) {
      case PhysicalPlan.Scan n -> n;
      case PhysicalPlan.Values n -> n;
      case PhysicalPlan.ExchangeRead n -> n;
      case PhysicalPlan.SharedRead n -> n;
      case PhysicalPlan.Share n ->
          new PhysicalPlan.Share(n.number(), replaced.getFirst(), n.group(), n.estimate());
      case PhysicalPlan.Filter n ->
          new PhysicalPlan.Filter(replaced.getFirst(), n.predicate(), n.estimate());
      case PhysicalPlan.Project n ->
          new PhysicalPlan.Project(replaced.getFirst(), n.expressions(), n.output(), n.estimate());
      case PhysicalPlan.Aggregate n ->
          new PhysicalPlan.Aggregate(
              replaced.getFirst(), n.keys(), n.calls(), n.mode(), n.output(), n.estimate());
      case PhysicalPlan.Expand n ->
          new PhysicalPlan.Expand(
              replaced.getFirst(), n.keys(), n.sets(), n.output(), n.estimate());
      case PhysicalPlan.HashJoin n ->
          new PhysicalPlan.HashJoin(
              replaced.get(0),
              replaced.get(1),
              n.kind(),
              n.leftKeys(),
              n.rightKeys(),
              n.nullSafe(),
              n.residual(),
              n.range(),
              n.runtime(),
              n.output(),
              n.estimate());
      case PhysicalPlan.MergeJoin n ->
          new PhysicalPlan.MergeJoin(
              replaced.get(0),
              replaced.get(1),
              n.kind(),
              n.leftKeys(),
              n.rightKeys(),
              n.nullSafe(),
              n.residual(),
              n.merged(),
              n.bounds(),
              n.output(),
              n.estimate());
      case PhysicalPlan.NestedLoopJoin n ->
          new PhysicalPlan.NestedLoopJoin(
              replaced.get(0),
              replaced.get(1),
              n.kind(),
              n.condition(),
              n.range(),
              n.output(),
              n.estimate());
      case PhysicalPlan.Sort n ->
          new PhysicalPlan.Sort(replaced.getFirst(), n.order(), n.estimate());
      case PhysicalPlan.TopN n ->
          new PhysicalPlan.TopN(
              replaced.getFirst(), n.order(), n.offset(), n.limit(), n.runtime(), n.estimate());
      case PhysicalPlan.Limit n ->
          new PhysicalPlan.Limit(replaced.getFirst(), n.offset(), n.limit(), n.estimate());
      case PhysicalPlan.UnionAll n ->
          new PhysicalPlan.UnionAll(replaced, n.isApart(), n.output(), n.estimate());
      case PhysicalPlan.Window n ->
          new PhysicalPlan.Window(
              replaced.getFirst(),
              n.partitionKeys(),
              n.order(),
              n.calls(),
              n.output(),
              n.estimate());
      case PhysicalPlan.KeyByKey n ->
          new PhysicalPlan.KeyByKey(replaced.getFirst(), n.order(), n.bounds(), n.estimate());
      case PhysicalPlan.GroupLimit n ->
          new PhysicalPlan.GroupLimit(
              replaced.getFirst(), n.keys(), n.order(), n.limit(), n.estimate());
      case PhysicalPlan.RandomKey n ->
          new PhysicalPlan.RandomKey(replaced.getFirst(), n.seed(), n.output(), n.estimate());
      case PhysicalPlan.RowIndex n ->
          new PhysicalPlan.RowIndex(replaced.getFirst(), n.start(), n.output(), n.estimate());
      case PhysicalPlan.RangePart n ->
          new PhysicalPlan.RangePart(
              replaced.get(0),
              replaced.get(1),
              n.order(),
              n.parts(),
              n.splitsEqual(),
              n.output(),
              n.estimate());
      case PhysicalPlan.Unnest n ->
          new PhysicalPlan.Unnest(
              replaced.getFirst(),
              n.list(),
              n.kept(),
              n.keepsEmpty(),
              n.withPosition(),
              n.output(),
              n.estimate());
      case PhysicalPlan.Write n ->
          new PhysicalPlan.Write(replaced.getFirst(), n.spec(), n.estimate());
      case PhysicalPlan.Repartition n ->
          new PhysicalPlan.Repartition(
              replaced.getFirst(), n.kind(), n.parts(), n.keys(), n.estimate());
      case PhysicalPlan.Exchange n ->
          new PhysicalPlan.Exchange(replaced.getFirst(), n.distribution(), n.estimate());
    };
  }
}
