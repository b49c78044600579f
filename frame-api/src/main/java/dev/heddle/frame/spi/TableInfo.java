package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.Schema;

/**
 * An entry of a session's catalogue.
 *
 * @param name as it was given
 * @param kind view or table
 * @param schema its columns
 */
public record TableInfo(String name, Kind kind, Schema schema) {
  /** What an entry is. */
  public enum Kind {
    /** A named plan. */
    VIEW,
    /** Rows in memory. */
    TABLE
  }

  /** Checks that nothing is missing. */
  public TableInfo {
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(schema, "schema is null");
  }
}
