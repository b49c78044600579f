package dev.heddle.bench.planning;

import dev.heddle.bench.report.Median;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.bench.suite.TpchSuite;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.Planner;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.program.PhaseReport;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;

/**
 * Measures how long the 22 TPC-H queries take from their text to the plan to run, when the JVM is
 * warm and nothing is known of them: the processor time of the thread, and the time of each phase.
 */
public final class PlanningBenchmark {
  private static final QueryTime TIME = new QueryTime(1_700_000_000_000_000L, ZoneOffset.UTC);
  private static final String PARSE = "parse";
  private static final String BIND = "bind";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final PrintWriter out;

  /** One planning of one query. */
  private record Planned(double cpuMillis, Map<String, Double> phaseMillis) {}

  /** Makes a benchmark that prints what it finds. */
  public PlanningBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Plans each query, first unmeasured and then measured.
   *
   * @param folder the tables of TPC-H as Parquet files, of which only footers are read
   */
  public void run(Path folder, int warmUps, int runs) {
    PlannedTables tables = PlannedTables.of(new TpchSuite(1), folder);
    List<List<Planned>> measured = new ArrayList<>();
    for (int run = -warmUps; run < runs; run++) {
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        Planned planned = plan(TpchQueries.sql(query), tables);
        if (measured.size() < query) {
          measured.add(new ArrayList<>());
        }
        if (run >= 0) {
          measured.get(query - 1).add(planned);
        }
      }
    }
    print(measured);
  }

  private Planned plan(String sql, PlannedTables tables) {
    Map<String, Double> phases = new LinkedHashMap<>();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    Query query = SqlParser.query(sql);
    long parsed = System.nanoTime();
    LogicalPlan plan = Binder.bind(sql, query, tables.names());
    phases.put(PARSE, (parsed - start) / 1e6);
    phases.put(BIND, (System.nanoTime() - parsed) / 1e6);
    PlannedQuery planned =
        Planner.plan(plan, tables::table, PlannerSettings.DEFAULT, TIME, new AtomicBoolean());
    double cpuMillis = (threads.getCurrentThreadCpuTime() - cpu) / 1e6;
    for (PhaseReport phase : planned.phases()) {
      phases.put(phase.name(), phase.nanos() / 1e6);
    }
    return new Planned(cpuMillis, phases);
  }

  private void print(List<List<Planned>> measured) {
    Map<String, double[]> medians = new LinkedHashMap<>();
    medians.put("cpu", medians(measured, Planned::cpuMillis));
    for (List<Planned> query : measured) {
      for (String phase : query.getFirst().phaseMillis().keySet()) {
        medians.computeIfAbsent(
            phase,
            name -> medians(measured, planned -> planned.phaseMillis().getOrDefault(name, 0.0)));
      }
    }
    out.printf("Planning, ms: processor time of the thread, and what each phase takes%n%6s", "");
    medians.keySet().forEach(name -> out.printf(" %13s", name));
    out.println();
    for (int query = 0; query < measured.size(); query++) {
      int row = query;
      line("q" + (query + 1), medians, each -> each[row]);
    }
    line("median", medians, Median::of);
    line("worst", medians, PlanningBenchmark::worst);
    out.flush();
  }

  private void line(
      String name, Map<String, double[]> medians, ToDoubleFunction<double[]> function) {
    out.printf("%6s", name);
    for (double[] each : medians.values()) {
      out.printf(Locale.ROOT, " %13.2f", function.applyAsDouble(each));
    }
    out.println();
  }

  private static double worst(double[] values) {
    double worst = 0;
    for (double value : values) {
      worst = Math.max(worst, value);
    }
    return worst;
  }

  private static double[] medians(
      List<List<Planned>> measured, ToDoubleFunction<Planned> function) {
    return measured.stream()
        .mapToDouble(query -> Median.of(query.stream().mapToDouble(function).toArray()))
        .toArray();
  }
}
