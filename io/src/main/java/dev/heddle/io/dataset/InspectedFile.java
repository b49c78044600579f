package dev.heddle.io.dataset;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.storage.StoredFile;
import java.util.Map;
import java.util.Set;

/**
 * What a format found out about a file without reading it whole: a footer, or a sample. Immutable;
 * each format has its own implementation and is only given those.
 */
public interface InspectedFile {
  /** Returns the file. */
  StoredFile file();

  /** Returns the columns that can be read. */
  Schema schema();

  /** Returns why other columns cannot be read, by name. */
  Map<String, String> unsupported();

  /**
   * Returns whether the file is seen to have no rows, or none with a column: then another file
   * shows more about a table's columns.
   */
  default boolean isBlank() {
    return false;
  }

  /** Returns the columns without a value that is seen: their types are guesses. */
  default Set<String> untyped() {
    return Set.of();
  }

  /**
   * Returns why fields within columns of {@link #schema} cannot be read, by the column's name;
   * their structs lack them.
   */
  default Map<String, String> incomplete() {
    return Map.of();
  }
}
