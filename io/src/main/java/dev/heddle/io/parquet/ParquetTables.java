package dev.heddle.io.parquet;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import java.util.List;

/** Opens Parquet files, folders and globs as tables, see {@link DatasetTables}. */
public final class ParquetTables {
  private ParquetTables() {}

  /** Opens one file, folder or glob. */
  public static Table open(String path) {
    return open(List.of(path));
  }

  /** Opens files, folders and globs as one table. */
  public static Table open(List<String> paths) {
    return DatasetTables.open(new ParquetFormat(), paths, DatasetOptions.DEFAULT);
  }
}
