package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.planner.sql.SchemaName;
import java.util.Comparator;

/** The name of a table or view in its schema, spelled exactly. */
public record ObjectName(SchemaName schema, String name) implements Comparable<ObjectName> {
  private static final Comparator<ObjectName> ORDER =
      Comparator.comparing(ObjectName::schema).thenComparing(ObjectName::name);

  /** Checks that nothing is missing. */
  public ObjectName {
    requireNonNull(schema, "schema is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the name of another one in the same schema. */
  public ObjectName withName(String other) {
    return new ObjectName(schema, other);
  }

  /** Returns whether both are in one schema and have names that are equal but for case. */
  public boolean isAlike(ObjectName other) {
    return schema.equals(other.schema) && name.equalsIgnoreCase(other.name);
  }

  /**
   * Returns the parts that are needed beside the databases that every session has and their schema
   * {@code main}: {@code orders}, {@code sales.orders}, {@code lake.orders} or {@code
   * lake.sales.orders}.
   */
  public String text() {
    boolean isOwn = SchemaName.isOfSession(schema.database());
    String database = isOwn ? "" : schema.database() + ".";
    String own = schema.name().equals(SchemaName.MAIN) ? "" : schema.name() + ".";
    return database + own + name;
  }

  @Override
  public int compareTo(ObjectName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return text();
  }
}
