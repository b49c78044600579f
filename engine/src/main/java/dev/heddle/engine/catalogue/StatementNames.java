package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the names of tables, views, macros and schemas in the statements of a script mean at the
 * moment. Used by one thread.
 */
public final class StatementNames {
  private final String script;
  private final SessionCatalogue catalogue;
  private final BindingData data;

  /**
   * Makes it.
   *
   * @param script the text that the names are parts of, for the places of errors
   */
  public StatementNames(String script, SessionCatalogue catalogue, BindingData data) {
    this.script = script;
    this.catalogue = catalogue;
    this.data = data;
  }

  private BinderCatalogue names() {
    return new SessionNames(catalogue, data, Map.of());
  }

  /** Returns the schemas in which a name is looked up, in their order. */
  public List<SchemaName> schemas(TableName name) {
    return name.qualifiers().isEmpty() ? data.current().path() : List.of(schema(name.qualifiers()));
  }

  /**
   * Returns the schema of names.
   *
   * @param names at least one
   * @throws AnalysisException with the place if there is none
   */
  public SchemaName schema(List<Name> names) {
    return Binder.schema(script, names, names());
  }

  /** Returns whether names mean a schema. */
  public boolean hasSchema(List<Name> names) {
    return SchemaNames.find(names(), names) != null;
  }

  /** Returns the schema in which something of a name is made. */
  public SchemaName home(TableName name) {
    return name.qualifiers().isEmpty() ? data.current().name() : schema(name.qualifiers());
  }

  /** Returns the name of a table or view that is made. */
  public ObjectName made(TableName name) {
    return new ObjectName(home(name), name.text());
  }

  /**
   * Returns the name of a schema that is made or dropped.
   *
   * @param name its own, perhaps with that of its database
   */
  public SchemaName schemaOf(TableName name) {
    String database =
        name.qualifiers().isEmpty()
            ? data.current().name().database()
            : schema(name.qualifiers()).database();
    return new SchemaName(database, name.text());
  }

  /** Returns the table or view of a name, if there is one. */
  public Optional<Map.Entry<ObjectName, SessionCatalogue.Entry>> find(TableName name) {
    return catalogue.find(schemas(name), name.text());
  }

  /** Returns the table or view of a name. */
  public Map.Entry<ObjectName, SessionCatalogue.Entry> require(TableName name) {
    return catalogue.require(schemas(name), name.text());
  }

  /**
   * Returns the table or view of a name that a program gives: its own, or one with its schema
   * before it, such as {@code sales.orders}.
   */
  public ObjectName require(String name) {
    List<SchemaName> path = data.current().path();
    if (name.indexOf('.') > 0 && catalogue.find(path, name).isEmpty()) {
      List<Name> parts =
          Arrays.stream(name.split("\\."))
              .map(part -> new Name(part, false, new Span(0, 0)))
              .toList();
      TableName qualified = new TableName(parts);
      if (hasSchema(qualified.qualifiers())) {
        return require(qualified).getKey();
      }
    }
    return catalogue.require(path, name).getKey();
  }

  /**
   * Fails if a name is in a schema that cannot be changed.
   *
   * @param action what is done there, for the message
   */
  public void requireChangeable(String action, TableName name) {
    if (!name.qualifiers().isEmpty() && schema(name.qualifiers()).isInformation()) {
      throw new AnalysisException(
          "Cannot "
              + action
              + " in schema "
              + SchemaName.INFORMATION
              + ": it is read-only; use schema "
              + SchemaName.MAIN);
    }
  }
}
