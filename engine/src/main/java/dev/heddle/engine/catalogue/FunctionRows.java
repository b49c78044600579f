package dev.heddle.engine.catalogue;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.FunctionKind;
import dev.heddle.planner.sql.SchemaName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of {@code duckdb_functions()}: one for each kind of a function, and the macros. */
final class FunctionRows {
  /** The database of the functions that every session has. */
  static final String SYSTEM_DATABASE = "system";

  private FunctionRows() {}

  static List<Map<String, Object>> of(CatalogueState state) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String name : FunctionCatalogue.names()) {
      Set<FunctionKind> kinds = new LinkedHashSet<>();
      FunctionCatalogue.find(name).stream().map(FunctionEntry::kind).forEach(kinds::add);
      for (FunctionKind kind : kinds) {
        rows.add(row(SchemaName.mainOf(SYSTEM_DATABASE), name, text(kind), true));
      }
    }
    for (SchemaName schema : state.schemas()) {
      SessionMacros macros = state.macros(schema);
      macros.valueNames().forEach(name -> rows.add(row(schema, name, "macro", false)));
      macros.tableNames().forEach(name -> rows.add(row(schema, name, "table_macro", false)));
    }
    return rows;
  }

  private static String text(FunctionKind kind) {
    return switch (kind) {
      case SCALAR -> "scalar";
      case AGGREGATE -> "aggregate";
      case WINDOW -> "window";
    };
  }

  private static Map<String, Object> row(
      SchemaName schema, String name, String type, boolean isInternal) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("database_name", schema.database());
    row.put("schema_name", schema.name());
    row.put("function_name", name);
    row.put("function_type", type);
    row.put("internal", isInternal);
    return row;
  }
}
