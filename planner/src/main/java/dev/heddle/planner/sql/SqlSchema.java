package dev.heddle.planner.sql;

import java.util.Arrays;
import java.util.List;

/** The schemas of a session; they are those of one catalogue, {@link #CATALOGUE}. */
public enum SqlSchema {
  /** What the session's statements create: the schema of names without one. */
  MAIN("main"),
  /** The standard's tables that tell of the session's tables; read-only. */
  INFORMATION_SCHEMA("information_schema");

  /** The name of the one catalogue. */
  public static final String CATALOGUE = "heddle";

  private final String sqlName;

  SqlSchema(String sqlName) {
    this.sqlName = sqlName;
  }

  /** Returns its name in SQL. */
  public String sqlName() {
    return sqlName;
  }

  /** Returns the names of all. */
  public static List<String> sqlNames() {
    return Arrays.stream(values()).map(SqlSchema::sqlName).toList();
  }
}
