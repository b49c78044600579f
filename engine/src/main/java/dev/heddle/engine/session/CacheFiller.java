package dev.heddle.engine.session;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.PersistingStageRunner;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.spill.SpillSpace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes rows that are to be cached, as a part of a query, with which it is cancelled. */
final class CacheFiller implements FrameCache.Filler {
  private static final String ODD_ORDER = "it is sorted by what is not among its columns";

  /** Parts of rows that are persisted in a cluster, for each task that runs at a time. */
  private static final int PARTS_PER_SLOT = 4;

  private final QueryExecutor executor;
  private final Cancellation cancellation;

  CacheFiller(QueryExecutor executor, Cancellation cancellation) {
    this.executor = executor;
    this.cancellation = cancellation;
  }

  @Override
  public FrameCache.Filled fill(LogicalPlan plan, Reservation memory) {
    QueryRun run =
        executor
            .planning()
            .planPart(
                plan, QueryRun.Delivery.TOGETHER, executor.planning().partitions(), cancellation);
    Optional<List<SortOrder>> order = KnownOrder.of(run.resultPlan());
    if (order.isPresent() && order.get().isEmpty()) {
      return new FrameCache.NotCached(ODD_ORDER);
    }
    List<Batch> batches = batches(run, memory);
    if (batches == null) {
      return new FrameCache.NotCached("it does not fit into memory");
    }
    MemoryTable table = MemoryTable.of("cached " + plan, plan.schema(), batches, memory.account());
    return new FrameCache.CachedRows(table, sortKeys(plan.schema(), order.orElse(List.of())));
  }

  @Override
  public MemoryTable round(LogicalPlan plan, Schema schema, Reservation memory) {
    List<Batch> batches = batches(executor.planning().planRound(plan, cancellation), memory);
    if (batches == null) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "a round makes more rows than fit into memory; raise memoryBudgetBytes");
    }
    return MemoryTable.of("rows of a round", schema, batches, memory.account());
  }

  @Override
  public int maxRounds() {
    return executor.planning().maxRecursionRounds();
  }

  /** Returns the rows; null if they do not fit into memory. */
  private @Nullable List<Batch> batches(QueryRun run, Reservation memory) {
    JobId job = QueryExecutor.nextJob();
    MemoryAccount account = executor.admit(run, job);
    List<Batch> batches;
    boolean isTooLarge;
    try (SpillSpace space = executor.openSpill();
        CacheSinkFactory sink = new CacheSinkFactory(run.resultPlan().output(), memory)) {
      run.runInto(job, executor.runner(), account, space, sink);
      isTooLarge = sink.isTooLarge();
      batches = sink.moveBatches();
    } catch (Throwable e) {
      QueryExecutor.closeAfter(account, e);
      throw e;
    }
    account.close();
    return isTooLarge ? null : batches;
  }

  @Override
  public FrameCache.Filled keep(LogicalPlan plan) {
    QueryRun run = planApart(plan);
    Optional<List<SortOrder>> order = KnownOrder.of(run.planned().physical());
    if (order.isPresent() && order.get().isEmpty()) {
      return new FrameCache.NotCached(ODD_ORDER);
    }
    return new FrameCache.Persisted(
        keep(run, "persisted " + plan, plan), sortKeys(plan.schema(), order.orElse(List.of())));
  }

  /** Computes rows that stay where they are made, for the caller alone. */
  PersistedRows keepRows(LogicalPlan plan) {
    return keep(planApart(plan), "rows of " + plan, plan);
  }

  private QueryRun planApart(LogicalPlan plan) {
    int parts = executor.planning().persistedPartitions(PARTS_PER_SLOT);
    return executor.planning().planPart(plan, QueryRun.Delivery.APART, parts, cancellation);
  }

  private PersistedRows keep(QueryRun run, String name, LogicalPlan plan) {
    JobId job = QueryExecutor.nextJob();
    MemoryAccount account = executor.admit(run, job);
    PersistedRows kept;
    try (SpillSpace space = executor.openSpill()) {
      PersistingStageRunner keeper = (PersistingStageRunner) executor.runner();
      kept = run.keep(job, name, plan.schema(), keeper, account, space);
    } catch (Throwable e) {
      QueryExecutor.closeAfter(account, e);
      throw e;
    }
    account.close();
    return kept;
  }

  private static List<SortKey> sortKeys(Schema schema, List<SortOrder> order) {
    return order.stream()
        .map(
            each ->
                new SortKey(
                    new Expr.Column(schema.field(each.column()).name()),
                    each.direction(),
                    each.nulls()))
        .toList();
  }
}
