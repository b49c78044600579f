package dev.heddle.bench.planning;

import dev.heddle.bench.report.Median;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.PlannedQuery;
import dev.heddle.planner.Planner;
import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.exchange.PartitionedInputs;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Plans queries with and without rewrites, each time anew. Not thread-safe. */
final class RewritePlanner {
  private static final QueryTime TIME = new QueryTime(1_700_000_000_000_000L, ZoneOffset.UTC);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final PlannedTables tables;

  RewritePlanner(PlannedTables tables) {
    this.tables = tables;
  }

  /** Returns the operators of a query without some rewrites, as text without estimates. */
  String plan(String sql, Set<String> excluded) {
    return planned(bound(sql), excluded).physicalText().replaceAll("  \\(~?[^)\n]*\\)", "");
  }

  /** Returns the CPU time of planning a query without a rewrite for that with it. */
  double ratio(String sql, String rewrite, int runs) {
    LogicalPlan plan = bound(sql);
    double[] with = new double[runs];
    double[] without = new double[runs];
    for (int run = 0; run < runs; run++) {
      with[run] = nanos(plan, Set.of());
      without[run] = nanos(plan, Set.of(rewrite));
    }
    return Median.of(without) / Median.of(with);
  }

  private LogicalPlan bound(String sql) {
    return Binder.bind(sql, SqlParser.query(sql), tables.names());
  }

  private double nanos(LogicalPlan plan, Set<String> excluded) {
    long begun = threads.getCurrentThreadCpuTime();
    planned(plan, excluded);
    return threads.getCurrentThreadCpuTime() - begun;
  }

  private PlannedQuery planned(LogicalPlan plan, Set<String> excluded) {
    PlannerSettings settings =
        new PlannerSettings(1, PlannerSettings.Level.OPTIMIZED, PartitionedInputs.LARGE, excluded);
    return Planner.plan(plan, tables::table, settings, TIME, new AtomicBoolean());
  }
}
