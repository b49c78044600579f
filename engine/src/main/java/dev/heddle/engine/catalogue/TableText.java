package dev.heddle.engine.catalogue;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.kernel.cast.TypeSpelling;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL text that makes a table or view as it is. Stateless. */
public final class TableText {
  private TableText() {}

  /** Returns a name as SQL, with its schema unless that is {@code main}. */
  private static String sql(ObjectName name) {
    String schema = name.schema().name();
    return (schema.equals(SchemaName.MAIN) ? "" : SqlParser.name(schema) + ".")
        + SqlParser.name(name.name());
  }

  /** Returns {@code CREATE TABLE name(columns and constraints);}. */
  public static String of(ObjectName name, Schema schema, TableDefinition definition) {
    List<String> parts = new ArrayList<>();
    for (Field field : schema.fields()) {
      parts.add(column(field, definition));
    }
    for (TableDefinition.Key key : definition.keys()) {
      if (key.columns().size() > 1 || key.name() != null) {
        parts.add(named(key.name(), key.text().replaceFirst(" \\(", "("))); // as DuckDB writes it
      }
    }
    for (TableDefinition.Check check : definition.checks()) {
      parts.add(named(check.name(), check.text()));
    }
    for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
      parts.add(named(key.name(), key.text()));
    }
    return "CREATE TABLE " + sql(name) + "(" + String.join(", ", parts) + ");";
  }

  private static String named(@Nullable String name, String constraint) {
    return name == null ? constraint : "CONSTRAINT " + SqlParser.name(name) + " " + constraint;
  }

  private static String column(Field field, TableDefinition definition) {
    StringBuilder text = new StringBuilder(SqlParser.name(field.name()));
    text.append(' ').append(TypeSpelling.of(field.type(), SqlParser::name));
    String otherwise = definition.defaults().get(field.name());
    if (otherwise != null) {
      text.append(" DEFAULT(").append(otherwise).append(')');
    }
    String generated = definition.generated().get(field.name());
    if (generated != null) {
      text.append(" GENERATED ALWAYS AS(").append(generated).append(')');
    }
    boolean isPrimary =
        definition.keys().stream()
            .anyMatch(key -> key.kind() == KeyKind.PRIMARY && key.columns().contains(field.name()));
    if (!field.nullable() && !isPrimary) {
      text.append(" NOT NULL");
    }
    for (TableDefinition.Key key : definition.keys()) {
      if (key.name() == null && key.columns().equals(List.of(field.name()))) {
        text.append(key.kind() == KeyKind.PRIMARY ? " PRIMARY KEY" : " UNIQUE");
      }
    }
    return text.toString();
  }

  /** Returns {@code CREATE VIEW name(columns) AS query;}. */
  public static String of(ObjectName name, ViewText view) {
    String columns =
        view.columns().isEmpty()
            ? ""
            : view.columns().stream()
                .map(SqlParser::name)
                .collect(Collectors.joining(", ", " (", ")"));
    return "CREATE VIEW " + sql(name) + columns + " AS " + view.text() + ";";
  }

  /** Returns {@code CREATE [UNIQUE] INDEX name ON table(columns);}. */
  static String of(ObjectName table, TableDefinition.Index index) {
    return "CREATE "
        + (index.isUnique() ? "UNIQUE " : "")
        + "INDEX "
        + SqlParser.name(index.name())
        + " ON "
        + sql(table)
        + index.columns().stream()
            .map(SqlParser::name)
            .collect(Collectors.joining(", ", "(", ");"));
  }
}
