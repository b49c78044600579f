package dev.heddle.io.parquet;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.dataset.DatasetTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads footers for a query that is not planned yet, which then finds them among those that are
 * known. Any thread may call it.
 */
public final class FooterWarmup {
  private FooterWarmup() {}

  /**
   * Reads the footer of a path that is a file on the local disk. All else is left to the query: a
   * folder or a glob would be listed twice, and other storages asked twice. So are errors.
   */
  public static void read(String path) {
    try {
      if (Files.isRegularFile(Path.of(path))) {
        DatasetTables.open(new ParquetFormat(), List.of(path), DatasetOptions.DEFAULT);
      }
    } catch (RuntimeException e) {
      // It may not even be asked for; if it is, the query fails and reports why.
    }
  }
}
