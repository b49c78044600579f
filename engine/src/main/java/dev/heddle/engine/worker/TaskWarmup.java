package dev.heddle.engine.worker;

import dev.heddle.engine.graph.CodeSource;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageCutter;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTables;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.warmup.Warmup;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.write.DirectFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Runs small tasks of the kinds that most queries have, in a process that is going to run tasks: it
 * writes a Parquet file, scans and filters it, computes, groups, exchanges, joins and sorts, on the
 * caller's thread and out of a ledger of its own. Templates go through their bytes, as sent ones
 * do. No planning is among it.
 *
 * @param folder where the file is while it runs
 */
public record TaskWarmup(Path folder) implements Warmup {
  private static final long MEMORY_BYTES = 64L << 20;
  private static final int ROUNDS = 3; // loops are generated for plans that have been seen before
  private static final int PARTITIONS = 2;

  @Override
  public void run() {
    MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
    try (SpillFolder spill = new SpillFolder(folder, MEMORY_BYTES);
        SpillSpace space = spill.open();
        MemoryAccount account = ledger.open("warm-up");
        LocalStageRunner runner = new LocalStageRunner(1)) {
      JobContext context =
          new JobContext(
              account,
              space,
              new QueryTime(0, ZoneOffset.UTC),
              new Cancellation(),
              new PlanMetrics(),
              Optional.of(LoopCache.SHARED),
              Dropped.ROWS);
      run(new WarmupPlans(context.time()), runner, context);
    }
  }

  private void run(WarmupPlans plans, LocalStageRunner runner, JobContext context) {
    Path file;
    try {
      file = Files.createTempFile(folder, "heddle-warmup-", ".parquet");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a file to get warm with in " + folder, e);
    }
    try {
      write(file, plans, runner, context);
      Table table =
          DatasetTables.open(new ParquetFormat(), List.of(file.toString()), DatasetOptions.DEFAULT);
      for (int round = 0; round < ROUNDS; round++) {
        run(plans.groups(table), runner, context);
        run(plans.joined(table), runner, context);
      }
    } finally {
      delete(file);
    }
  }

  private static void write(
      Path file, WarmupPlans plans, LocalStageRunner runner, JobContext context) {
    try (MemoryTable rows = WarmupPlans.rows(context.account());
        DirectFile written =
            new DirectFile(Storages.of(file.toString()), file.toString(), WriteMode.OVERWRITE)) {
      run(plans.write(rows, written.destination()), runner, context);
      written.publish();
    }
  }

  private static void run(PhysicalPlan plan, LocalStageRunner runner, JobContext context) {
    StageGraph graph = StageCutter.cut(plan, PARTITIONS);
    EncodedGraph encoded = StageCodec.encode(graph, context.account(), CodeSource.NONE);
    try (StageTables tables = StageTables.of(encoded, context.account())) {
      runner.run(new JobId(0), StageCodec.decode(encoded, tables), context);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  /** Nobody wants the rows. */
  private enum Dropped implements SinkFactory, Sink {
    ROWS;

    @Override
    public Sink open(TaskContext context) {
      return this;
    }

    @Override
    public Status consume(Batch input) {
      input.close();
      return Status.NEEDS_INPUT;
    }

    @Override
    public void complete(TaskContext context) {}

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
