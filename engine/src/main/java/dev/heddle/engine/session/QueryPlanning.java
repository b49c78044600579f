package dev.heddle.engine.session;

import dev.heddle.engine.catalogue.StatementTexts;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.observed.CompleteRows;
import dev.heddle.engine.observed.ObservedRowStore;
import dev.heddle.engine.setting.SessionSettings;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.planner.PlanCache;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.cost.ObservedRows;
import dev.heddle.planner.exchange.PartitionedInputs;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Plans and cuts the queries of a session, with what its options say. Thread-safe. */
final class QueryPlanning {
  private static final int MAX_PLANS = 256;

  private final SessionSettings settings;
  private final SessionRights rights;
  private final StageRunner runner;
  private final MemoryLedger ledger;
  private final StatementTexts texts;
  private final PlanCache plans = new PlanCache(MAX_PLANS);
  private final ObservedRowStore observed;

  QueryPlanning(
      SessionSettings settings,
      SessionRights rights,
      StageRunner runner,
      MemoryLedger ledger,
      StatementTexts texts) {
    this.settings = settings;
    this.rights = rights;
    this.runner = runner;
    this.ledger = ledger;
    this.texts = texts;
    this.observed = ObservedRowStore.in(ObservedRowStore.folder(settings.options()));
  }

  /** Remembers what a run has counted that has come to its end. */
  void remember(QueryRun run) {
    PlannedQuery planned = run.planned();
    if (settings.options().usesObservedRows()
        && CompleteRows.keep(planned.physical(), run.metrics(), observed)) {
      planned.refute();
    }
  }

  /** Plans anew, or by way of the plans that were made before. */
  interface Planner {
    PlannedQuery plan(
        LogicalPlan plan,
        Function<LogicalPlan.Scan, Table> tables,
        PlannerSettings settings,
        QueryTime time,
        AtomicBoolean cancelled);
  }

  /** Returns the planner that looks at plans that were made before. */
  Planner cached() {
    return plans::plan;
  }

  int partitions() {
    int wanted = settings.options().partitions();
    return wanted == 0 ? runner.slots() : wanted;
  }

  /** Returns the number of parts of persisted rows, if no option sets it. */
  int persistedPartitions(int perSlot) {
    return settings.options().partitions() == 0 ? partitions() * perSlot : partitions();
  }

  private QueryTime now(LogicalPlan plan) {
    return new QueryTime(
        ChronoUnit.MICROS.between(Instant.EPOCH, settings.now()),
        settings.timeZone(),
        settings.nextSeed(plan));
  }

  QueryRun plan(
      LogicalPlan plan, Cancellation cancellation, Planner planner, StatementStart start) {
    return plan(plan, QueryRun.Delivery.TOGETHER, partitions(), cancellation, planner, start);
  }

  /** Plans a part of a query whose rows are to be cached. */
  QueryRun planPart(
      LogicalPlan plan, QueryRun.Delivery rows, int partitions, Cancellation cancellation) {
    return plan(plan, rows, partitions, cancellation, cached(), StatementStart.now());
  }

  /** Plans a round of a recursion, whose plan no other query has. */
  QueryRun planRound(LogicalPlan plan, Cancellation cancellation) {
    return plan(
        plan,
        QueryRun.Delivery.TOGETHER,
        partitions(),
        cancellation,
        dev.heddle.planner.Planner::plan,
        StatementStart.now());
  }

  int maxRecursionRounds() {
    return settings.options().maxRecursionRounds();
  }

  private QueryRun plan(
      LogicalPlan plan,
      QueryRun.Delivery rows,
      int partitions,
      Cancellation cancellation,
      Planner planner,
      StatementStart start) {
    QueryTime time = now(plan);
    SessionOptions options = settings.options();
    PlannerSettings how =
        new PlannerSettings(
            partitions,
            options.isOptimized() ? PlannerSettings.Level.OPTIMIZED : PlannerSettings.Level.PLAIN,
            options.partitions() == 0 ? PartitionedInputs.LARGE : PartitionedInputs.ALL,
            options.excludedRules(),
            options.usesObservedRows() ? observed : ObservedRows.NONE,
            runner.isInProcess() ? ledger.limitBytes() : Long.MAX_VALUE);
    PlannedQuery planned =
        CancelPoint.under(
            cancellation.flag(),
            () -> planner.plan(plan, rights.in(time.zone())::find, how, time, cancellation.flag()));
    Optional<LoopCache> loops =
        options.generatesCode() ? Optional.of(LoopCache.SHARED) : Optional.empty();
    return new QueryRun(
        planned, rows, partitions, time, loops, cancellation, start, texts.of(plan));
  }
}
