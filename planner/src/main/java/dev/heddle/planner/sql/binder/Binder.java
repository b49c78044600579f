package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.planner.sql.CopyTargets;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.binder.scope.ParameterInference;
import dev.heddle.planner.sql.binder.scope.ParameterTypes;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.binder.scope.TypeBinder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.reader.FileReferences;
import dev.heddle.planner.sql.reader.OptionTypes;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Binds queries of SQL. Stateless; a catalogue must not change while it is used. */
public final class Binder {
  /** The catalogue of what names no table. */
  private static final BinderCatalogue NOTHING = BinderCatalogue.of(Map.of());

  private Binder() {}

  /**
   * Returns the plan of a query.
   *
   * @param script the text that the query's spans are parts of
   * @throws dev.heddle.frame.error.AnalysisException with line and column if the query is wrong
   */
  public static LogicalPlan bind(String script, Query query, BinderCatalogue catalogue) {
    BindContext context = new BindContext(script, catalogue);
    return new QueryBinder(context).bind(query, null);
  }

  /**
   * Returns the Parquet files that the first statement of a script seems to read, in its order. A
   * guess: the names of views are not known here, and what is wrong is left out.
   */
  public static List<String> parquetPaths(String script) {
    List<String> paths = new ArrayList<>();
    try {
      OptionTypes types = new TypeBinder(new BindContext(script, NOTHING)).optionTypes();
      for (Relation relation : SqlParser.sources(script)) {
        addParquetPaths(relation, script, types, paths);
      }
    } catch (HeddleException e) {
      // What runs the statement reports what is wrong.
    }
    return paths;
  }

  private static void addParquetPaths(
      Relation relation, String script, OptionTypes types, List<String> paths) {
    try {
      Source source =
          switch (relation) {
            case Relation.File file -> FileReferences.sourcesOfPath(file.path().value()).getFirst();
            case Relation.Function function
                when FileReferences.isReader(function.call().name().getLast().text()) ->
                FileReferences.reading(function.call(), script, types).source();
            default -> null;
          };
      if (source instanceof Source.Parquet parquet) {
        paths.addAll(parquet.paths());
      }
    } catch (IllegalArgumentException | HeddleException e) {
      // What runs the statement reports what is wrong.
    }
  }

  /**
   * Returns an expression over columns; aggregates and windows stay in it.
   *
   * @throws dev.heddle.frame.error.AnalysisException with line and column if the text is wrong
   */
  public static Expr expression(String text, Schema columns, BinderCatalogue catalogue) {
    BindContext context = new BindContext(text, catalogue);
    Scope scope = Scope.of(ScopeTable.of(null, columns.names(), columns), columns);
    return new ExpressionBinder(
            context, new QueryBinder(context), scope, ClauseContext.of(Clause.SELECT), null)
        .bind(SqlParser.expression(text));
  }

  /**
   * Returns the plan of a query with parameters, which are typed by their context.
   *
   * @param wanted types that the query's columns are converted to, for parameters that are columns;
   *     empty if not specified
   * @throws dev.heddle.frame.error.AnalysisException with line and column if the query is wrong, or
   *     nothing in it determines the type of a parameter
   */
  public static PreparedSql prepare(
      String script, Query query, BinderCatalogue catalogue, List<DataType> wanted) {
    ParameterTypes types = ParameterTypes.taken();
    while (true) {
      BindContext context = new BindContext(script, catalogue, types);
      LogicalPlan plan = new QueryBinder(context).bind(query, null);
      if (types.isComplete()) {
        return new PreparedSql(plan, types.types());
      }
      ParameterInference.infer(plan, wanted, types);
      if (!types.learn()) {
        throw types.untyped(context);
      }
    }
  }

  /**
   * Returns a type; the length of a text is left out.
   *
   * @param named types that have names
   * @throws dev.heddle.frame.error.AnalysisException with line and column if it is wrong
   */
  public static DataType type(String script, TypeName type, NamedTypes named) {
    return new TypeBinder(new BindContext(script, NOTHING), named).column(type);
  }

  /**
   * Returns the columns of a table that is created; lengths of texts are left out. Those without a
   * type have that of nulls.
   *
   * @param named types that have names
   * @throws dev.heddle.frame.error.AnalysisException with line and column if a type is wrong
   */
  public static Schema columns(String script, Statement.CreateTable table, NamedTypes named) {
    TypeBinder types = new TypeBinder(new BindContext(script, NOTHING), named);
    List<Field> fields = new ArrayList<>();
    for (Statement.ColumnDefinition column : table.columns()) {
      boolean isNullable = column.isNullable() && !isPrimary(column.name(), table.constraints());
      TypeName type = column.type();
      fields.add(
          new Field(
              column.name().text(), type == null ? DataType.NULL : types.column(type), isNullable));
    }
    return new Schema(fields);
  }

  private static boolean isPrimary(Name column, List<TableConstraint> constraints) {
    return constraints.stream()
        .anyMatch(
            each ->
                each instanceof TableConstraint.Key key
                    && key.kind() == TableConstraint.KeyKind.PRIMARY
                    && key.columns().stream().anyMatch(name -> name.mayMean(column.text())));
  }

  /**
   * Returns the schema of a name such as {@code main} or {@code heddle.main}.
   *
   * @param names at least one
   * @throws dev.heddle.frame.error.AnalysisException with line and column if there is no such
   *     schema
   */
  public static SchemaName schema(String script, List<Name> names, BinderCatalogue catalogue) {
    return SchemaNames.require(new BindContext(script, catalogue), names);
  }

  /**
   * Returns where COPY writes to.
   *
   * @throws dev.heddle.frame.error.AnalysisException with line and column if an option is wrong
   */
  public static WriteTarget target(String script, Statement.Copy copy) {
    BindContext context = new BindContext(script, NOTHING);
    Map<String, List<String>> options = new LinkedHashMap<>();
    for (Statement.CopyOption option : copy.options()) {
      String key = option.key().text().toUpperCase(Locale.ROOT);
      List<String> values = option.values() == null ? List.of("true") : option.values();
      if (options.put(key, values) != null) {
        throw context.error(option.key().span(), "option " + key + " is given twice");
      }
    }
    try {
      return CopyTargets.of(copy.path().value(), options);
    } catch (IllegalArgumentException e) {
      throw context.error(copy.path().span(), String.valueOf(e.getMessage()));
    }
  }
}
