package dev.heddle.planner;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.catalog.Table;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.translate.LogicalPlanTranslator;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.rel.RelNode;

/** Plans SQL over tables that are given by name, for tests. */
public final class Queries {
  private static final QueryTime TIME = new QueryTime(1_700_000_000_000_000L, ZoneOffset.UTC);

  private final Map<String, Table> tables;

  /** Makes a planner of queries over these tables. */
  public Queries(Map<String, Table> tables) {
    this.tables = tables;
  }

  /** Returns the relational form of a query. */
  public RelNode rel(String sql) {
    LogicalPlan plan = Binder.bind(sql, SqlParser.query(sql), names());
    return LogicalPlanTranslator.translate(plan, this::table, 0);
  }

  /** Plans a query. */
  public PlannedQuery plan(String sql, PlannerSettings settings) {
    return Planner.plan(rel(sql), settings, TIME, new AtomicBoolean());
  }

  private Table table(LogicalPlan.Scan scan) {
    return scan.source() instanceof Source.Memory memory
        ? tables.get(memory.name())
        : failed(scan.source());
  }

  private static Table failed(Source source) {
    throw new IllegalStateException("No table behind " + source);
  }

  private BinderCatalogue names() {
    Map<String, LogicalPlan> scans = new LinkedHashMap<>();
    tables.forEach(
        (name, table) ->
            scans.put(
                name, new LogicalPlan.Scan(new Source.Memory(scans.size(), name), table.schema())));
    return BinderCatalogue.of(scans);
  }
}
