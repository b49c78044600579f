package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** The rows of {@link SystemTable}: what a session's catalogue is when a query is bound. */
final class SystemRows {
  private final CatalogueState state;
  private final Map<ObjectName, CatalogueObject> objects;
  private final BindingData data;
  private final Function<ObjectName, Schema> columns;

  /**
   * Makes it.
   *
   * @param state all tables and views
   * @param data what else the session is
   * @param columns returns the columns of one of them; it does not fail
   */
  SystemRows(CatalogueState state, BindingData data, Function<ObjectName, Schema> columns) {
    this.state = state;
    this.objects = state.objects();
    this.data = data;
    this.columns = name -> named(columns.apply(name));
  }

  LogicalPlan plan(SystemTable table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    switch (table) {
      case DUCKDB_TABLES -> each(TableInfo.Kind.TABLE, name -> rows.add(tableRow(name)));
      case DUCKDB_VIEWS -> each(TableInfo.Kind.VIEW, name -> rows.add(viewRow(name)));
      case DUCKDB_COLUMNS -> objects.keySet().forEach(name -> addColumns(name, rows));
      case DUCKDB_CONSTRAINTS -> each(TableInfo.Kind.TABLE, name -> addConstraints(name, rows));
      case DUCKDB_INDEXES -> each(TableInfo.Kind.TABLE, name -> addIndexes(name, rows));
      case DUCKDB_SCHEMAS -> state.schemas().forEach(schema -> rows.add(schemaRow(schema)));
      case DUCKDB_TYPES -> {
        for (SchemaName schema : state.schemas()) {
          state.types(schema).all().forEach(type -> rows.add(typeRow(schema, type)));
        }
      }
      case DUCKDB_SEQUENCES -> {
        for (SchemaName schema : state.schemas()) {
          state.sequences(schema).values().forEach(each -> rows.add(sequenceRow(schema, each)));
        }
      }
      case DUCKDB_VARIABLES -> {
        for (SessionVariables.Variable variable : data.variables().all()) {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put("name", variable.name());
          put(row, "value", variable.text());
          row.put("type", variable.type().sqlName());
          rows.add(row);
        }
      }
      case DUCKDB_DATABASES -> {
        rows.add(databaseRow(FunctionRows.SYSTEM_DATABASE));
        state.schemas().stream()
            .map(SchemaName::database)
            .distinct()
            .forEach(database -> rows.add(databaseRow(database)));
      }
      case DUCKDB_SETTINGS -> data.facts().settings().forEach(each -> rows.add(settingRow(each)));
      case DUCKDB_FUNCTIONS -> rows.addAll(FunctionRows.of(state));
      case SQLITE_MASTER -> {
        each(TableInfo.Kind.TABLE, name -> rows.add(masterRow("table", name, tableRow(name))));
        each(TableInfo.Kind.VIEW, name -> rows.add(masterRow("view", name, viewRow(name))));
        each(TableInfo.Kind.TABLE, name -> addIndexMasters(name, rows));
      }
    }
    return table.plan(rows);
  }

  private void each(TableInfo.Kind kind, Consumer<ObjectName> consumer) {
    objects.forEach(
        (name, object) -> {
          if (object.entry().kind() == kind) {
            consumer.accept(name);
          }
        });
  }

  private static void put(Map<String, Object> row, String column, @Nullable Object value) {
    if (value != null) {
      row.put(column, value);
    }
  }

  private static Map<String, Object> named(String column, ObjectName name) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("database_name", name.schema().database());
    row.put("schema_name", name.schema().name());
    row.put(column, name.name());
    return row;
  }

  /** Names columns as queries of a view do, of which several may have been given one name. */
  private static Schema named(Schema schema) {
    List<String> names = UniqueNames.of(schema.names());
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      fields.add(schema.field(i).withName(names.get(i)));
    }
    return new Schema(fields);
  }

  private TableDefinition definition(ObjectName name) {
    return state.require(name).definition();
  }

  private TableComments comments(ObjectName name) {
    return state.require(name).comments();
  }

  private Map<String, Object> tableRow(ObjectName name) {
    TableDefinition definition = definition(name);
    Map<String, Object> row = named("table_name", name);
    put(row, "comment", comments(name).text());
    row.put("internal", false);
    row.put("temporary", name.schema().isTemporary());
    row.put(
        "has_primary_key",
        definition.keys().stream().anyMatch(key -> key.kind() == KeyKind.PRIMARY));
    row.put("column_count", (long) columns.apply(name).size());
    row.put("index_count", (long) (definition.keys().size() + definition.indexes().size()));
    row.put("check_constraint_count", (long) definition.checks().size());
    row.put("sql", TableText.of(name, columns.apply(name), definition));
    return row;
  }

  private Map<String, Object> viewRow(ObjectName name) {
    SessionCatalogue.Entry entry = state.require(name).entry();
    Map<String, Object> row = named("view_name", name);
    put(row, "comment", comments(name).text());
    row.put("internal", false);
    row.put("temporary", name.schema().isTemporary());
    row.put("column_count", (long) columns.apply(name).size());
    if (entry.text() != null) {
      row.put("sql", TableText.of(name, entry.text()));
    }
    return row;
  }

  private static Map<String, Object> sequenceRow(SchemaName schema, Sequence sequence) {
    Map<String, Object> row = named("sequence_name", new ObjectName(schema, sequence.name()));
    Sequence.Definition definition = sequence.definition();
    row.put("temporary", schema.isTemporary());
    row.put("min_value", definition.min());
    row.put("max_value", definition.max());
    row.put("increment_by", definition.increment());
    row.put("cycle", definition.cycles());
    put(row, "last_value", sequence.last());
    return row;
  }

  private static Map<String, Object> masterRow(
      String type, ObjectName name, Map<String, Object> described) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("type", type);
    row.put("name", name.name());
    row.put("tbl_name", name.name());
    row.put("rootpage", 0L);
    put(row, "sql", described.get("sql"));
    return row;
  }

  private void addIndexMasters(ObjectName table, List<Map<String, Object>> rows) {
    List<Map<String, Object>> indexes = new ArrayList<>();
    addIndexes(table, indexes);
    for (Map<String, Object> index : indexes) {
      Map<String, Object> row = masterRow("index", table, index);
      row.put("name", index.get("index_name"));
      rows.add(row);
    }
  }

  private Map<String, Object> databaseRow(String database) {
    SessionFacts.Place place = data.facts().place(database);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("database_name", database);
    put(row, "path", place.path());
    boolean isSystem = database.equals(FunctionRows.SYSTEM_DATABASE);
    row.put("internal", isSystem || database.equals(SchemaName.TEMPORARY_DATABASE));
    row.put("type", "heddle");
    row.put("readonly", place.isReadOnly());
    return row;
  }

  private static Map<String, Object> settingRow(SessionFacts.Setting setting) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", setting.name());
    row.put("value", setting.value());
    row.put("description", setting.description());
    row.put("input_type", setting.type());
    row.put("scope", "LOCAL");
    return row;
  }

  private static Map<String, Object> schemaRow(SchemaName schema) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("database_name", schema.database());
    row.put("schema_name", schema.name());
    row.put("internal", schema.equals(SchemaName.mainOf(schema.database())));
    return row;
  }

  private static Map<String, Object> typeRow(SchemaName schema, NamedTypes.Entry entry) {
    Map<String, Object> row = named("type_name", new ObjectName(schema, entry.name()));
    row.put(
        "logical_type",
        entry.type() instanceof DataType.ListOf
            ? "LIST"
            : entry.type().sqlName().replaceFirst("\\(.*", ""));
    row.put("internal", false);
    return row;
  }

  private void addColumns(ObjectName table, List<Map<String, Object>> rows) {
    long index = 0;
    for (Field field : columns.apply(table).fields()) {
      Map<String, Object> row = named("table_name", table);
      row.put("column_name", field.name());
      row.put("column_index", ++index);
      row.putAll(TypeFacts.of(field.type()));
      put(row, "comment", comments(table).columns().get(field.name()));
      row.put("internal", false);
      TableDefinition definition = definition(table);
      put(row, "column_default", definition.valueText(field));
      row.put("is_nullable", field.nullable());
      row.put("data_type", field.type().sqlName());
      row.put("is_generated", definition.isGenerated(field));
      put(row, "generation_expression", definition.generatedText(field));
      rows.add(row);
    }
  }

  private void addConstraints(ObjectName table, List<Map<String, Object>> rows) {
    TableDefinition definition = definition(table);
    List<Map<String, Object>> made = new ArrayList<>();
    for (TableDefinition.Key key : definition.keys()) {
      Map<String, Object> row = named("table_name", table);
      row.put("constraint_type", key.kind() == KeyKind.PRIMARY ? "PRIMARY KEY" : "UNIQUE");
      row.put("constraint_text", key.text().replaceFirst(" \\(", "(")); // as DuckDB writes it
      row.put("constraint_name", key.name(table.name()));
      made.add(row);
    }
    for (TableDefinition.Check check : definition.checks()) {
      Map<String, Object> row = named("table_name", table);
      row.put("constraint_type", "CHECK");
      row.put("constraint_text", check.text());
      row.put("expression", check.condition());
      row.put("constraint_name", check.name(table.name()));
      made.add(row);
    }
    for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
      Map<String, Object> row = named("table_name", table);
      row.put("constraint_type", "FOREIGN KEY");
      row.put("constraint_text", reference(table.schema(), key));
      row.put("constraint_name", key.name(table.name()));
      row.put("referenced_table", key.table());
      made.add(row);
    }
    for (Field field : columns.apply(table).fields()) {
      if (!field.nullable()) {
        Map<String, Object> row = named("table_name", table);
        row.put("constraint_type", "NOT NULL");
        row.put("constraint_text", "NOT NULL");
        row.put("constraint_name", TableDefinition.notNull(table.name(), field.name()));
        made.add(row);
      }
    }
    for (int i = 0; i < made.size(); i++) {
      made.get(i).put("constraint_index", (long) i);
    }
    rows.addAll(made);
  }

  /** Returns the text of a foreign key, with the schema of the other table. */
  private static String reference(SchemaName schema, TableDefinition.ForeignKey key) {
    boolean isMain = schema.equals(SchemaName.mainOf(schema.database()));
    String of = isMain ? "" : SqlParser.name(schema.name()) + ".";
    return key.text().replaceFirst("(?<= REFERENCES )", Matcher.quoteReplacement(of));
  }

  private void addIndexes(ObjectName table, List<Map<String, Object>> rows) {
    for (TableDefinition.Index index : definition(table).indexes()) {
      Map<String, Object> row = named("index_name", table.withName(index.name()));
      row.put("table_name", table.name());
      row.put("is_unique", index.isUnique());
      row.put("is_primary", false);
      row.put("expressions", "[" + String.join(", ", index.columns()) + "]");
      row.put("sql", TableText.of(table, index));
      rows.add(row);
    }
  }
}
