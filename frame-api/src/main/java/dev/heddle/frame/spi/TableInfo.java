package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.Schema;

/**
 * An entry of a session's catalogue.
 *
 * @param database the catalogue that it is in, {@code heddle} for that of the session, {@code temp}
 *     for that of what is temporary in it
 * @param schemaName its schema there
 * @param name as it was given
 * @param kind view or table
 * @param schema its columns
 */
public record TableInfo(String database, String schemaName, String name, Kind kind, Schema schema) {
  /** What an entry is. */
  public enum Kind {
    /** A named plan. */
    VIEW,
    /** Rows of its own. */
    TABLE
  }

  /** Checks that nothing is missing. */
  public TableInfo {
    requireNonNull(database, "database is null");
    requireNonNull(schemaName, "schemaName is null");
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(schema, "schema is null");
  }

  /** Makes an entry of the schema {@code main} of the session's own database. */
  public TableInfo(String name, Kind kind, Schema schema) {
    this("heddle", "main", name, kind, schema);
  }

  /**
   * Returns the name with what has to precede it: nothing in the schema {@code main} of the two
   * databases that every session has, else {@code sales.orders}, {@code lake.orders} or {@code
   * lake.sales.orders}.
   */
  public String qualifiedName() {
    boolean isOwn = database.equals("heddle") || database.equals("temp");
    return (isOwn ? "" : database + ".")
        + (schemaName.equals("main") ? "" : schemaName + ".")
        + name;
  }
}
