package dev.heddle.planner.translate;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;

/** A table with columns and no rows, for tests that only plan. */
public record TestTable(String name, Schema schema) implements Table {
  @Override
  public TableStatistics statistics() {
    return TableStatistics.unknown(schema.size());
  }

  @Override
  public TableScan scan(ScanRequest request) {
    throw new IllegalStateException("Nothing is read here: " + name);
  }
}
