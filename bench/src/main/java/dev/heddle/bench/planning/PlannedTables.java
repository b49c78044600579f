package dev.heddle.bench.planning;

import static java.util.Objects.requireNonNull;

import dev.heddle.bench.suite.Suite;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of a suite, for queries that are planned and not run. Immutable. */
final class PlannedTables {
  private final BinderCatalogue names;
  private final Map<LogicalPlan, Table> tables;

  private PlannedTables(BinderCatalogue names, Map<LogicalPlan, Table> tables) {
    this.names = names;
    this.tables = tables;
  }

  /** Opens the Parquet files of a folder, of which only footers are read. */
  static PlannedTables of(Suite suite, Path folder) {
    Map<String, LogicalPlan> scans = new LinkedHashMap<>();
    Map<LogicalPlan, Table> tables = new LinkedHashMap<>();
    for (String name : suite.tables()) {
      List<String> paths = List.of(suite.find(folder, name).toString());
      Table table = DatasetTables.open(new ParquetFormat(), paths, DatasetOptions.DEFAULT);
      LogicalPlan scan =
          new LogicalPlan.Scan(new Source.Parquet(paths, DatasetOptions.DEFAULT), table.schema());
      scans.put(name, scan);
      tables.put(scan, table);
    }
    return new PlannedTables(BinderCatalogue.of(scans), tables);
  }

  /** Returns what names in queries mean. */
  BinderCatalogue names() {
    return names;
  }

  /** Returns the table of a scan. */
  Table table(LogicalPlan.Scan scan) {
    return requireNonNull(tables.get(scan), () -> "no table " + scan);
  }
}
