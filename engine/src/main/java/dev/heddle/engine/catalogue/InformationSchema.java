package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SqlSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The rows of {@code information_schema}: what a session's tables and views are when a query is
 * bound. No table refers to another, so that {@code referential_constraints} is empty.
 */
final class InformationSchema {
  private final Map<String, SessionCatalogue.Entry> entries;
  private final Map<String, TableDefinition> definitions;
  private final Function<String, List<Field>> columns;

  /**
   * Makes it.
   *
   * @param entries all tables and views, by name
   * @param definitions what tables are besides their rows, by name
   * @param columns returns the columns of one of them; it does not fail
   */
  InformationSchema(
      Map<String, SessionCatalogue.Entry> entries,
      Map<String, TableDefinition> definitions,
      Function<String, List<Field>> columns) {
    this.entries = entries;
    this.definitions = definitions;
    this.columns = columns;
  }

  LogicalPlan plan(InformationTable table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    switch (table) {
      case TABLES -> entries.forEach((name, entry) -> rows.add(tableRow(name, entry)));
      case COLUMNS -> entries.keySet().forEach(name -> addColumns(name, rows));
      case VIEWS ->
          entries.forEach(
              (name, entry) -> {
                if (entry.kind() == TableInfo.Kind.VIEW) {
                  rows.add(viewRow(name, entry));
                }
              });
      case SCHEMATA -> {
        for (String name : SqlSchema.sqlNames().stream().sorted().toList()) {
          rows.add(
              Map.of(
                  "catalog_name",
                  SqlSchema.CATALOGUE,
                  "schema_name",
                  name,
                  "schema_owner",
                  SessionUser.name()));
        }
      }
      case CHARACTER_SETS ->
          rows.add(
              Map.of(
                  "character_set_name", "UTF8",
                  "character_repertoire", "UCS",
                  "form_of_use", "UTF8"));
      case TABLE_CONSTRAINTS ->
          definitions.forEach(
              (name, definition) -> {
                for (TableDefinition.Key key : definition.keys()) {
                  rows.add(constraintRow(name, key.name(name), kind(key)));
                }
                for (TableDefinition.Check check : definition.checks()) {
                  rows.add(constraintRow(name, check.name(name), "CHECK"));
                }
              });
      case KEY_COLUMN_USAGE ->
          definitions.forEach(
              (name, definition) -> {
                for (TableDefinition.Key key : definition.keys()) {
                  addColumns(name, key.name(name), key.columns(), true, rows);
                }
              });
      case CONSTRAINT_COLUMN_USAGE ->
          definitions.forEach(
              (name, definition) -> {
                for (TableDefinition.Key key : definition.keys()) {
                  addColumns(name, key.name(name), key.columns(), false, rows);
                }
                for (TableDefinition.Check check : definition.checks()) {
                  addColumns(name, check.name(name), check.columns(), false, rows);
                }
              });
      case REFERENTIAL_CONSTRAINTS -> {
        // No table refers to another.
      }
    }
    return table.plan(rows);
  }

  private static Map<String, Object> named(String table) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("table_catalog", SqlSchema.CATALOGUE);
    row.put("table_schema", SqlSchema.MAIN.sqlName());
    row.put("table_name", table);
    return row;
  }

  private static String kind(TableDefinition.Key key) {
    return switch (key.kind()) {
      case PRIMARY -> "PRIMARY KEY";
      case UNIQUE -> "UNIQUE";
    };
  }

  private static Map<String, Object> constraint(String table, String name) {
    Map<String, Object> row = named(table);
    row.put("constraint_catalog", SqlSchema.CATALOGUE);
    row.put("constraint_schema", SqlSchema.MAIN.sqlName());
    row.put("constraint_name", name);
    return row;
  }

  private static Map<String, Object> constraintRow(String table, String name, String type) {
    Map<String, Object> row = constraint(table, name);
    row.put("constraint_type", type);
    row.put("is_deferrable", "NO");
    row.put("initially_deferred", "NO");
    row.put("enforced", "YES");
    if (type.equals("UNIQUE")) {
      row.put("nulls_distinct", "YES");
    }
    return row;
  }

  private static void addColumns(
      String table,
      String name,
      List<String> columns,
      boolean isNumbered,
      List<Map<String, Object>> rows) {
    for (int i = 0; i < columns.size(); i++) {
      Map<String, Object> row = constraint(table, name);
      row.put("column_name", columns.get(i));
      if (isNumbered) {
        row.put("ordinal_position", i + 1L);
      }
      rows.add(row);
    }
  }

  private static String yesOrNo(boolean value) {
    return value ? "YES" : "NO";
  }

  private static boolean isTable(SessionCatalogue.Entry entry) {
    return entry.kind() == TableInfo.Kind.TABLE;
  }

  private static Map<String, Object> tableRow(String name, SessionCatalogue.Entry entry) {
    Map<String, Object> row = named(name);
    row.put("table_type", isTable(entry) ? "BASE TABLE" : "VIEW");
    row.put("is_insertable_into", yesOrNo(isTable(entry)));
    row.put("is_typed", "NO");
    return row;
  }

  private static Map<String, Object> viewRow(String name, SessionCatalogue.Entry entry) {
    Map<String, Object> row = named(name);
    if (entry.text() != null) {
      row.put("view_definition", entry.text().text());
    }
    row.put("check_option", "NONE");
    for (String what : List.of("updatable", "insertable_into")) {
      row.put("is_" + what, "NO");
    }
    for (String what : List.of("updatable", "deletable", "insertable_into")) {
      row.put("is_trigger_" + what, "NO");
    }
    return row;
  }

  private void addColumns(String table, List<Map<String, Object>> rows) {
    long position = 0;
    for (Field field : columns.apply(table)) {
      Map<String, Object> row = named(table);
      row.put("column_name", field.name());
      row.put("ordinal_position", ++position);
      row.put("is_nullable", yesOrNo(field.nullable()));
      TableDefinition definition = definitions.get(table);
      if (definition != null && definition.defaults().containsKey(field.name())) {
        row.put("column_default", definition.defaults().get(field.name()));
      }
      row.putAll(TypeFacts.of(field.type()));
      row.put("is_self_referencing", "NO");
      row.put("is_identity", "NO");
      row.put("is_generated", "NEVER");
      row.put("is_updatable", "NO");
      rows.add(row);
    }
  }
}
