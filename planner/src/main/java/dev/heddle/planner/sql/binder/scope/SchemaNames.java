package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the schema that is written before a table's name: {@code schema} of the current database,
 * {@code database.schema}, or {@code database} alone, whose schema is {@code main}. A schema goes
 * before a database of its name. Stateless.
 */
public final class SchemaNames {
  private SchemaNames() {}

  /**
   * Returns the schema that names mean.
   *
   * @param qualifiers at least one name
   * @return null if they mean none
   */
  public static @Nullable SchemaName find(BinderCatalogue catalogue, List<Name> qualifiers) {
    if (qualifiers.size() > 2) {
      return null;
    }
    Name last = qualifiers.getLast();
    if (qualifiers.size() == 1) {
      SchemaName schema = find(catalogue, catalogue.schema().database(), last);
      String database = schema == null ? database(catalogue, last) : null;
      return database == null ? schema : SchemaName.mainOf(database);
    }
    String database = database(catalogue, qualifiers.getFirst());
    return database == null ? null : find(catalogue, database, last);
  }

  private static @Nullable SchemaName find(BinderCatalogue catalogue, String database, Name name) {
    for (String each : names(catalogue, database)) {
      if (name.mayMean(each)) {
        return new SchemaName(database, each);
      }
    }
    return null;
  }

  private static @Nullable String database(BinderCatalogue catalogue, Name name) {
    for (String each : databases(catalogue)) {
      if (name.mayMean(each)) {
        return each;
      }
    }
    return null;
  }

  private static Set<String> databases(BinderCatalogue catalogue) {
    Set<String> databases = new LinkedHashSet<>();
    catalogue.schemas().forEach(schema -> databases.add(schema.database()));
    return databases;
  }

  /** Returns the names of a database's schemas, the read-only one last. */
  private static List<String> names(BinderCatalogue catalogue, String database) {
    List<String> names = new ArrayList<>();
    for (SchemaName schema : catalogue.schemas()) {
      if (schema.database().equals(database)) {
        names.add(schema.name());
      }
    }
    names.add(SchemaName.INFORMATION);
    return names;
  }

  /**
   * Returns the schema that names mean.
   *
   * @param qualifiers at least one name
   * @throws dev.heddle.frame.error.AnalysisException if there is none, naming those there are
   */
  public static SchemaName require(BindContext context, List<Name> qualifiers) {
    BinderCatalogue catalogue = context.catalogue();
    SchemaName schema = find(catalogue, qualifiers);
    if (schema != null) {
      return schema;
    }
    Name first = qualifiers.getFirst();
    String current = catalogue.schema().database();
    if (qualifiers.size() > 2) {
      throw context.error(
          first.span(),
          "the name of a table has at most three parts, "
              + current
              + ", its schema and its own name");
    }
    if (qualifiers.size() == 2) {
      String database = database(catalogue, first);
      if (database == null) {
        throw context.error(
            first.span(),
            NearestNames.missing("catalogue", first.text(), List.copyOf(databases(catalogue))));
      }
      current = database;
    }
    List<String> names = new ArrayList<>(names(catalogue, current));
    if (qualifiers.size() == 1) {
      databases(catalogue).stream().filter(each -> !names.contains(each)).forEach(names::add);
      names.remove(current);
    }
    Name name = qualifiers.getLast();
    throw context.error(name.span(), NearestNames.missing("schema", name.text(), names));
  }
}
