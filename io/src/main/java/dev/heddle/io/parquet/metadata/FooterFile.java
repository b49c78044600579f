package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import java.util.Map;

/**
 * A file whose footer has not been read yet.
 *
 * @param file the file
 * @param schema the columns of the rows, the same of all files
 */
record FooterFile(StoredFile file, Schema schema) implements InspectedFile {
  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }
}
