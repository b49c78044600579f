package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.FixedLengths;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.AlterAction;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds out what a table is after an ALTER. Used for one statement. */
public final class AlterationReader {
  private final ChangedTable table;
  private final DefinitionReader definitions;
  private final StatementText text;

  /** Makes it for a table as it is. */
  public AlterationReader(ChangedTable table, DefinitionReader definitions, StatementText text) {
    this.table = table;
    this.definitions = definitions;
    this.text = text;
  }

  /**
   * Returns what the table is afterwards; null if it stays as it is.
   *
   * @throws AnalysisException if it cannot be altered so
   */
  public @Nullable Alteration of(AlterAction action) {
    return switch (action) {
      case AlterAction.Rename(Name to) ->
          new Alteration(
              to.text(),
              table.schema(),
              table.definition(),
              null,
              null,
              "renamed table " + table.name() + " to " + to.text());
      case AlterAction.RenameColumn(Name column, Name to) -> renamed(column, to);
      case AlterAction.AddColumn add -> added(add);
      case AlterAction.DropColumn drop -> dropped(drop);
      case AlterAction.ChangeType change -> retyped(change);
      case AlterAction.ChangeDefault(Name column, Expression value) -> defaulted(column, value);
      case AlterAction.ChangeNulls(Name column, boolean isNullable) -> nulls(column, isNullable);
      case AlterAction.AddConstraint(TableConstraint constraint) -> constrained(constraint);
    };
  }

  private AnalysisException error(String why) {
    return new AnalysisException("Cannot alter \"" + table.name() + "\": " + why);
  }

  private int position(Name column) {
    return table.position("alter", column);
  }

  private void requireGiven(Field field) {
    if (table.definition().generated().containsKey(field.name())) {
      throw error("column \"" + field.name() + "\" is generated");
    }
  }

  private boolean has(Name column) {
    return table.schema().names().stream().anyMatch(column::mayMean);
  }

  private Alteration made(
      Schema schema, TableDefinition definition, @Nullable String rows, String message) {
    return new Alteration(
        table.name(), schema, definition, rows, null, "altered " + table.name() + ": " + message);
  }

  /** Returns a query of the columns, one of which is another expression. */
  private String rows(int position, String value) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      String name = SqlParser.name(table.schema().field(i).name());
      columns.add(i == position ? value + " AS " + name : name);
    }
    return "SELECT " + String.join(", ", columns) + from();
  }

  private String from() {
    return from(table);
  }

  private static String from(ChangedTable table) {
    return " FROM " + SqlParser.name(ChangedTable.ROWS) + " AS " + table.row(null);
  }

  private Schema withField(int position, Field field) {
    List<Field> fields = new ArrayList<>(table.schema().fields());
    fields.set(position, field);
    return new Schema(fields);
  }

  // Columns

  private Alteration renamed(Name column, Name to) {
    int at = position(column);
    Field field = table.schema().field(at);
    String name = to.text();
    if (!field.name().equalsIgnoreCase(name)
        && table.schema().names().stream().anyMatch(name::equalsIgnoreCase)) {
      throw error("there is a column \"" + name + "\" already");
    }
    UnaryOperator<String> rename = each -> each.equals(field.name()) ? name : each;
    TableDefinition was = table.definition();
    Map<String, String> defaults = new LinkedHashMap<>();
    was.defaults().forEach((each, value) -> defaults.put(rename.apply(each), value));
    List<TableDefinition.Key> keys =
        was.keys().stream()
            .map(
                key ->
                    new TableDefinition.Key(
                        key.name(), key.kind(), key.columns().stream().map(rename).toList()))
            .toList();
    List<TableDefinition.Check> checks =
        was.checks().stream()
            .map(
                check ->
                    new TableDefinition.Check(
                        check.name(),
                        check.columns().contains(field.name())
                            ? StatementText.renamed(check.condition(), field.name(), name)
                            : check.condition(),
                        check.columns().stream().map(rename).toList()))
            .toList();
    List<TableDefinition.Index> indexes =
        was.indexes().stream()
            .map(
                index ->
                    new TableDefinition.Index(
                        index.name(),
                        index.isUnique(),
                        index.columns().stream().map(rename).toList()))
            .toList();
    List<String> columns = new ArrayList<>();
    for (Field each : table.schema().fields()) {
      columns.add(SqlParser.name(each.name()) + " AS " + SqlParser.name(rename.apply(each.name())));
    }
    return new Alteration(
        table.name(),
        withField(at, field.withName(name)),
        new TableDefinition(
            defaults,
            renamedGenerated(field.name(), name),
            keys,
            checks,
            indexes,
            was.foreignKeys()),
        "SELECT " + String.join(", ", columns) + from(),
        new Alteration.Renamed(field.name(), name),
        "altered " + table.name() + ": column " + field.name() + " is " + name);
  }

  private Map<String, String> renamedGenerated(String from, String to) {
    Map<String, String> generated = new LinkedHashMap<>();
    table
        .definition()
        .generated()
        .forEach(
            (column, text) ->
                generated.put(
                    column.equals(from) ? to : column, StatementText.renamed(text, from, to)));
    return generated;
  }

  /** Returns the field of a column that a statement defines. */
  private Field field(Statement.ColumnDefinition column, List<TableConstraint> constraints) {
    if (column.type() != null && FixedLengths.isIn(column.type())) {
      throw error(
          "column \""
              + column.name().text()
              + "\" would have lists of a fixed length, which CREATE TABLE alone declares; leave"
              + " the length out of the type");
    }
    Statement.CreateTable only =
        new Statement.CreateTable(
            new TableName(List.of(column.name())),
            false,
            false,
            List.of(column),
            constraints,
            column.name().span());
    return definitions.columns(only).field(0);
  }

  private @Nullable Alteration added(AlterAction.AddColumn add) {
    Statement.ColumnDefinition column = add.column();
    String name = column.name().text();
    if (table.schema().names().stream().anyMatch(name::equalsIgnoreCase)) {
      if (add.ifNotExists()) {
        return null;
      }
      throw error("there is a column \"" + name + "\" already");
    }
    requireNotForeign(add.constraints());
    if (column.generated() != null) {
      throw error("CREATE TABLE alone declares generated columns; make another table");
    }
    Field field = field(column, add.constraints());
    List<Field> fields = new ArrayList<>(table.schema().fields());
    fields.add(field);
    Schema schema = new Schema(fields);
    TableDefinition was = table.definition();
    Map<String, String> defaults = new LinkedHashMap<>(was.defaults());
    String otherwise = "NULL";
    if (column.otherwise() != null) {
      otherwise = definitions.defaultText(field, column.otherwise());
      defaults.put(field.name(), otherwise);
    }
    TableDefinition definition =
        definitions.with(was.withDefaults(defaults), add.constraints(), schema);
    String rows =
        "SELECT *, CAST(("
            + otherwise
            + ") AS "
            + field.type().sqlName()
            + ") AS "
            + SqlParser.name(name)
            + from();
    return made(schema, definition, rows, "added column " + name);
  }

  private List<String> checksOf(String column) {
    return table.definition().checks().stream()
        .filter(check -> check.columns().contains(column))
        .map(TableDefinition.Check::text)
        .toList();
  }

  /** Returns the columns that are generated of a column. */
  private List<String> generatedOf(String column) {
    Map<String, String> generated = table.definition().generated();
    return table.schema().names().stream()
        .filter(each -> generated.containsKey(each))
        .filter(each -> GeneratedColumns.reads(generated.get(each), column))
        .map(each -> "generated column " + each)
        .toList();
  }

  /** Returns the keys, conditions and indexes that need a column. */
  private List<String> needsOf(String column) {
    List<String> needs = new ArrayList<>();
    for (TableDefinition.Key key : table.definition().keys()) {
      if (key.columns().contains(column)) {
        needs.add(key.text());
      }
    }
    needs.addAll(checksOf(column));
    needs.addAll(generatedOf(column));
    for (TableDefinition.ForeignKey key : table.definition().foreignKeys()) {
      if (key.columns().contains(column)) {
        needs.add(key.text());
      }
    }
    for (TableDefinition.Index index : table.definition().indexes()) {
      if (index.columns().contains(column)) {
        needs.add("index " + index.name());
      }
    }
    return needs;
  }

  private void requireNone(String column, List<String> needs) {
    if (!needs.isEmpty()) {
      throw error("column \"" + column + "\" is needed by " + String.join(", ", needs));
    }
  }

  private @Nullable Alteration dropped(AlterAction.DropColumn drop) {
    if (drop.ifExists() && !has(drop.column())) {
      return null;
    }
    Field field = table.schema().field(position(drop.column()));
    if (table.schema().size() == 1) {
      throw error("it has no other column; drop the table");
    }
    requireNone(field.name(), needsOf(field.name()));
    List<Field> fields = new ArrayList<>(table.schema().fields());
    fields.remove(field);
    Schema schema = new Schema(fields);
    TableDefinition was = table.definition();
    Map<String, String> defaults = new LinkedHashMap<>(was.defaults());
    defaults.remove(field.name());
    Map<String, String> generated = new LinkedHashMap<>(was.generated());
    generated.remove(field.name());
    String columns = String.join(", ", schema.names().stream().map(SqlParser::name).toList());
    return made(
        schema,
        was.withDefaults(defaults).withGenerated(generated),
        "SELECT " + columns + from(),
        "dropped column " + field.name());
  }

  private Alteration retyped(AlterAction.ChangeType change) {
    int at = position(change.column());
    Field old = table.schema().field(at);
    requireNone(old.name(), checksOf(old.name()));
    requireNone(old.name(), generatedOf(old.name()));
    requireGiven(old);
    TypeName type = change.type();
    Field field =
        field(new Statement.ColumnDefinition(change.column(), type, true, null, null), List.of());
    String value =
        change.using() == null
            ? SqlParser.name(old.name())
            : "(" + text.numbered(change.using()) + ")";
    return made(
        withField(at, new Field(old.name(), field.type(), old.nullable())),
        table.definition(),
        rows(at, "CAST(" + value + " AS " + field.type().sqlName() + ")"),
        "column " + old.name() + " is " + field.type().sqlName());
  }

  private Alteration defaulted(Name column, @Nullable Expression value) {
    Field field = table.schema().field(position(column));
    requireGiven(field);
    TableDefinition was = table.definition();
    Map<String, String> defaults = new LinkedHashMap<>(was.defaults());
    defaults.remove(field.name());
    if (value != null) {
      defaults.put(field.name(), definitions.defaultText(field, value));
    }
    return made(
        table.schema(),
        was.withDefaults(defaults),
        null,
        "column " + field.name() + " has " + (value == null ? "no default" : "a default"));
  }

  private Alteration nulls(Name column, boolean isNullable) {
    int at = position(column);
    Field field = table.schema().field(at);
    boolean isPrimary =
        table.definition().keys().stream()
            .anyMatch(
                key ->
                    key.kind() == TableConstraint.KeyKind.PRIMARY
                        && key.columns().contains(field.name()));
    if (isNullable && isPrimary) {
      throw error("column \"" + field.name() + "\" is in the primary key");
    }
    return made(
        withField(at, new Field(field.name(), field.type(), isNullable)),
        table.definition(),
        "SELECT *" + from(),
        "column " + field.name() + (isNullable ? " may be null" : " is NOT NULL"));
  }

  private void requireNotForeign(List<TableConstraint> constraints) {
    if (constraints.stream().anyMatch(TableConstraint.Foreign.class::isInstance)) {
      throw error("CREATE TABLE alone declares foreign keys; make another table and copy the rows");
    }
  }

  private Alteration constrained(TableConstraint constraint) {
    requireNotForeign(List.of(constraint));
    TableDefinition definition =
        definitions.with(table.definition(), List.of(constraint), table.schema());
    List<Field> fields = new ArrayList<>();
    for (Field field : table.schema().fields()) {
      boolean isPrimary =
          constraint instanceof TableConstraint.Key key
              && key.kind() == TableConstraint.KeyKind.PRIMARY
              && key.columns().stream().anyMatch(name -> name.mayMean(field.name()));
      fields.add(new Field(field.name(), field.type(), field.nullable() && !isPrimary));
    }
    return made(new Schema(fields), definition, "SELECT *" + from(), "added a constraint");
  }

  // Indexes

  /** Returns what a table is with another index. */
  public static Alteration withIndex(ChangedTable table, Statement.CreateIndex s) {
    List<String> columns = DefinitionReader.columns(table.name(), s.columns(), table.schema());
    Name given = s.name();
    String name =
        given != null ? given.text() : table.name() + "_" + String.join("_", columns) + "_idx";
    List<TableDefinition.Index> indexes = new ArrayList<>(table.definition().indexes());
    indexes.add(new TableDefinition.Index(name, s.isUnique(), columns));
    return indexed(
        table,
        indexes,
        s.isUnique() ? "SELECT *" : null,
        "created index "
            + name
            + (s.isUnique() ? ", a key of " + table.name() : "; no query reads it"));
  }

  /** Returns what a table is without an index that it has. */
  public static Alteration withoutIndex(ChangedTable table, String name) {
    List<TableDefinition.Index> indexes = new ArrayList<>(table.definition().indexes());
    if (!indexes.removeIf(index -> index.name().equalsIgnoreCase(name))) {
      throw new HeddleException(
          ErrorCode.CONFLICT, "Cannot drop index \"" + name + "\": it has been dropped meanwhile");
    }
    return indexed(table, indexes, null, "dropped index " + name);
  }

  private static Alteration indexed(
      ChangedTable table,
      List<TableDefinition.Index> indexes,
      @Nullable String select,
      String message) {
    TableDefinition was = table.definition();
    return new Alteration(
        table.name(),
        table.schema(),
        was.withIndexes(indexes),
        select == null ? null : select + from(table),
        null,
        message);
  }
}
