package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.Optional;

/**
 * A file of a dataset.
 *
 * @param file the file
 * @param partition its value for each partition key; empty for null
 * @param number which the locators of its rows begin with; 0 where no rows are located
 */
record DatasetFile(StoredFile file, List<Optional<ScanValue>> partition, int number) {
  /** Makes a file whose rows are not located. */
  DatasetFile(StoredFile file, List<Optional<ScanValue>> partition) {
    this(file, partition, 0);
  }

  /** Returns the file under a number. */
  DatasetFile numbered(int newNumber) {
    return new DatasetFile(file, partition, newNumber);
  }

  /** Copies the values. */
  DatasetFile {
    partition = List.copyOf(partition);
  }
}
