package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The columns of a table that are made of others of their row. Their values are stored, and made
 * anew whenever a row is added or changed. Immutable.
 */
public final class GeneratedColumns {
  private final DefinitionReader.Texts binder;
  private final String table;
  private final Schema schema;
  private final Map<String, String> texts; // by column
  private final List<String> order; // each behind those that it reads

  /**
   * Makes those of a table.
   *
   * @param binder binds texts as names in the table's schema are
   * @throws AnalysisException if some are made of each other
   */
  public GeneratedColumns(DefinitionReader.Texts binder, ChangedTable table) {
    this(binder, table.name(), table.schema(), table.definition().generated());
  }

  private GeneratedColumns(
      DefinitionReader.Texts binder, String table, Schema schema, Map<String, String> texts) {
    this.binder = binder;
    this.table = table;
    this.schema = schema;
    this.texts = texts;
    Set<String> found = new LinkedHashSet<>();
    for (String column : schema.names()) {
      order(column, new LinkedHashSet<>(), found);
    }
    this.order = List.copyOf(found);
  }

  private void order(String column, Set<String> above, Set<String> found) {
    String text = texts.get(column);
    if (text == null || found.contains(column)) {
      return;
    }
    if (!above.add(column)) {
      throw new AnalysisException(
          "Cannot make table \""
              + table
              + "\": column \""
              + column
              + "\" is generated of itself, by "
              + String.join(", ", above));
    }
    for (String read : schema.names()) {
      if (reads(text, read)) {
        order(read, above, found);
      }
    }
    above.remove(column);
    found.add(column);
  }

  /** Returns whether the text of an expression reads a column. */
  static boolean reads(String text, String column) {
    return DefinitionReader.reads(SqlParser.expression(text), column);
  }

  /**
   * Checks the columns of a new table, and finds out the types that are not stated.
   *
   * @param schema with the type of nulls for these
   * @throws AnalysisException if one cannot be generated
   */
  static Schema checked(
      DefinitionReader.Texts binder, String table, Schema schema, Map<String, String> texts) {
    if (!texts.isEmpty() && texts.size() == schema.size()) {
      throw new AnalysisException(
          "Cannot make table \""
              + table
              + "\": all its columns are generated; it needs one that has values of its own");
    }
    GeneratedColumns all = new GeneratedColumns(binder, table, schema, texts);
    Schema known = schema;
    for (String column : all.order) {
      int at = known.indexOf(column).orElseThrow();
      Field field = known.field(at);
      Expr value = all.value(column, known);
      DataType type = all.typed(column, value, known);
      List<Field> fields = new ArrayList<>(known.fields());
      fields.set(at, new Field(column, type, field.nullable()));
      known = new Schema(fields);
    }
    return known;
  }

  /** Returns the type of a column, which is that of its values if none is stated. */
  private DataType typed(String column, Expr value, Schema columns) {
    DataType stated = columns.field(columns.indexOf(column).orElseThrow()).type();
    boolean isStated = !stated.equals(DataType.NULL);
    ExprTyper typer = new ExprTyper(columns, what(column));
    DataType type =
        typer.type(isStated ? new Expr.Cast(value, stated, CastMode.STRICT) : value).type();
    return type.equals(DataType.NULL) ? DataType.INT32 : type;
  }

  private String what(String column) {
    return "Cannot generate column \"" + column + "\" as " + texts.get(column);
  }

  private Expr value(String column, Schema columns) {
    String text = texts.get(column);
    Expression syntax = SqlParser.expression(text);
    if (SyntaxTree.any(syntax, Query.class::isInstance)) {
      throw new AnalysisException(what(column) + ": a query cannot be in it");
    }
    Expr value = binder.expression(text, columns);
    if (ExprParts.any(value, part -> part instanceof Expr.Aggregate || part instanceof Expr.Over)) {
      throw new AnalysisException(
          what(column) + ": it is made of one row, without aggregates and window functions");
    }
    if (ExprParts.isVolatile(value) || ExprParts.any(value, GeneratedColumns::isOfQuery)) {
      throw new AnalysisException(
          what(column) + ": it would be another value each time; use DEFAULT");
    }
    return value;
  }

  private static boolean isOfQuery(Expr part) {
    return part instanceof Expr.Call call && call.function().stability() == Stability.STABLE;
  }

  /** Returns rows, in columns that have the names of the table's, with the generated ones anew. */
  public LogicalPlan computed(LogicalPlan rows) {
    LogicalPlan plan = rows;
    for (String column : order) {
      Schema now = plan.schema();
      int at = now.indexOf(column).orElseThrow();
      Field field = schema.field(schema.indexOf(column).orElseThrow());
      List<NamedExpr> columns = new ArrayList<>();
      List<Field> fields = new ArrayList<>(now.fields());
      for (int i = 0; i < now.size(); i++) {
        String name = now.field(i).name();
        columns.add(new NamedExpr(name, new Expr.BoundColumn(i, name)));
      }
      Expr value = new Expr.Cast(value(column, now), field.type(), CastMode.STRICT);
      DataType unused = new ExprTyper(now, what(column)).type(value).type();
      columns.set(at, new NamedExpr(column, value));
      fields.set(at, Field.of(column, field.type()));
      plan = new LogicalPlan.Project(plan, columns, new Schema(fields));
    }
    return plan;
  }

  /** Returns rows in the columns that statements give as rows of the table. */
  public LogicalPlan completed(LogicalPlan given) {
    if (order.isEmpty()) {
      return given;
    }
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    int next = 0;
    for (Field field : schema.fields()) {
      Expr value =
          texts.containsKey(field.name())
              ? new Expr.Literal(null, field.type())
              : new Expr.BoundColumn(next++, field.name());
      columns.add(new NamedExpr(field.name(), value));
      fields.add(Field.of(field.name(), field.type()));
    }
    return computed(new LogicalPlan.Project(given, columns, new Schema(fields)));
  }

  /** Returns the columns of a table that statements give values for. */
  public static Schema given(Schema schema, TableDefinition definition) {
    return definition.generated().isEmpty()
        ? schema
        : new Schema(
            schema.fields().stream()
                .filter(field -> !definition.generated().containsKey(field.name()))
                .toList());
  }

  /**
   * Fails if a column is generated.
   *
   * @param verb what is done with the table, for the message
   */
  public static void requireGiven(
      String verb, String table, String column, TableDefinition definition) {
    String text = definition.generated().get(column);
    if (text != null) {
      throw new AnalysisException(
          "Cannot "
              + verb
              + " \""
              + table
              + "\": column \""
              + column
              + "\" is always generated as "
              + text
              + "; leave it out");
    }
  }
}
