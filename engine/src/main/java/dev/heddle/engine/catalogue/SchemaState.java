package dev.heddle.engine.catalogue;

import dev.heddle.planner.sql.NamedTypes;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What is in a schema. Immutable, but for the values that sequences have left.
 *
 * @param objects tables and views, by their exact names
 * @param sequences by their names in lower case
 */
record SchemaState(
    Map<String, CatalogueObject> objects,
    SessionMacros macros,
    NamedTypes types,
    Map<String, Sequence> sequences) {
  static final SchemaState EMPTY =
      new SchemaState(Map.of(), SessionMacros.NONE, NamedTypes.NONE, Map.of());

  /** Returns the schema with other tables and views. */
  SchemaState withObjects(Consumer<Map<String, CatalogueObject>> change) {
    return new SchemaState(changed(objects, change), macros, types, sequences);
  }

  SchemaState withMacros(SessionMacros others) {
    return new SchemaState(objects, others, types, sequences);
  }

  SchemaState withTypes(NamedTypes others) {
    return new SchemaState(objects, macros, others, sequences);
  }

  /** Returns the schema with other sequences. */
  SchemaState withSequences(Consumer<Map<String, Sequence>> change) {
    return new SchemaState(objects, macros, types, changed(sequences, change));
  }

  private static <V> Map<String, V> changed(Map<String, V> was, Consumer<Map<String, V>> change) {
    Map<String, V> changed = new TreeMap<>(was);
    change.accept(changed);
    return Collections.unmodifiableMap(changed);
  }
}
