package dev.heddle.engine.catalogue;

import dev.heddle.planner.sql.SchemaName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The schema of a session in which what is named without one is made and looked up first.
 * Thread-safe.
 */
public final class CurrentSchema {
  private volatile SchemaName name;

  /** Makes it. */
  public CurrentSchema(SchemaName name) {
    this.name = name;
  }

  /** Returns the schema. */
  public SchemaName name() {
    return name;
  }

  /** Makes another schema the current one. */
  public void set(SchemaName other) {
    name = other;
  }

  /** Returns whether a setting tells of the current schema. */
  public static boolean isSetting(String name) {
    return name.equalsIgnoreCase("search_path") || name.equalsIgnoreCase("schema");
  }

  /** Returns what {@code SHOW search_path} gives where a schema is the current one. */
  public static String setting(SchemaName current) {
    boolean isOwn = current.database().equals(SchemaName.SESSION_DATABASE);
    return isOwn ? current.name() : current.toString();
  }

  /**
   * Returns the schemas in which names without one are looked up, in their order: that of what is
   * temporary, the current one, the first one of its database, and that of the session.
   */
  public List<SchemaName> path() {
    return path(name);
  }

  /** Returns the schemas in which names without one are looked up where one is the current one. */
  public static List<SchemaName> path(SchemaName current) {
    Set<SchemaName> path = new LinkedHashSet<>();
    path.add(SchemaName.TEMPORARY);
    path.add(current);
    path.add(SchemaName.mainOf(current.database()));
    path.add(SchemaName.SESSION);
    return List.copyOf(path);
  }
}
