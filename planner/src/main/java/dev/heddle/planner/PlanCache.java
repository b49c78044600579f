package dev.heddle.planner;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanSubqueries;
import dev.heddle.io.catalog.Table;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.program.PhaseReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Plans queries, and keeps the plans of the last ones for when the same are asked again.
 *
 * <p>A plan is used again for an equal logical plan (its literals included) under equal settings in
 * the same time zone, if each of its scans would still find an equal table: one of the same files
 * in the same versions, or the very table in memory, and if no run of it has counted rows that are
 * far from what was expected ({@link PlannedQuery#refute}). A plan that contains the moment of the
 * query or draws random numbers is not cached, nor one of many constant rows.
 *
 * <p>Thread-safe. Keeps plans, not rows or files: a plan of a table that has been dropped goes when
 * others push it out.
 */
public final class PlanCache {
  private static final int MAX_CONSTANTS = 10_000;

  private final RecentlyUsed<Key, Kept> kept;

  private record Key(LogicalPlan plan, PlannerSettings settings, String zone) {}

  private record Found(LogicalPlan.Scan scan, Table table) {}

  private record Kept(PlannedQuery plan, List<Found> tables) {
    boolean isCurrent(Function<LogicalPlan.Scan, Table> tablesNow) {
      for (Found found : tables) {
        if (!tablesNow.apply(found.scan()).equals(found.table())) {
          return false;
        }
      }
      return true;
    }
  }

  /** Makes an empty cache that keeps this number of plans, those used last. */
  public PlanCache(int most) {
    this.kept = new RecentlyUsed<>(most);
  }

  /** Plans a query as {@link Planner#plan} does, or finds that this has been done. */
  public PlannedQuery plan(
      LogicalPlan plan,
      Function<LogicalPlan.Scan, Table> tables,
      PlannerSettings settings,
      QueryTime time,
      AtomicBoolean cancelled) {
    long begun = System.nanoTime();
    Key key = new Key(plan, settings, time.zone().getId());
    Kept known = kept.find(key);
    if (known != null && !known.plan().isRefuted() && known.isCurrent(tables)) {
      PhaseReport report = new PhaseReport("reuse", System.nanoTime() - begun, Map.of(), List.of());
      return known.plan().withPhases(List.of(report));
    }
    List<Found> found = new ArrayList<>();
    PlannedQuery planned =
        Planner.plan(
            plan,
            scan -> {
              Table table = tables.apply(scan);
              found.add(new Found(scan, table));
              return table;
            },
            settings,
            time,
            cancelled);
    if (!planned.dependsOnTime() && isSmall(plan)) {
      kept.put(key, new Kept(planned, List.copyOf(found)));
    }
    return planned;
  }

  private static boolean isSmall(LogicalPlan plan) {
    Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<LogicalPlan> open = new ArrayDeque<>(List.of(plan));
    long constants = 0;
    while (!open.isEmpty() && constants <= MAX_CONSTANTS) {
      LogicalPlan next = open.pop();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof LogicalPlan.Values values) {
        constants += (long) values.rows().size() * Math.max(1, values.schema().size());
      }
      next.inputs().forEach(open::push);
      PlanSubqueries.of(next).forEach(open::push);
    }
    return constants <= MAX_CONSTANTS;
  }
}
