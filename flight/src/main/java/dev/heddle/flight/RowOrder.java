package dev.heddle.flight;

import dev.heddle.frame.plan.LogicalPlan;

/** Whether a query says in which order its rows come. */
enum RowOrder {
  /** Each row has its place. */
  ORDERED,
  /** The rows are the same in any order. */
  UNORDERED;

  /** Returns that of a query's rows. */
  static RowOrder of(LogicalPlan query) {
    for (LogicalPlan plan = query; ; ) {
      switch (plan) {
        case LogicalPlan.Sort _ -> {
          return ORDERED;
        }
        case LogicalPlan.Project p -> plan = p.input();
        case LogicalPlan.Filter p -> plan = p.input();
        case LogicalPlan.Limit p -> plan = p.input();
        case LogicalPlan.ComputedLimit p -> plan = p.input();
        case LogicalPlan.RowIndex p -> plan = p.input();
        case LogicalPlan.Explode p -> plan = p.input();
        case LogicalPlan.Unnest p -> plan = p.input();
        case LogicalPlan.Scan _,
            LogicalPlan.Values _,
            LogicalPlan.Aggregate _,
            LogicalPlan.Sample _,
            LogicalPlan.Repartition _,
            LogicalPlan.Distinct _,
            LogicalPlan.Window _,
            LogicalPlan.Union _,
            LogicalPlan.RecursiveUnion _,
            LogicalPlan.WorkingTable _,
            LogicalPlan.Intersect _,
            LogicalPlan.Except _,
            LogicalPlan.Join _,
            LogicalPlan.LateralJoin _,
            LogicalPlan.AsOfJoin _ -> {
          return UNORDERED;
        }
      }
    }
  }
}
