package dev.heddle.io.csv;

import dev.heddle.io.scan.Split;
import dev.heddle.io.storage.StoredFile;

/**
 * A whole file.
 *
 * @param file which one
 * @param rows about how many rows it has
 */
record CsvSplit(StoredFile file, long rows) implements Split {
  @Override
  public long bytes() {
    return file.sizeBytes();
  }
}
