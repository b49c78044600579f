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
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the tables of sources. Naming a source lists its files anew; plans that were made from it
 * keep reading those files. Thread-safe.
 */
final class SourceTables {
  private final MemoryTables memory;
  private final ZoneId zone;
  private final WorkingFolder folder;
  private final Map<LogicalPlan.Scan, Table> named = new LinkedHashMap<>(); // guarded by this

  /**
   * Makes it for a session.
   *
   * @param zone the session's, in which text means local times
   * @param folder the session's, in which paths start
   */
  SourceTables(MemoryTables memory, ZoneId zone, WorkingFolder folder) {
    this.memory = memory;
    this.zone = zone;
    this.folder = folder;
  }

  /** Lists the files of a source and reads one footer, or a sample of one file. */
  LogicalPlan.Scan name(Source source) {
    Table table = open(source);
    LogicalPlan.Scan scan = new LogicalPlan.Scan(source, table.schema());
    synchronized (this) {
      named.put(scan, table);
    }
    return scan;
  }

  /**
   * Returns the table of a scan that {@link #name} has made, or opens its source if another session
   * has.
   */
  Table find(LogicalPlan.Scan scan) {
    if (scan.source() instanceof Source.Memory source) {
      return memory.find(source);
    }
    synchronized (this) {
      Table table = named.get(scan);
      if (table != null) {
        return table;
      }
    }
    return open(scan.source());
  }

  private Table open(Source source) {
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
      case Source.Memory table -> memory.find(table);
    };
  }
}
