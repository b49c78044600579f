package dev.heddle.bench.cluster;

import dev.heddle.bench.report.Median;
import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.engine.graph.CodeSource;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.EncodedStage;
import dev.heddle.engine.graph.StageCode;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageCutter;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTables;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.sim.LoadFigures;
import dev.heddle.engine.sim.SchedulerLoad;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.MapSelection;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures what tasks cost beside their work: in the scheduler's core, as bytes of a graph, and end
 * to end over sockets.
 */
public final class SchedulerBenchmark {
  private static final int STAGES = 20;
  private static final int EXCHANGE_STAGES = 6;
  private static final int EXCHANGE_SERVERS = 64;
  private static final long MAX_REPORT_BYTES = 700;
  private static final long MAX_MAP_BYTES = 16;
  private static final long MAX_HEAP_BYTES = 256L << 20;
  private static final int WARM_RUNS = 200;
  private static final int RUNS = 101;

  private final PrintWriter out;

  /** Makes a benchmark that reports to a writer. */
  public SchedulerBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Measures the scheduler's core with simulated workers.
   *
   * @param tasks about how many tasks the job has
   */
  public void core(int workers, int tasks) {
    LoadFigures figures = SchedulerLoad.run(workers, STAGES, Math.max(1, tasks / STAGES));
    line(
        "core: %d workers, %d tasks: %.0f ns a task; an event: median %d ns, p99 %.1f us, longest"
            + " %.1f ms, %.1f ms without collections; %.1f cpu-s, %.1f s in all; heap %d MB",
        figures.workers(),
        figures.tasks(),
        figures.coreNanosPerTask(),
        figures.medianNanos(),
        figures.p99Nanos() / 1e3,
        figures.longestNanos() / 1e6,
        figures.longestOwnNanos() / 1e6,
        figures.cpuNanos() / 1e9,
        figures.wallNanos() / 1e9,
        figures.heapBytes() >> 20);
  }

  /**
   * Measures what exchanges of tasks by the same number of partitions take: the scheduler's heap
   * with simulated workers, and messages, which have to be as small as the page of the exchange
   * contract says.
   */
  public void exchanges(int workers, int parts) {
    LoadFigures figures = SchedulerLoad.runExchanges(workers, EXCHANGE_STAGES, parts);
    Random random = new Random(1);
    long[] bytes = new long[parts];
    for (int i = 0; i < parts; i++) {
      bytes[i] = random.nextInt(1_000);
    }
    List<ShuffleAddress> servers = new ArrayList<>();
    for (int i = 0; i < EXCHANGE_SERVERS; i++) {
      servers.add(new ShuffleAddress(i, System.currentTimeMillis(), "host-" + i + ".net", 41_000));
    }
    ExchangeId exchange = new ExchangeId(1_000, 7);
    List<WinnerTable.Winner> winners = new ArrayList<>();
    MapSelection.Builder selection = new MapSelection.Builder();
    for (int map = 0; map < parts; map++) {
      long digest = random.nextLong();
      winners.add(new WinnerTable.Winner(map % EXCHANGE_SERVERS, 0, digest));
      selection.add(map, 0, digest);
    }
    SealedMap sealed =
        new SealedMap(
            new MapAttempt(exchange, parts - 1, 1),
            servers.getLast(),
            random.nextLong(),
            1L << 20,
            1L << 30,
            PartitionSizes.of(bytes));
    int report = RecordCodec.of(SealedMap.class).encode(sealed).length;
    int table =
        RecordCodec.of(WinnerTable.class)
            .encode(new WinnerTable(exchange, 0, servers, winners))
            .length;
    int question =
        ShuffleFrames.encode(
                new ShuffleMessage.ReadParts(exchange, 0, 0, 1, 0, 0, selection.build(), 8L << 20))
            .remaining();
    line(
        "exchange: %d workers, %d x %d parts: scheduler: heap %d MB, %.0f ns a task; a map's end"
            + " %d bytes, %d KB of all; winners %d KB a worker; a reader's question %d KB; on %d"
            + " servers %d connections a task",
        workers,
        parts,
        parts,
        figures.heapBytes() >> 20,
        figures.coreNanosPerTask(),
        report,
        ((long) report * parts) >> 10,
        table >> 10,
        question >> 10,
        EXCHANGE_SERVERS,
        EXCHANGE_SERVERS);
    atMost("the report of a map's end", report, MAX_REPORT_BYTES);
    atMost("the table of winners", table, MAX_MAP_BYTES * parts + (64L << 10));
    atMost("a reader's question", question, MAX_MAP_BYTES * parts + (1L << 10));
    atMost("the scheduler's heap", figures.heapBytes(), MAX_HEAP_BYTES);
  }

  private static void atMost(String what, long bytes, long mostBytes) {
    if (bytes > mostBytes) {
      throw new IllegalStateException(
          what + " has " + bytes + " bytes; the page of the contract says at most " + mostBytes);
    }
  }

  /** Measures how long it takes to cut a plan into a million tasks, and to write and read these. */
  public void graph() {
    PhysicalPlan plan = plan();
    int partitions = 1_000_000 / STAGES;
    long[] cut = new long[RUNS];
    long[] written = new long[RUNS];
    long[] read = new long[RUNS];
    long bytes = 0;
    long tasks = 0;
    try (MemoryAccount account = new MemoryLedger(1L << 28).open("graph")) {
      for (int run = -WARM_RUNS; run < RUNS; run++) {
        long begun = System.nanoTime();
        StageGraph graph = StageCutter.cut(plan, partitions);
        long cutAt = System.nanoTime();
        EncodedGraph encoded = StageCodec.encode(graph, account, CodeSource.NONE);
        long writtenAt = System.nanoTime();
        tasks = 0;
        try (StageTables tables =
            new StageTables(account, encoded.tables()::get, PinnedRows.ELSEWHERE)) {
          for (EncodedStage stage : encoded.stages()) {
            StageTemplate template = StageCodec.decode(stage, tables, StageCode.NONE);
            tasks += template.tasks();
          }
        }
        if (run >= 0) {
          cut[run] = cutAt - begun;
          written[run] = writtenAt - cutAt;
          read[run] = System.nanoTime() - writtenAt;
        }
        bytes = encoded.stages().stream().mapToLong(stage -> stage.template().length).sum();
      }
    }
    line(
        "graph: %d tasks in %d stages: %d bytes; cut in %.3f ms, written in %.3f ms, read in"
            + " %.3f ms (medians of %d, warm)",
        tasks,
        STAGES + 1,
        bytes,
        Median.of(cut) / 1e6,
        Median.of(written) / 1e6,
        Median.of(read) / 1e6,
        RUNS);
  }

  /** Returns a chain of aggregations, each behind an exchange, with a filter and a projection. */
  private static PhysicalPlan plan() {
    Schema schema =
        Schema.of(
            Field.of("key", DataType.INT64),
            Field.of("first value", DataType.INT64),
            Field.of("second value", DataType.INT64));
    PhysicalExpr.Literal zero = PhysicalExpr.Literal.of(ScanValue.Whole.of(0), DataType.INT64);
    PhysicalExpr key = new PhysicalExpr.ColumnRef(0, DataType.INT64, true);
    PhysicalExpr first = new PhysicalExpr.ColumnRef(1, DataType.INT64, true);
    PhysicalExpr second = new PhysicalExpr.ColumnRef(2, DataType.INT64, true);
    PhysicalPlan plan =
        new PhysicalPlan.Values(List.of(List.of(zero, zero, zero)), schema, Estimate.UNKNOWN);
    for (int stage = 0; stage < STAGES; stage++) {
      plan = new PhysicalPlan.Exchange(plan, new Distribution.Hash(List.of(0)), Estimate.UNKNOWN);
      plan =
          new PhysicalPlan.Filter(
              plan,
              new PhysicalExpr.Call(
                  ScalarFunction.NOT_EQ, List.of(first, zero), DataType.BOOL, true),
              Estimate.UNKNOWN);
      PhysicalExpr sum =
          new PhysicalExpr.Call(ScalarFunction.ADD, List.of(first, second), DataType.INT64, true);
      plan = new PhysicalPlan.Project(plan, List.of(key, sum, second), schema, Estimate.UNKNOWN);
      plan =
          new PhysicalPlan.Aggregate(
              plan,
              List.of(0),
              List.of(
                  AggregateCall.of(AggregateFunction.MIN, DataType.INT64, 1),
                  AggregateCall.of(AggregateFunction.MAX, DataType.INT64, 2)),
              AggregateMode.SINGLE,
              schema,
              Estimate.UNKNOWN);
    }
    return new PhysicalPlan.Exchange(plan, new Distribution.Single(List.of()), Estimate.UNKNOWN);
  }

  /**
   * Runs queries of many tasks with next to no work on a cluster of processes: in one query each
   * task scans its share of one row, leaves it out by a filter, and seals an empty output that the
   * client asks for; in the other each task aggregates and hands a row to one task that sums up.
   *
   * @param tasks how many tasks a query has
   */
  public void endToEnd(LocalCluster cluster, int tasks, int runs) {
    SessionOptions options =
        SessionOptions.defaults()
            .withPartitions(tasks)
            .withCluster(ClusterOptions.of(cluster.address()));
    try (Session session = Heddle.local(options)) {
      session.execute("CREATE TABLE numbers AS SELECT 1 AS x");
      for (int run = 0; run <= runs; run++) {
        run(session, cluster, tasks, run, "filter", "SELECT x FROM numbers WHERE x + x < 0", 0);
        run(session, cluster, tasks, run, "aggregate", "SELECT sum(x) AS s FROM numbers", 1);
      }
    }
  }

  private void run(
      Session session,
      LocalCluster cluster,
      int tasks,
      int run,
      String name,
      String sql,
      int rows) {
    Duration cpu = cpu(cluster.scheduler());
    Duration workers = workersCpu(cluster);
    Duration client = cpu(ProcessHandle.current());
    long begun = System.nanoTime();
    try (QueryResult result = session.sql(sql).collect()) {
      if (result.rowCount() != rows) {
        throw new IllegalStateException(result.rowCount() + " rows, not " + rows);
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    line(
        "end to end, %s%s: %d tasks in %.2f s: %.0f tasks/s; cpu a task: scheduler %.1f us,"
            + " workers %.1f us, client %.1f us",
        name,
        run == 0 ? ", cold" : "",
        tasks,
        seconds,
        tasks / seconds,
        microsEach(cpu(cluster.scheduler()).minus(cpu), tasks),
        microsEach(workersCpu(cluster).minus(workers), tasks),
        microsEach(cpu(ProcessHandle.current()).minus(client), tasks));
  }

  private static double microsEach(Duration cpu, int tasks) {
    return cpu.toNanos() / 1e3 / tasks;
  }

  private static Duration cpu(Process process) {
    return cpu(process.toHandle());
  }

  private static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static Duration workersCpu(LocalCluster cluster) {
    return cluster.workers().stream()
        .map(SchedulerBenchmark::cpu)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
