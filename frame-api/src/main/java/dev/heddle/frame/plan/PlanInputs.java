package dev.heddle.frame.plan;

import java.util.List;

/** Puts other plans in the place of a plan's inputs. */
public final class PlanInputs {
  private PlanInputs() {}

  /**
   * Returns a plan with other inputs of the same schemas; the same object if they are the same.
   *
   * @param inputs one for each of {@link LogicalPlan#inputs}, in its order
   */
  public static LogicalPlan replace(LogicalPlan plan, List<LogicalPlan> inputs) {
    if (isSame(plan.inputs(), inputs)) {
      return plan;
    }
    return switch (plan) {
      case LogicalPlan.Scan _, LogicalPlan.Values _, LogicalPlan.WorkingTable _ -> plan;
      case LogicalPlan.Project p ->
          new LogicalPlan.Project(inputs.getFirst(), p.columns(), p.schema());
      case LogicalPlan.Filter p -> new LogicalPlan.Filter(inputs.getFirst(), p.predicate());
      case LogicalPlan.Aggregate p ->
          new LogicalPlan.Aggregate(
              inputs.getFirst(), p.keys(), p.aggregates(), p.groupingSets(), p.schema());
      case LogicalPlan.Join p ->
          new LogicalPlan.Join(
              inputs.getFirst(),
              inputs.getLast(),
              p.kind(),
              p.keys(),
              p.condition(),
              p.pairSchema(),
              p.schema());
      case LogicalPlan.AsOfJoin p ->
          new LogicalPlan.AsOfJoin(
              inputs.getFirst(),
              inputs.getLast(),
              p.direction(),
              p.allowsEqual(),
              p.keys(),
              p.leftOn(),
              p.rightOn(),
              p.comparedAs(),
              p.schema());
      case LogicalPlan.Sort p -> new LogicalPlan.Sort(inputs.getFirst(), p.keys());
      case LogicalPlan.Limit p -> new LogicalPlan.Limit(inputs.getFirst(), p.offset(), p.count());
      case LogicalPlan.ComputedLimit p ->
          new LogicalPlan.ComputedLimit(inputs.getFirst(), p.offset(), p.count(), p.kind());
      case LogicalPlan.Repartition p ->
          new LogicalPlan.Repartition(inputs.getFirst(), p.kind(), p.parts(), p.keys());
      case LogicalPlan.Sample p -> new LogicalPlan.Sample(inputs.getFirst(), p.size(), p.seed());
      case LogicalPlan.Union p -> new LogicalPlan.Union(inputs, p.schema());
      case LogicalPlan.Intersect p ->
          new LogicalPlan.Intersect(inputs.getFirst(), inputs.getLast(), p.all(), p.schema());
      case LogicalPlan.Except p ->
          new LogicalPlan.Except(inputs.getFirst(), inputs.getLast(), p.all(), p.schema());
      case LogicalPlan.RecursiveUnion p ->
          new LogicalPlan.RecursiveUnion(
              inputs.getFirst(), inputs.getLast(), p.all(), p.name(), p.number(), p.schema());
      case LogicalPlan.Distinct _ -> new LogicalPlan.Distinct(inputs.getFirst());
      case LogicalPlan.Window p ->
          new LogicalPlan.Window(inputs.getFirst(), p.columns(), p.schema());
      case LogicalPlan.RowIndex p ->
          new LogicalPlan.RowIndex(inputs.getFirst(), p.name(), p.start(), p.schema());
      case LogicalPlan.Explode p ->
          new LogicalPlan.Explode(
              inputs.getFirst(), p.column(), p.keepsEmpty(), p.position(), p.schema());
      case LogicalPlan.Unnest p ->
          new LogicalPlan.Unnest(
              inputs.getFirst(), p.list(), p.keepsEmpty(), p.withPosition(), p.schema());
      case LogicalPlan.LateralJoin p ->
          new LogicalPlan.LateralJoin(
              inputs.getFirst(),
              inputs.getLast(),
              p.arguments(),
              p.keepsLeft(),
              p.condition(),
              p.schema());
    };
  }

  private static boolean isSame(List<LogicalPlan> old, List<LogicalPlan> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (old.get(i) != inputs.get(i)) {
        return false;
      }
    }
    return true;
  }
}
