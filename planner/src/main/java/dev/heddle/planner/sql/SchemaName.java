package dev.heddle.planner.sql;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * A schema of a database, by the exact names of both.
 *
 * <p>Each database has the schema {@link #MAIN}, and, beside those that were created, the read-only
 * {@link #INFORMATION}, which tells of the tables of all.
 *
 * @param database the catalogue of the SQL standard
 */
public record SchemaName(String database, String name) implements Comparable<SchemaName> {
  /** The schema that every database has. */
  public static final String MAIN = "main";

  /** The schema of the standard's tables that tell of the tables there are. */
  public static final String INFORMATION = "information_schema";

  /** The database that is in the memory of a session. */
  public static final String SESSION_DATABASE = "heddle";

  /** The schema of names without one in a new session. */
  public static final SchemaName SESSION = new SchemaName(SESSION_DATABASE, MAIN);

  /** The database of what a session creates as temporary, in its memory too. */
  public static final String TEMPORARY_DATABASE = "temp";

  /** The schema of what is temporary, whose names go before all others without a schema. */
  public static final SchemaName TEMPORARY = new SchemaName(TEMPORARY_DATABASE, MAIN);

  private static final Comparator<SchemaName> ORDER =
      Comparator.comparing(SchemaName::database).thenComparing(SchemaName::name);

  /** Checks that nothing is missing. */
  public SchemaName {
    requireNonNull(database, "database is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the schema {@link #MAIN} of a database. */
  public static SchemaName mainOf(String database) {
    return new SchemaName(database, MAIN);
  }

  /** Returns whether a database is one of the two that every session has in its memory. */
  public static boolean isOfSession(String database) {
    return database.equals(SESSION_DATABASE) || database.equals(TEMPORARY_DATABASE);
  }

  /** Returns whether what is in it is temporary. */
  public boolean isTemporary() {
    return database.equals(TEMPORARY_DATABASE);
  }

  /** Returns whether it is the read-only one of the standard. */
  public boolean isInformation() {
    return name.equals(INFORMATION);
  }

  @Override
  public int compareTo(SchemaName other) {
    return ORDER.compare(this, other);
  }

  /** Returns {@code database.name}. */
  @Override
  public String toString() {
    return database + "." + name;
  }
}
