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

  /**
   * Returns the schemas in which names without one are looked up, in their order: the current one,
   * the first one of its database, and that of the session.
   */
  public List<SchemaName> path() {
    return path(name);
  }

  /** Returns the schemas in which names without one are looked up where one is the current one. */
  public static List<SchemaName> path(SchemaName current) {
    Set<SchemaName> path = new LinkedHashSet<>();
    path.add(current);
    path.add(SchemaName.mainOf(current.database()));
    path.add(SchemaName.SESSION);
    return List.copyOf(path);
  }
}
