package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.sql.SchemaName;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts the changes of a transaction into what others have committed since it began. Tables, views
 * and sequences are changed each by itself, the macros of a schema together, and its types; what
 * was changed here must not have been changed there. Stateless.
 */
final class CatalogueMerge {
  private CatalogueMerge() {}

  /**
   * Returns the state with the changes.
   *
   * @param base what there was when the transaction began
   * @param own what that became in it
   * @param now what it became by others; its schemas and objects are those of the base where they
   *     have not been changed
   * @throws HeddleException {@code CONFLICT} if both have changed the same
   */
  static CatalogueState of(CatalogueState base, CatalogueState own, CatalogueState now) {
    if (now == base) {
      return own;
    }
    Map<SchemaName, SchemaState> merged = new TreeMap<>();
    Set<SchemaName> names = new LinkedHashSet<>(now.schemas());
    names.addAll(own.schemas());
    for (SchemaName name : names) {
      SchemaState schema =
          schema(name, base.contentOf(name), own.contentOf(name), now.contentOf(name));
      if (schema != null) {
        merged.put(name, schema);
      }
    }
    return new CatalogueState(Collections.unmodifiableMap(merged));
  }

  private static @Nullable SchemaState schema(
      SchemaName name,
      @Nullable SchemaState base,
      @Nullable SchemaState own,
      @Nullable SchemaState now) {
    if (Objects.equals(own, base)) {
      return now;
    }
    if (Objects.equals(now, base)) {
      return own;
    }
    if (own == null || now == null || base == null) {
      throw conflict("schema " + name);
    }
    Map<String, CatalogueObject> objects =
        entries(name, "", base.objects(), own.objects(), now.objects());
    Map<String, Sequence> sequences =
        entries(name, "sequence ", base.sequences(), own.sequences(), now.sequences());
    return new SchemaState(
        objects,
        whole("the macros of schema " + name, base.macros(), own.macros(), now.macros()),
        whole("the types of schema " + name, base.types(), own.types(), now.types()),
        sequences);
  }

  private static <V> Map<String, V> entries(
      SchemaName schema, String kind, Map<String, V> base, Map<String, V> own, Map<String, V> now) {
    Map<String, V> merged = new TreeMap<>(now);
    Set<String> names = new LinkedHashSet<>(base.keySet());
    names.addAll(own.keySet());
    for (String name : names) {
      V was = base.get(name);
      V is = own.get(name);
      if (Objects.equals(was, is)) {
        continue;
      }
      if (!Objects.equals(now.get(name), was) || (was == null && hasOther(now, base, name))) {
        throw conflict(kind + "\"" + new ObjectName(schema, name).text() + "\"");
      }
      if (is == null) {
        merged.remove(name);
      } else {
        merged.put(name, is);
      }
    }
    return Collections.unmodifiableMap(merged);
  }

  /** Returns whether others have made something of the same name but for case. */
  private static <V> boolean hasOther(Map<String, V> now, Map<String, V> base, String name) {
    return now.keySet().stream().anyMatch(n -> n.equalsIgnoreCase(name) && !base.containsKey(n));
  }

  private static <V> V whole(String what, V base, V own, V now) {
    if (Objects.equals(own, base)) {
      return now;
    }
    if (!Objects.equals(now, base)) {
      throw conflict(what);
    }
    return own;
  }

  /** Fails if others have changed a table that was not changed here. */
  static void requireUnchanged(
      ObjectName name, CatalogueState base, CatalogueState own, CatalogueState now) {
    CatalogueObject was = base.find(name);
    if (Objects.equals(own.find(name), was) && !Objects.equals(now.find(name), was)) {
      throw conflict("what a foreign key has to do with \"" + name.text() + "\"");
    }
  }

  /** Fails if others have made, or changed, a table that refers to one. */
  static void requireNoReferences(
      ObjectName name, CatalogueState base, CatalogueState own, CatalogueState now) {
    now.objects(name.schema())
        .forEach(
            (other, object) -> {
              boolean refers =
                  object.definition().foreignKeys().stream()
                      .anyMatch(key -> key.table().equals(name.name()));
              if (refers) {
                requireUnchanged(name.withName(other), base, own, now);
              }
            });
  }

  private static HeddleException conflict(String what) {
    return new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot change "
            + what
            + " in the transaction: another one has changed it since this one began; roll back,"
            + " and run it again");
  }
}
