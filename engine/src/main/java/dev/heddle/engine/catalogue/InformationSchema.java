package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The rows of {@code information_schema}: what a session's tables and views are when a query is
 * bound.
 */
final class InformationSchema {
  private static final List<String> KEY_POSITIONS = List.of("ordinal_position");
  private static final List<String> ALL_POSITIONS =
      List.of("ordinal_position", "position_in_unique_constraint");

  private final CatalogueState state;
  private final Map<ObjectName, CatalogueObject> objects;
  private final Function<ObjectName, Schema> columns;

  /**
   * Makes it.
   *
   * @param state all tables and views
   * @param columns returns the columns of one of them; it does not fail
   */
  InformationSchema(CatalogueState state, Function<ObjectName, Schema> columns) {
    this.state = state;
    this.objects = state.objects();
    this.columns = columns;
  }

  LogicalPlan plan(InformationTable table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    switch (table) {
      case TABLES -> objects.forEach((name, object) -> rows.add(tableRow(name, object.entry())));
      case COLUMNS -> objects.keySet().forEach(name -> addColumns(name, rows));
      case VIEWS ->
          objects.forEach(
              (name, object) -> {
                if (object.entry().kind() == TableInfo.Kind.VIEW) {
                  rows.add(viewRow(name, object.entry()));
                }
              });
      case SCHEMATA -> {
        for (SchemaName schema : schemas()) {
          rows.add(
              Map.of(
                  "catalog_name",
                  schema.database(),
                  "schema_name",
                  schema.name(),
                  "schema_owner",
                  SessionUser.name()));
        }
      }
      case CHARACTER_SETS ->
          rows.add(
              Map.of(
                  "character_set_name", "UTF8",
                  "character_repertoire", "UCS",
                  "form_of_use", "UTF8",
                  "default_collate_name", "ucs_basic"));
      case TABLE_CONSTRAINTS ->
          objects.forEach(
              (name, object) -> {
                TableDefinition definition = object.definition();
                for (TableDefinition.Key key : definition.keys()) {
                  rows.add(constraintRow(name, key.name(name.name()), kind(key)));
                }
                for (TableDefinition.Check check : definition.checks()) {
                  rows.add(constraintRow(name, check.name(name.name()), "CHECK"));
                }
                for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
                  rows.add(constraintRow(name, key.name(name.name()), "FOREIGN KEY"));
                }
                for (Field field : columns.apply(name).fields()) {
                  if (!field.nullable()) {
                    String text = TableDefinition.notNull(name.name(), field.name());
                    rows.add(constraintRow(name, text, "CHECK"));
                  }
                }
              });
      case KEY_COLUMN_USAGE ->
          objects.forEach(
              (name, object) -> {
                TableDefinition definition = object.definition();
                for (TableDefinition.Key key : definition.keys()) {
                  addColumns(name, key.name(name.name()), key.columns(), KEY_POSITIONS, rows);
                }
                for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
                  addColumns(name, key.name(name.name()), key.columns(), ALL_POSITIONS, rows);
                }
              });
      case CONSTRAINT_COLUMN_USAGE ->
          objects.forEach(
              (name, object) -> {
                TableDefinition definition = object.definition();
                for (TableDefinition.Key key : definition.keys()) {
                  addColumns(name, key.name(name.name()), key.columns(), List.of(), rows);
                }
                for (TableDefinition.Check check : definition.checks()) {
                  addColumns(name, check.name(name.name()), check.columns(), List.of(), rows);
                }
                for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
                  addColumns(name, key.name(name.name()), key.columns(), List.of(), rows);
                }
              });
      case CHECK_CONSTRAINTS -> objects.keySet().forEach(name -> addChecks(name, rows));
      case REFERENTIAL_CONSTRAINTS ->
          objects.forEach(
              (name, object) ->
                  object
                      .definition()
                      .foreignKeys()
                      .forEach(key -> rows.add(referenceRow(name, key))));
    }
    return table.plan(rows);
  }

  /** Returns all schemas, with the one that each database has of the standard. */
  private List<SchemaName> schemas() {
    Set<SchemaName> schemas = new TreeSet<>();
    for (SchemaName schema : state.schemas()) {
      schemas.add(schema);
      schemas.add(new SchemaName(schema.database(), SchemaName.INFORMATION));
    }
    return List.copyOf(schemas);
  }

  private static Map<String, Object> named(ObjectName table) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("table_catalog", table.schema().database());
    row.put("table_schema", table.schema().name());
    row.put("table_name", table.name());
    return row;
  }

  private static String kind(TableDefinition.Key key) {
    return switch (key.kind()) {
      case PRIMARY -> "PRIMARY KEY";
      case UNIQUE -> "UNIQUE";
    };
  }

  private static Map<String, Object> constraint(ObjectName table, String name) {
    Map<String, Object> row = named(table);
    row.putAll(nameOf(table, name));
    return row;
  }

  private static Map<String, Object> constraintRow(ObjectName table, String name, String type) {
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

  private void addChecks(ObjectName table, List<Map<String, Object>> rows) {
    for (TableDefinition.Check check : state.require(table).definition().checks()) {
      rows.add(checkRow(table, check.name(table.name()), check.text()));
    }
    for (Field field : columns.apply(table).fields()) {
      if (!field.nullable()) {
        String name = TableDefinition.notNull(table.name(), field.name());
        rows.add(checkRow(table, name, SqlParser.name(field.name()) + " IS NOT NULL"));
      }
    }
  }

  private static Map<String, Object> checkRow(ObjectName table, String name, String clause) {
    Map<String, Object> row = nameOf(table, name);
    row.put("check_clause", clause);
    return row;
  }

  /** Returns the name of a constraint, with its schema. */
  private static Map<String, Object> nameOf(ObjectName table, String constraint) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("constraint_catalog", table.schema().database());
    row.put("constraint_schema", table.schema().name());
    row.put("constraint_name", constraint);
    return row;
  }

  private Map<String, Object> referenceRow(ObjectName table, TableDefinition.ForeignKey key) {
    Map<String, Object> row = nameOf(table, key.name(table.name()));
    row.put("unique_constraint_catalog", table.schema().database());
    row.put("unique_constraint_schema", table.schema().name());
    CatalogueObject other = state.find(table.withName(key.table()));
    if (other != null) {
      other.definition().enforced().stream()
          .filter(each -> each.columns().equals(key.referenced()))
          .findFirst()
          .ifPresent(each -> row.put("unique_constraint_name", each.name(key.table())));
    }
    row.put("match_option", "NONE");
    row.put("update_rule", "NO ACTION");
    row.put("delete_rule", "NO ACTION");
    return row;
  }

  private static void addColumns(
      ObjectName table,
      String name,
      List<String> columns,
      List<String> positions,
      List<Map<String, Object>> rows) {
    for (int i = 0; i < columns.size(); i++) {
      Map<String, Object> row = constraint(table, name);
      row.put("column_name", columns.get(i));
      for (String position : positions) {
        row.put(position, i + 1L);
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

  private static Map<String, Object> tableRow(ObjectName name, SessionCatalogue.Entry entry) {
    Map<String, Object> row = named(name);
    String base = name.schema().isTemporary() ? "LOCAL TEMPORARY" : "BASE TABLE";
    row.put("table_type", isTable(entry) ? base : "VIEW");
    row.put("is_insertable_into", yesOrNo(isTable(entry)));
    row.put("is_typed", "NO");
    return row;
  }

  private static Map<String, Object> viewRow(ObjectName name, SessionCatalogue.Entry entry) {
    Map<String, Object> row = named(name);
    if (entry.text() != null) {
      row.put("view_definition", TableText.of(name, entry.text()));
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

  private void addColumns(ObjectName table, List<Map<String, Object>> rows) {
    long position = 0;
    TableDefinition definition = state.require(table).definition();
    for (Field field : columns.apply(table).fields()) {
      Map<String, Object> row = named(table);
      row.put("column_name", field.name());
      row.put("ordinal_position", ++position);
      row.put("is_nullable", yesOrNo(field.nullable()));
      String otherwise = definition.valueText(field);
      if (otherwise != null) {
        row.put("column_default", otherwise);
      }
      String generated = definition.generatedText(field);
      if (generated != null) {
        row.put("generation_expression", generated);
      }
      row.putAll(TypeFacts.of(field.type()));
      row.put("is_self_referencing", "NO");
      row.put("is_identity", "NO");
      row.put("is_generated", generated == null ? "NEVER" : "ALWAYS");
      row.put("is_updatable", "NO");
      rows.add(row);
    }
  }
}
