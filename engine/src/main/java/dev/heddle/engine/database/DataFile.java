package dev.heddle.engine.database;

import static java.util.Objects.requireNonNull;

/**
 * A data file of a table.
 *
 * @param name within the folder of data files
 */
public record DataFile(String name, long rows, long bytes) {
  /** Checks that nothing is missing. */
  public DataFile {
    requireNonNull(name, "name is null");
  }
}
