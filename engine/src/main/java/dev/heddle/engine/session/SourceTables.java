package dev.heddle.engine.session;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.ipc.ArrowFormat;
import dev.heddle.io.json.JsonFormat;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.parquet.metadata.FooterFormat;
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
  // for whom each scan was named, in the order of the first time; guarded by this
  private final Map<LogicalPlan.Scan, Map<Place, Table>> named = new HashMap<>();

  /** Where paths start, with the rights to them, and the zone in which text means local times. */
  private record Place(WorkingFolder folder, ZoneId zone) {}

  SourceTables(MemoryTables memory) {
    this.memory = memory;
  }

  /**
   * Lists the files of a source and reads one footer, or a sample of one file.
   *
   * @param folder where paths start, with the rights to them
   * @param zone in which text means local times
   */
  LogicalPlan.Scan name(Source source, WorkingFolder folder, ZoneId zone) {
    Place place = new Place(folder, zone);
    Table table = open(source, place);
    LogicalPlan.Scan scan = new LogicalPlan.Scan(source, table.schema());
    synchronized (this) {
      named.computeIfAbsent(scan, _ -> new LinkedHashMap<>()).put(place, table);
    }
    return scan;
  }

  /**
   * Returns the table of a scan that {@link #name} has made, for these rights and this zone if it
   * has, else for those of the owner of a view; or opens its source if a session of other state has
   * made it.
   */
  Table find(LogicalPlan.Scan scan, WorkingFolder folder, ZoneId zone) {
    Place place = new Place(folder, zone);
    if (scan.source() instanceof Source.Memory source) {
      return memory.find(source);
    }
    synchronized (this) {
      Map<Place, Table> tables = named.getOrDefault(scan, Map.of());
      Table table = tables.get(place);
      if (table != null) {
        return table;
      }
      if (!tables.isEmpty()) {
        return tables.values().iterator().next();
      }
    }
    return open(scan.source(), place);
  }

  private Table open(Source source, Place place) {
    WorkingFolder folder = place.folder();
    ZoneId zone = place.zone();
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
      case Source.ParquetFooters footers ->
          DatasetTables.open(
              new FooterFormat(footers.part()), footers.paths(), folder, footers.dataset());
      case Source.Memory table -> memory.find(table);
    };
  }
}
