package dev.heddle.io.parquet;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.warmup.Warmup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the footer of a file for a query that is not planned yet, which then finds it among those
 * that are known.
 *
 * @param path is read if it is a file on the local disk. All else is left to the query: a folder or
 *     a glob would be listed twice, and other storages asked twice. So are errors.
 */
public record FooterWarmup(String path) implements Warmup {
  @Override
  public void run() {
    try {
      if (Files.isRegularFile(Path.of(path))) {
        DatasetTables.open(new ParquetFormat(), List.of(path), DatasetOptions.DEFAULT);
      }
    } catch (RuntimeException e) {
      // It may not even be asked for; if it is, the query fails and reports why.
    }
  }
}
