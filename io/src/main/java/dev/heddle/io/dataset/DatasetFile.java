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
 */
record DatasetFile(StoredFile file, List<Optional<ScanValue>> partition) {
  DatasetFile {
    partition = List.copyOf(partition);
  }
}
