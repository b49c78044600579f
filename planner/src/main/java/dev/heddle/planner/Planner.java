package dev.heddle.planner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.io.catalog.Table;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.check.PhysicalChecker;
import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.exchange.Exchanges;
import dev.heddle.planner.exchange.RuntimeFilters;
import dev.heddle.planner.lower.LateColumns;
import dev.heddle.planner.lower.Lowering;
import dev.heddle.planner.order.InputOrders;
import dev.heddle.planner.order.MergeCosts;
import dev.heddle.planner.program.PhaseReport;
import dev.heddle.planner.program.Program;
import dev.heddle.planner.rules.ConstantExecutor;
import dev.heddle.planner.translate.LogicalPlanTranslator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;

/**
 * Makes physical plans. Stateless; many threads may plan at once, each its own query.
 *
 * <p>Rewriting runs in bounded phases, each checked. What cannot be planned is an error with code
 * {@code UNSUPPORTED} that names the construct; a wrong plan is never made of it.
 */
public final class Planner {
  private Planner() {}

  /**
   * Plans a query of frames or SQL.
   *
   * @param plan the query
   * @param tables finds the table of a scan
   * @param time the moment and zone that the query sees
   * @param cancelled stops planning with code {@code CANCELLED} once it is true
   */
  public static PlannedQuery plan(
      LogicalPlan plan,
      Function<LogicalPlan.Scan, Table> tables,
      PlannerSettings settings,
      QueryTime time,
      AtomicBoolean cancelled) {
    long start = System.nanoTime();
    try {
      RelNode rel = LogicalPlanTranslator.translate(plan, tables, time.seed());
      PhaseReport translate =
          new PhaseReport("translate", System.nanoTime() - start, Map.of(), List.of());
      return plan(rel, translate, settings, time, cancelled);
    } catch (AssertionError e) { // how Calcite reports a contradiction
      throw new HeddleException(
          ErrorCode.INTERNAL, "Internal error while planning: " + e.getMessage(), e);
    }
  }

  /**
   * Plans a query.
   *
   * @param rel the query, used by no other thread
   * @param time the moment and zone that the query sees
   * @param cancelled stops planning with code {@code CANCELLED} once it is true
   */
  public static PlannedQuery plan(
      RelNode rel, PlannerSettings settings, QueryTime time, AtomicBoolean cancelled) {
    PhaseReport given = new PhaseReport("translate", 0, Map.of(), List.of());
    return plan(rel, given, settings, time, cancelled);
  }

  private static Set<Lowering.Rewrite> rewrites(Set<String> excluded) {
    Set<Lowering.Rewrite> rewrites = EnumSet.allOf(Lowering.Rewrite.class);
    if (excluded.contains(Program.SHARED_PARTS)) {
      rewrites.remove(Lowering.Rewrite.SHARED_PARTS);
    }
    if (excluded.contains(Program.NESTED_SETS)) {
      rewrites.remove(Lowering.Rewrite.NESTED_SETS);
    }
    return rewrites;
  }

  private static PlannedQuery plan(
      RelNode rel,
      PhaseReport translate,
      PlannerSettings settings,
      QueryTime time,
      AtomicBoolean cancelled) {
    rel.getCluster().getPlanner().setExecutor(new ConstantExecutor(time));
    boolean optimizes = settings.level() == PlannerSettings.Level.OPTIMIZED;
    Program program =
        new Program(
            cancelled,
            settings.excludedRules(),
            optimizes ? settings.observed() : ObservedRows.NONE,
            settings.partitions());
    RelNode optimized = optimizes ? program.optimize(rel) : program.mandatory(rel);
    long start = System.nanoTime();
    Lowering lowering =
        new Lowering(
            program.estimator(),
            time,
            optimizes ? Lowering.Mode.OPTIMIZED : Lowering.Mode.PLAIN,
            optimizes ? rewrites(settings.excludedRules()) : Set.of());
    PhysicalPlan lowered = lowering.lower(optimized);
    if (optimizes && !settings.excludedRules().contains(KnownOrder.PHASE)) {
      lowered =
          InputOrders.use(
              lowered,
              settings.excludedRules().contains(MergeCosts.PHASE)
                  ? MergeCosts.NONE
                  : new MergeCosts(settings.memoryBytes()));
    }
    if (optimizes && !settings.excludedRules().contains(Program.LATE_COLUMNS)) {
      lowered = LateColumns.apply(lowered);
    }
    PhysicalPlan physical = Exchanges.insert(lowered, settings.partitions(), settings.inputs());
    if (optimizes) {
      physical = RuntimeFilters.place(physical);
    }
    PhysicalChecker.check(physical);
    List<PhaseReport> phases = new ArrayList<>();
    phases.add(translate);
    phases.addAll(program.reports());
    phases.add(new PhaseReport("lower", System.nanoTime() - start, Map.of(), List.of()));
    return new PlannedQuery(rel, optimized, program.estimator(), physical, phases);
  }
}
