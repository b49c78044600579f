package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of databases with their tables, views, macros, types and sequences at one moment.
 * Immutable: a change is another state.
 */
public final class CatalogueState {
  private final Map<SchemaName, SchemaState> schemas;

  CatalogueState(Map<SchemaName, SchemaState> schemas) {
    this.schemas = schemas;
  }

  /** Returns the state of a database in which nothing is but an empty schema {@code main}. */
  public static CatalogueState of(String database) {
    return new CatalogueState(Map.of()).withSchema(SchemaName.mainOf(database));
  }

  /** Returns the schemas, in their order. */
  public List<SchemaName> schemas() {
    return List.copyOf(schemas.keySet());
  }

  /** Returns whether there is a schema; the name is spelled exactly. */
  public boolean has(SchemaName schema) {
    return schemas.containsKey(schema);
  }

  /** Returns what is in a schema; null if there is none. */
  @Nullable SchemaState contentOf(SchemaName name) {
    return schemas.get(name);
  }

  private SchemaState schema(SchemaName name) {
    return schemas.getOrDefault(name, SchemaState.EMPTY);
  }

  /** Returns the tables and views of a schema, by their exact names, in their order. */
  public Map<String, CatalogueObject> objects(SchemaName schema) {
    return schema(schema).objects();
  }

  /** Returns all tables and views, in the order of their names. */
  public Map<ObjectName, CatalogueObject> objects() {
    Map<ObjectName, CatalogueObject> all = new TreeMap<>();
    schemas.forEach(
        (name, state) ->
            state.objects().forEach((each, object) -> all.put(new ObjectName(name, each), object)));
    return all;
  }

  /** Returns the macros of a schema. */
  public SessionMacros macros(SchemaName schema) {
    return schema(schema).macros();
  }

  /** Returns the types of a schema that have names. */
  public NamedTypes types(SchemaName schema) {
    return schema(schema).types();
  }

  /** Returns the types of several schemas, of which the first one that has a name counts. */
  public NamedTypes types(List<SchemaName> path) {
    NamedTypes all = NamedTypes.NONE;
    for (SchemaName schema : path) {
      all = all.before(types(schema));
    }
    return all;
  }

  /** Returns the sequences of a schema, by their names in lower case. */
  public Map<String, Sequence> sequences(SchemaName schema) {
    return schema(schema).sequences();
  }

  /** Returns the sequence of a name in the first of several schemas that has one; else null. */
  public @Nullable ObjectName findSequence(List<SchemaName> schemas, String name) {
    for (SchemaName schema : schemas) {
      Sequence found = sequence(new ObjectName(schema, name));
      if (found != null) {
        return new ObjectName(schema, found.name());
      }
    }
    return null;
  }

  /** Returns a sequence; null if there is none of the name, whatever its case. */
  @Nullable Sequence sequence(ObjectName name) {
    return sequences(name.schema()).get(Sequences.key(name.name()));
  }

  /** Returns a table or view; null if there is none of the name, which is spelled exactly. */
  public @Nullable CatalogueObject find(ObjectName name) {
    return objects(name.schema()).get(name.name());
  }

  /** Returns the table of several schemas that has an index of a name; null if none has. */
  public @Nullable ObjectName tableOfIndex(List<SchemaName> schemas, String index) {
    for (SchemaName schema : schemas) {
      for (Map.Entry<String, CatalogueObject> each : objects(schema).entrySet()) {
        List<TableDefinition.Index> indexes = each.getValue().definition().indexes();
        if (indexes.stream().anyMatch(i -> i.name().equalsIgnoreCase(index))) {
          return new ObjectName(schema, each.getKey());
        }
      }
    }
    return null;
  }

  /** Returns a table or view that there is; the name is spelled exactly. */
  CatalogueObject require(ObjectName name) {
    return requireNonNull(find(name), "no such table or view");
  }

  /**
   * Returns the exact name of a table or view of a schema, of which the spelling counts first.
   *
   * @throws HeddleException if several names are equal to it but for case
   */
  public Optional<ObjectName> find(SchemaName schema, String name) {
    Map<String, CatalogueObject> objects = objects(schema);
    if (objects.containsKey(name)) {
      return Optional.of(new ObjectName(schema, name));
    }
    List<String> alike = new ArrayList<>();
    for (String each : objects.keySet()) {
      if (each.equalsIgnoreCase(name)) {
        alike.add(each);
      }
    }
    if (alike.size() > 1) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot use table "
              + name
              + ": it could mean "
              + String.join(" or ", alike)
              + "; write it in double quotes");
    }
    return alike.isEmpty()
        ? Optional.empty()
        : Optional.of(new ObjectName(schema, alike.getFirst()));
  }

  private CatalogueState with(SchemaName schema, SchemaState state) {
    Map<SchemaName, SchemaState> changed = new TreeMap<>(schemas);
    changed.put(schema, state);
    return new CatalogueState(Collections.unmodifiableMap(changed));
  }

  private CatalogueState changed(SchemaName schema, UnaryOperator<SchemaState> change) {
    requireSchema(schema);
    return with(schema, change.apply(schema(schema)));
  }

  private void requireSchema(SchemaName schema) {
    if (!has(schema)) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot change schema " + schema + ": it has been dropped or detached; USE another one");
    }
  }

  /** Returns the state with an empty schema; the same if there is one of the name. */
  public CatalogueState withSchema(SchemaName schema) {
    return has(schema) ? this : with(schema, SchemaState.EMPTY);
  }

  /** Returns the state without a schema and all that is in it. */
  public CatalogueState withoutSchema(SchemaName schema) {
    Map<SchemaName, SchemaState> changed = new TreeMap<>(schemas);
    changed.remove(schema);
    return new CatalogueState(Collections.unmodifiableMap(changed));
  }

  /** Returns the state with a table or view, in the place of one of the same name. */
  public CatalogueState with(ObjectName name, CatalogueObject object) {
    return changed(
        name.schema(), was -> was.withObjects(objects -> objects.put(name.name(), object)));
  }

  /** Returns the state without a table or view. */
  public CatalogueState without(ObjectName name) {
    return changed(name.schema(), was -> was.withObjects(objects -> objects.remove(name.name())));
  }

  /** Returns the state with other macros in a schema. */
  public CatalogueState withMacros(SchemaName schema, SessionMacros macros) {
    return changed(schema, was -> was.withMacros(macros));
  }

  /** Returns the state with other types in a schema. */
  public CatalogueState withTypes(SchemaName schema, NamedTypes types) {
    return changed(schema, was -> was.withTypes(types));
  }

  /** Returns the state with a sequence, in the place of one of the same name. */
  public CatalogueState withSequence(SchemaName schema, Sequence sequence) {
    return changed(
        schema, was -> was.withSequences(all -> all.put(Sequences.key(sequence.name()), sequence)));
  }

  /** Returns the state without a sequence. */
  CatalogueState withoutSequence(ObjectName name) {
    return changed(
        name.schema(), was -> was.withSequences(all -> all.remove(Sequences.key(name.name()))));
  }

  /** Returns the part of one database. */
  public CatalogueState ofDatabase(String database) {
    Map<SchemaName, SchemaState> part = new TreeMap<>(schemas);
    part.keySet().removeIf(schema -> !schema.database().equals(database));
    return new CatalogueState(Collections.unmodifiableMap(part));
  }

  /** Returns the state without a database. */
  CatalogueState withoutDatabase(String database) {
    Map<SchemaName, SchemaState> left = new TreeMap<>(schemas);
    left.keySet().removeIf(schema -> schema.database().equals(database));
    return new CatalogueState(Collections.unmodifiableMap(left));
  }

  /** Returns the state with what is in another one, of other databases. */
  CatalogueState withDatabase(CatalogueState other) {
    Map<SchemaName, SchemaState> all = new TreeMap<>(schemas);
    all.putAll(other.schemas);
    return new CatalogueState(Collections.unmodifiableMap(all));
  }

  /** Returns the state with entries that are changed by a function. */
  CatalogueState mapped(UnaryOperator<SessionCatalogue.Entry> change) {
    Map<SchemaName, SchemaState> all = new TreeMap<>();
    schemas.forEach(
        (name, state) -> {
          all.put(
              name,
              state.withObjects(
                  objects ->
                      objects.replaceAll(
                          (_, object) -> object.withEntry(change.apply(object.entry())))));
        });
    return new CatalogueState(Collections.unmodifiableMap(all));
  }

  /**
   * Returns what there is for those who read it: a view whose rows are cached is what it was when
   * they were computed.
   *
   * @param isHeld returns whether the rows of a plan are cached
   */
  CatalogueState whereCached(Predicate<LogicalPlan> isHeld) {
    boolean hasCached =
        objects().values().stream().anyMatch(object -> object.entry().cached() != null);
    return hasCached
        ? mapped(
            entry ->
                entry.cached() != null && isHeld.test(entry.cached())
                    ? new SessionCatalogue.Entry(entry.kind(), entry.cached())
                    : entry)
        : this;
  }
}
