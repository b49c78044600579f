package dev.heddle.physical.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.scan.Share;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.aggregate.AggregateLimits;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.CollectSinkFactory;
import dev.heddle.physical.operator.CollectedRows;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskIdentity;
import dev.heddle.physical.pipeline.Pipeline;
import dev.heddle.physical.pipeline.PipelineBuilder;
import dev.heddle.physical.pipeline.PipelineRunner;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs plans over tables of batches and proves that no memory is left: the driver of all operator
 * tests.
 */
public final class OperatorTester implements AutoCloseable {
  private static final int[] ROWS = {1, 2, 63, 64, 65, 500, 4096};

  /** Scarce memory grows by such a part of itself. */
  private static final int SCARCE_STEPS = Integer.getInteger("heddle.scarce.steps", 2);

  private static final long LIMIT_BYTES = 4L << 30;

  private final MemoryLedger ledger = new MemoryLedger(LIMIT_BYTES);
  private final MemoryAccount tables = ledger.open("tables");
  private final ExecutorService executor = Executors.newFixedThreadPool(3);
  private final SpillFolder spill = new SpillFolder(null, Long.MAX_VALUE);
  private final SpillSpace space = spill.open();
  private final List<BatchTable> made = new ArrayList<>();
  private long resultBytes = Long.MAX_VALUE;
  private PlanMetrics metrics = new PlanMetrics();
  private boolean measuresInDetail;
  private AggregateLimits aggregateLimits = AggregateLimits.DEFAULT;
  private Optional<LoopCache> loops = Optional.of(LoopCache.SHARED);

  /** Returns the account that pays for tables. */
  public MemoryAccount account() {
    return tables;
  }

  /** Returns the metrics of the last run. */
  public PlanMetrics metrics() {
    return metrics;
  }

  /** Returns a table of random batches, some empty, some of one row, some under selections. */
  public BatchTable table(RandomBatches random, Schema schema) {
    Random choices = random.random();
    List<List<Batch>> splits = new ArrayList<>();
    int splitCount = choices.nextInt(5);
    for (int i = 0; i < splitCount; i++) {
      List<Batch> batches = new ArrayList<>();
      int batchCount = choices.nextInt(4);
      for (int j = 0; j < batchCount; j++) {
        int rows = ROWS[choices.nextInt(ROWS.length)];
        batches.add(
            choices.nextBoolean()
                ? random.batch(schema, rows, tables)
                : random.selectedBatch(schema, rows, tables));
      }
      splits.add(batches);
    }
    return table(schema, splits);
  }

  /** Returns a table of batches, which are taken over. */
  public BatchTable table(Schema schema, List<List<Batch>> splits) {
    BatchTable table = new BatchTable(schema, splits);
    made.add(table);
    return table;
  }

  /** Returns the rows of a plan, in order; checks that nothing is leaked. */
  public List<List<@Nullable Object>> run(PhysicalPlan plan, int threads) {
    return run(plan, threads, new Cancellation());
  }

  /** Returns the rows of a plan unless the query is cancelled. */
  public List<List<@Nullable Object>> run(
      PhysicalPlan plan, int threads, Cancellation cancellation) {
    MemoryAccount account = ledger.open("query");
    metrics = new PlanMetrics();
    if (measuresInDetail) {
      metrics.measureInDetail();
    }
    try (Reservation reservation = account.reserve("result", 0);
        SpillSpace space = spill.open();
        CollectSinkFactory result =
            new CollectSinkFactory(plan.output(), reservation, space, resultBytes)) {
      runner(threads, account, cancellation).run(pipelines(plan, result));
      List<List<@Nullable Object>> rows = new ArrayList<>();
      try (CollectedRows collected = result.moveRows()) {
        for (Batch batch = collected.take(); batch != null; batch = collected.take()) {
          try (Batch taken = batch) {
            rows.addAll(ScannedRows.of(taken));
          }
        }
        assertThat(rows).hasSize((int) collected.rowCount());
      }
      return rows;
    } finally {
      assertThat(account.usedBytes()).as("bytes left by %s", plan).isZero();
      assertThat(spill.usedBytes()).as("bytes left on the disk by %s", plan).isZero();
    }
  }

  /**
   * Runs a plan again and again, allowing one more piece of memory each time, until it succeeds:
   * whatever cannot be allocated, nothing may be left. Returns the rows.
   */
  public List<List<@Nullable Object>> runWithScarceMemory(PhysicalPlan plan, int threads) {
    long allowed = 64;
    while (true) {
      ledger.setLimitBytes(ledger.usedBytes() + allowed);
      try {
        return run(plan, threads);
      } catch (HeddleException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
        allowed += allowed / SCARCE_STEPS + 64;
      } finally {
        ledger.setLimitBytes(LIMIT_BYTES);
      }
    }
  }

  public List<Pipeline> pipelines(PhysicalPlan plan, SinkFactory result) {
    return PipelineBuilder.build(
        plan,
        result,
        read -> {
          throw new AssertionError("No exchange here: " + read);
        },
        Share.WHOLE,
        metrics,
        aggregateLimits,
        loops);
  }

  /** Lets later runs be measured as those that somebody wants to know more of. */
  public void measureInDetail() {
    measuresInDetail = true;
  }

  /** Sets where later runs keep generated code, or that they make none. */
  public void setLoops(Optional<LoopCache> newLoops) {
    loops = newLoops;
  }

  /** Sets how many bytes of the rows of later runs stay in memory. */
  void setResultBytes(long bytes) {
    resultBytes = bytes;
  }

  /** Sets when the aggregations of later runs change their ways. */
  public void setAggregateLimits(AggregateLimits limits) {
    aggregateLimits = limits;
  }

  /** Divides an aggregation into one that makes states and one that takes them. */
  public static PhysicalPlan inTwoHalves(PhysicalPlan.Aggregate single) {
    Schema input = single.input().output();
    List<Field> fields = new ArrayList<>();
    single.keys().forEach(key -> fields.add(input.field(key)));
    for (AggregateCall call : single.calls()) {
      fields.addAll(AggregateStates.fields(call, input, "s" + fields.size()));
    }
    PhysicalPlan partial =
        new PhysicalPlan.Aggregate(
            single.input(),
            single.keys(),
            single.calls(),
            AggregateMode.PARTIAL,
            new Schema(fields),
            Estimate.UNKNOWN);
    List<Integer> keys = IntStream.range(0, single.keys().size()).boxed().toList();
    return new PhysicalPlan.Aggregate(
        partial, keys, single.calls(), AggregateMode.FINAL, single.output(), Estimate.UNKNOWN);
  }

  public PipelineRunner runner(int threads, MemoryAccount account, Cancellation cancellation) {
    return new PipelineRunner(
        executor,
        threads,
        new TaskIdentity(0, "test", 1),
        account,
        space,
        new QueryTime(0, ZoneOffset.UTC),
        cancellation,
        metrics);
  }

  @Override
  public void close() {
    made.forEach(BatchTable::close);
    executor.shutdown();
    space.close();
    spill.close();
    tables.close();
    assertThat(ledger.usedBytes()).isZero();
  }
}
