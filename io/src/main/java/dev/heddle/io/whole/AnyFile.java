package dev.heddle.io.whole;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import java.util.Map;

/**
 * A file that has not been looked into.
 *
 * @param file the file
 * @param schema the columns of all files
 */
record AnyFile(StoredFile file, Schema schema) implements InspectedFile {
  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }
}
