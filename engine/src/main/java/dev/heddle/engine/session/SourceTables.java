package dev.heddle.engine.session;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.ipc.ArrowFormat;
import dev.heddle.io.json.JsonFormat;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.storage.WorkingFolder;
import dev.heddle.io.whole.WholeFileFormat;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the tables of sources. Naming a source lists its files anew, with the rights of whom it is
 * named for; plans that were made from it keep reading those files. Thread-safe.
 */
final class SourceTables {
  private final MemoryTables memory;
  private final ZoneId zone;
  // for whom each scan was named, in the order of the first time; guarded by this
  private final Map<LogicalPlan.Scan, Map<WorkingFolder, Table>> named = new HashMap<>();

  /**
   * Makes it for a session.
   *
   * @param zone the session's, in which text means local times
   */
  SourceTables(MemoryTables memory, ZoneId zone) {
    this.memory = memory;
    this.zone = zone;
  }

  /**
   * Lists the files of a source and reads one footer, or a sample of one file.
   *
   * @param folder where paths start, with the rights to them
   */
  LogicalPlan.Scan name(Source source, WorkingFolder folder) {
    Table table = open(source, folder);
    LogicalPlan.Scan scan = new LogicalPlan.Scan(source, table.schema());
    synchronized (this) {
      named.computeIfAbsent(scan, _ -> new LinkedHashMap<>()).put(folder, table);
    }
    return scan;
  }

  /**
   * Returns the table of a scan that {@link #name} has made, for these rights if it has, else for
   * those of the owner of a view; or opens its source if a session of other state has made it.
   */
  Table find(LogicalPlan.Scan scan, WorkingFolder folder) {
    if (scan.source() instanceof Source.Memory source) {
      return memory.find(source);
    }
    synchronized (this) {
      Map<WorkingFolder, Table> tables = named.getOrDefault(scan, Map.of());
      Table table = tables.get(folder);
      if (table != null) {
        return table;
      }
      if (!tables.isEmpty()) {
        return tables.values().iterator().next();
      }
    }
    return open(scan.source(), folder);
  }

  private Table open(Source source, WorkingFolder folder) {
    return switch (source) {
      case Source.Parquet parquet ->
          DatasetTables.open(new ParquetFormat(), parquet.paths(), folder, parquet.dataset());
      case Source.Csv csv ->
          DatasetTables.open(
              new CsvFormat(csv.options(), zone), csv.paths(), folder, csv.dataset());
      case Source.Json json ->
          DatasetTables.open(
              new JsonFormat(json.options(), zone), json.paths(), folder, json.dataset());
      case Source.Arrow arrow ->
          DatasetTables.open(new ArrowFormat(), arrow.paths(), folder, arrow.dataset());
      case Source.Files files ->
          DatasetTables.open(
              new WholeFileFormat(files.columns()), files.paths(), folder, files.dataset());
      case Source.Memory table -> memory.find(table);
    };
  }
}
