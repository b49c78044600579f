package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SchemaName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The errors of names of tables and views. Stateless. */
final class CatalogueErrors {
  private CatalogueErrors() {}

  /** Returns the error of a name that nothing has in schemas. */
  static HeddleException notFound(
      CatalogueState now, String what, List<SchemaName> schemas, String name) {
    Set<String> names = new LinkedHashSet<>();
    schemas.forEach(schema -> names.addAll(now.objects(schema).keySet()));
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find " + what + ": " + NearestNames.missing(what, name, List.copyOf(names)));
  }

  /** Returns the error of a name that is taken. */
  static HeddleException alreadyExists(String what, String name, String existing) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot create "
            + what
            + " \""
            + name
            + "\": a "
            + existing
            + " of that name exists; drop it first or choose another name");
  }

  /** Fails if a table or view is the other of both. */
  static void requireKind(
      String verb, TableInfo.Kind kind, Map.Entry<ObjectName, SessionCatalogue.Entry> found) {
    if (found.getValue().kind() != kind) {
      throw new HeddleException(
          ErrorCode.ANALYSIS,
          "Cannot "
              + verb
              + " "
              + kind.name().toLowerCase(Locale.ROOT)
              + " \""
              + found.getKey().name()
              + "\": it is a "
              + found.getValue().kind().name().toLowerCase(Locale.ROOT));
    }
  }
}
