package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.FixedLengths;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and checks what a statement says of a table's defaults, keys and conditions. */
public final class DefinitionReader {
  private static final Schema NOTHING = new Schema(List.of());

  private final Texts texts;
  private final String script;
  private final NamedTypes types;
  private final String table;

  /** Finds out what texts of a table mean, as names in its schema are. */
  public interface Texts {
    /** Returns an expression over columns. */
    Expr expression(String text, Schema columns);

    /** Returns a query over plans by name. */
    LogicalPlan query(String text, Map<String, LogicalPlan> frames);

    /** Returns a table of its schema. */
    ChangedTable table(TableName name);
  }

  /**
   * Makes it for a statement.
   *
   * @param texts binds expressions and queries
   * @param types those that have names
   * @param table the table's name, for messages
   */
  public DefinitionReader(Texts texts, String script, NamedTypes types, String table) {
    this.texts = texts;
    this.script = script;
    this.types = types;
    this.table = table;
  }

  /** Returns the columns that a statement defines. */
  public Schema columns(Statement.CreateTable s) {
    return GeneratedColumns.checked(
        texts, table, Binder.columns(script, s, types), generated(s.columns()));
  }

  private Map<String, String> generated(List<Statement.ColumnDefinition> columns) {
    Map<String, String> generated = new LinkedHashMap<>();
    for (Statement.ColumnDefinition column : columns) {
      if (column.generated() != null) {
        generated.put(column.name().text(), text(column.generated()));
      }
    }
    return generated;
  }

  /** Returns what a new table is besides its columns. */
  public TableDefinition of(Statement.CreateTable s, Schema schema) {
    Map<String, String> defaults = new LinkedHashMap<>();
    for (int i = 0; i < schema.size(); i++) {
      Expression otherwise = s.columns().get(i).otherwise();
      if (otherwise != null) {
        defaults.put(schema.field(i).name(), defaultText(schema.field(i), otherwise));
      }
    }
    return with(
        new TableDefinition(
            defaults, generated(s.columns()), List.of(), lengths(s, schema), List.of(), List.of()),
        s.constraints(),
        schema);
  }

  /** Returns the checks of columns whose lists have a fixed length. */
  private static List<TableDefinition.Check> lengths(Statement.CreateTable s, Schema schema) {
    List<TableDefinition.Check> checks = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      String column = schema.field(i).name();
      TypeName type = s.columns().get(i).type();
      String condition = type == null ? null : FixedLengths.condition(SqlParser.name(column), type);
      if (condition != null) {
        checks.add(new TableDefinition.Check(null, condition, List.of(column)));
      }
    }
    return checks;
  }

  /** Returns a definition with further constraints. */
  TableDefinition with(
      TableDefinition definition, List<TableConstraint> constraints, Schema schema) {
    List<TableDefinition.Key> keys = new ArrayList<>(definition.keys());
    List<TableDefinition.Check> checks = new ArrayList<>(definition.checks());
    for (TableConstraint constraint : constraints) {
      switch (constraint) {
        case TableConstraint.Key key -> keys.add(key(key, schema));
        case TableConstraint.Check check -> checks.add(check(check, schema));
        case TableConstraint.Foreign _ -> {
          // Behind all keys, of which it may need one.
        }
      }
    }
    if (keys.stream().filter(key -> key.kind() == KeyKind.PRIMARY).count() > 1) {
      throw new AnalysisException(
          "Cannot make table \"" + table + "\": it has two primary keys; make one of them UNIQUE");
    }
    List<TableDefinition.ForeignKey> foreign = new ArrayList<>(definition.foreignKeys());
    TableDefinition made =
        new TableDefinition(
            definition.defaults(),
            definition.generated(),
            keys,
            checks,
            definition.indexes(),
            definition.foreignKeys());
    for (TableConstraint constraint : constraints) {
      if (constraint instanceof TableConstraint.Foreign key) {
        foreign.add(foreign(key, new ChangedTable(table, schema, made)));
      }
    }
    return new TableDefinition(
        made.defaults(), made.generated(), made.keys(), made.checks(), made.indexes(), foreign);
  }

  private String text(Expression expression) {
    return script.substring(expression.span().start(), expression.span().end());
  }

  private static @Nullable String text(@Nullable Name name) {
    return name == null ? null : name.text();
  }

  /** Returns the text of a default, which must be of a column's type. */
  String defaultText(Field field, Expression otherwise) {
    String text = text(otherwise);
    Expr unused = defaultValue(texts, text, field);
    return text;
  }

  /**
   * Returns the value of a default's text.
   *
   * @throws AnalysisException if it is not of the column's type
   */
  public static Expr defaultValue(Texts texts, String text, Field field) {
    Expr value = new Expr.Cast(texts.expression(text, NOTHING), field.type(), CastMode.STRICT);
    try {
      new ExprTyper(NOTHING, "Cannot use " + text + " as default of " + field.name()).type(value);
    } catch (AnalysisException e) {
      throw new AnalysisException(
          e.code(),
          "Cannot use "
              + text
              + " as default of \""
              + field.name()
              + "\": it is no "
              + field.type().sqlName(),
          e);
    }
    return value;
  }

  private TableDefinition.Key key(TableConstraint.Key key, Schema schema) {
    return new TableDefinition.Key(
        text(key.name()), key.kind(), columns(table, key.columns(), schema));
  }

  /** Returns the exact names of the columns of a key. */
  static List<String> columns(String table, List<Name> names, Schema schema) {
    List<String> columns = new ArrayList<>();
    for (Name name : names) {
      int at = ChangedTable.position(table, schema, "make table", name);
      String column = schema.field(at).name();
      if (columns.contains(column)) {
        throw new AnalysisException(
            "Cannot make table \"" + table + "\": column \"" + column + "\" is twice in a key");
      }
      columns.add(column);
    }
    return columns;
  }

  private TableDefinition.ForeignKey foreign(TableConstraint.Foreign key, ChangedTable own) {
    boolean isOwn =
        key.table().qualifiers().isEmpty() && key.table().text().equalsIgnoreCase(own.name());
    ChangedTable other = isOwn ? own : texts.table(key.table());
    List<String> columns = columns(table, key.columns(), own.schema());
    List<String> referenced =
        key.referenced().isEmpty()
            ? primary(other)
            : columns(other.name(), key.referenced(), other.schema());
    TableDefinition.ForeignKey made =
        new TableDefinition.ForeignKey(text(key.name()), columns, other.name(), referenced);
    String what = "Cannot make table \"" + table + "\" with " + made.text() + ": ";
    if (columns.size() != referenced.size()) {
      throw new AnalysisException(what + "both have another number of columns");
    }
    if (other.definition().enforced().stream().noneMatch(k -> k.columns().equals(referenced))) {
      throw new AnalysisException(
          what + "these columns are no PRIMARY KEY or UNIQUE of \"" + other.name() + "\"");
    }
    for (int i = 0; i < columns.size(); i++) {
      DataType mine = type(own, columns.get(i));
      DataType its = type(other, referenced.get(i));
      if (!mine.equals(its)) {
        throw new AnalysisException(
            what
                + "column \""
                + columns.get(i)
                + "\" is "
                + mine.sqlName()
                + ", and \""
                + referenced.get(i)
                + "\" "
                + its.sqlName());
      }
    }
    return made;
  }

  private static DataType type(ChangedTable of, String column) {
    return of.schema().field(of.schema().indexOf(column).orElseThrow()).type();
  }

  private List<String> primary(ChangedTable other) {
    return other.definition().keys().stream()
        .filter(key -> key.kind() == KeyKind.PRIMARY)
        .map(TableDefinition.Key::columns)
        .findFirst()
        .orElseThrow(
            () ->
                new AnalysisException(
                    "Cannot make table \""
                        + table
                        + "\": \""
                        + other.name()
                        + "\" has no primary key; name the columns of one that is UNIQUE"));
  }

  private TableDefinition.Check check(TableConstraint.Check check, Schema schema) {
    String condition = text(check.condition());
    String what = "Cannot use CHECK (" + condition + ") in \"" + table + "\"";
    if (SyntaxTree.any(check.condition(), Query.class::isInstance)) {
      throw new AnalysisException(what + ": a query cannot be in it");
    }
    Expr bound = texts.expression(condition, schema);
    if (!new ExprTyper(schema, what).type(bound).type().equals(DataType.BOOL)) {
      throw new AnalysisException(what + ": it is no BOOLEAN");
    }
    TableDefinition.Check made =
        new TableDefinition.Check(
            text(check.name()),
            condition,
            schema.names().stream().filter(column -> reads(check.condition(), column)).toList());
    LogicalPlan unused =
        texts.query(
            ConstraintQueries.failed(table, made),
            Map.of(ConstraintQueries.ROWS, new LogicalPlan.Values(schema, List.of())));
    return made;
  }

  static boolean reads(Expression condition, String column) {
    return SyntaxTree.any(
        condition,
        node ->
            node instanceof Expression.ColumnReference reference
                && reference.parts().getFirst().mayMean(column));
  }

  /** Returns the same columns, which take nulls: no constraint says otherwise. */
  public static Schema withNulls(Schema schema) {
    return new Schema(
        schema.fields().stream().map(field -> Field.of(field.name(), field.type())).toList());
  }
}
