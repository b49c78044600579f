package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.MacroExpansion;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.reader.FileReferences;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds what is in FROM. */
final class RelationBinder {
  private static final String TABLE_INFO = "pragma_table_info";

  private final BindContext context;
  private final QueryBinder queries;
  private final JoinBinder joins;
  private final TableFunctionBinder functions;

  /**
   * Makes a binder for one FROM clause.
   *
   * @param query the arguments of the query that has the clause; null in an outermost query
   */
  RelationBinder(BindContext context, QueryBinder queries, @Nullable OuterArguments query) {
    this.context = context;
    this.queries = queries;
    this.joins = new JoinBinder(context, queries, this, query);
    this.functions = new TableFunctionBinder(context, queries);
  }

  /**
   * Binds a relation.
   *
   * @param outer where columns of enclosing queries, and of preceding relations, become arguments;
   *     null if there are none
   */
  From bind(Relation relation, @Nullable OuterArguments outer) {
    return switch (relation) {
      case Relation.Table table -> table(table, outer);
      case Relation.File file -> file(file);
      case Relation.Derived derived -> derived(derived, outer);
      case Relation.Function function -> function(function, outer);
      case Relation.Join join -> joins.bind(join, outer);
      case Relation.Parenthesized inner -> parenthesized(inner, outer);
      case Relation.Sampled sampled -> sampled(sampled, outer);
      case Relation.Summary summary ->
          aliased(context, new SummaryBinder(context, queries).summary(summary, outer), null, null);
      case Relation.Description description ->
          aliased(
              context,
              new SummaryBinder(context, queries).description(description, outer),
              null,
              null);
      case Relation.NumberedColumns columns ->
          aliased(context, numberedColumns(columns.table()), null, null);
      case Relation.Pivot pivot -> new PivotBinder(context, queries, this, outer).bind(pivot);
      case Relation.Unpivot unpivot ->
          new UnpivotBinder(context, queries, this, outer).bind(unpivot);
    };
  }

  /** Returns rows under a name, as one table of all their columns. */
  static From aliased(
      BindContext context,
      LogicalPlan plan,
      @Nullable String name,
      Relation.@Nullable Alias alias) {
    List<Name> columns = alias == null ? List.of() : alias.columns();
    List<String> names = columnNames(context, plan, columns);
    String tableName = alias == null ? name : alias.name().text();
    LogicalPlan rows = plan instanceof LogicalPlan.Values v ? renamed(v, names) : plan;
    ScopeTable table = ScopeTable.of(tableName, names, rows.schema());
    return new From(rows, Scope.of(table, rows.schema()));
  }

  private static LogicalPlan renamed(LogicalPlan.Values values, List<String> names) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(values.schema().field(i).withName(names.get(i)));
    }
    return new LogicalPlan.Values(new Schema(fields), values.rows());
  }

  /** Returns the names of a plan's columns, of which the first ones may be given. */
  static List<String> columnNames(BindContext context, LogicalPlan plan, List<Name> given) {
    List<String> names = new ArrayList<>(UniqueNames.of(plan.schema().names()));
    if (given.size() > names.size()) {
      throw context.error(
          given.get(names.size()).span(),
          "there are "
              + given.size()
              + " names for "
              + names.size()
              + (names.size() == 1 ? " column" : " columns"));
    }
    for (int i = 0; i < given.size(); i++) {
      names.set(i, given.get(i).text());
    }
    return names;
  }

  private From table(Relation.Table table, @Nullable OuterArguments outer) {
    Name name = table.name().name();
    if (!table.name().qualifiers().isEmpty()) {
      SchemaName schema = SchemaNames.require(context, table.name().qualifiers());
      List<String> names = context.catalogue().names(schema);
      int at = new NameIndex(names).sole(context, "table", name);
      if (at < 0) {
        throw context.error(name.span(), NearestNames.missing("table", name.text(), names));
      }
      return inSchema(table, context.catalogue().plan(schema, names.get(at)), schema);
    }
    CommonTable common = queries.commonTable(name);
    if (common != null) {
      if (common.plan() == null) {
        throw context.error(
            name.span(),
            "\""
                + common.name()
                + "\" can read itself in the last part of a UNION only, as in SELECT 1 AS n UNION"
                + " ALL (SELECT n + 1 FROM "
                + common.name()
                + " WHERE n < 9)");
      }
      LogicalPlan rows = Correlation.moved(common.plan(), common.outer(), outer);
      return aliased(context, rows, name.text(), table.alias());
    }
    LogicalPlan known = catalogued(name);
    if (known != null) {
      return inSchema(table, known, home(name));
    }
    LogicalPlan system = system(name.text().toLowerCase(Locale.ROOT));
    if (system != null) {
      return aliased(context, system, name.text(), table.alias());
    }
    LogicalPlan file = path(name.text(), false, name.span());
    if (file == null) {
      throw context.error(name.span(), NearestNames.missing("table", name.text(), names()));
    }
    return aliased(context, file, name.text(), table.alias());
  }

  /** Returns what a function that tells of the catalogue has of users' own, or null. */
  private @Nullable LogicalPlan system(String name) {
    if (!context.catalogue().systemFunctions().contains(name)) {
      return null;
    }
    LogicalPlan rows = context.catalogue().systemRows(name);
    return rows.schema().indexOf("internal").isEmpty()
        ? rows
        : new LogicalPlan.Filter(
            rows, Expr.Call.of(ScalarFunction.NOT, new Expr.Column("internal")));
  }

  /** Returns rows under a table's name, which a schema may precede unless there is an alias. */
  private From inSchema(Relation.Table table, LogicalPlan plan, SchemaName schema) {
    From from = aliased(context, plan, table.name().text(), table.alias());
    if (table.alias() != null) {
      return from;
    }
    ScopeTable named = from.scope().tables().getFirst().inSchema(schema);
    return new From(from.plan(), Scope.of(named, from.plan().schema()));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(queries.commonTableNames());
    names.addAll(context.catalogue().names());
    return names;
  }

  private @Nullable LogicalPlan catalogued(Name name) {
    List<String> names = context.catalogue().names();
    int at = new NameIndex(names).sole(context, "table", name);
    return at < 0 ? null : context.catalogue().plan(names.get(at));
  }

  private SchemaName home(Name name) {
    List<String> names = context.catalogue().names();
    return context.catalogue().home(names.get(new NameIndex(names).sole(context, "table", name)));
  }

  /** Returns the rows of a path; null if the text is none. */
  private @Nullable LogicalPlan path(String text, boolean isText, Span span) {
    List<Source> sources;
    try {
      sources = isText ? FileReferences.sourcesOfPath(text) : FileReferences.sourcesOfName(text);
    } catch (IllegalArgumentException e) {
      throw context.error(span, String.valueOf(e.getMessage()));
    }
    return sources == null
        ? null
        : Source.firstFound(
            sources, source -> Plans.file(context.catalogue(), source, Optional.empty()));
  }

  private From file(Relation.File file) {
    Name name = new Name(file.path().value(), true, file.path().span());
    LogicalPlan known = catalogued(name);
    LogicalPlan plan = known != null ? known : path(name.text(), true, name.span());
    return aliased(
        context, java.util.Objects.requireNonNull(plan, "a text is a path"), null, file.alias());
  }

  /** Returns a row for each column of a table, which a text may name with its schema. */
  private LogicalPlan numberedColumns(Relation table) {
    Relation named = table;
    if (table instanceof Relation.File file) {
      TableName name = SqlParser.tableName(file.path().value(), file.span());
      boolean isInSchema =
          !name.qualifiers().isEmpty()
              && SchemaNames.find(context.catalogue(), name.qualifiers()) != null;
      if (isInSchema || name.name().isQuoted()) {
        named = new Relation.Table(name, null, file.span());
      }
    }
    return new SummaryBinder(context, queries).columns(bind(named, null).plan());
  }

  private From function(Relation.Function function, @Nullable OuterArguments outer) {
    Expression.Call call = function.call();
    if (call.name().getLast().mayMean(TABLE_INFO)
        && call.arguments().size() == 1
        && call.arguments().getFirst().value() instanceof Expression.TextLiteral text) {
      Relation table = new Relation.File(text, null, text.span());
      return aliased(context, numberedColumns(table), TABLE_INFO, function.alias());
    }
    Macro macro = tableMacro(call);
    if (macro == null || function.withOrdinality()) {
      return functions.bind(function, outer);
    }
    Query query = MacroExpansion.query(context, macro, call);
    Relation.Alias alias =
        function.alias() != null
            ? function.alias()
            : new Relation.Alias(call.name().getLast(), List.of());
    return derived(
        new Relation.Derived(query, function.isLateral(), alias, function.span()), outer);
  }

  private @Nullable Macro tableMacro(Expression.Call call) {
    Name name = call.name().getLast();
    if (call.name().size() == 1) {
      return context.catalogue().tableMacro(null, name.text());
    }
    List<Name> qualifiers = call.name().subList(0, call.name().size() - 1);
    SchemaName schema = SchemaNames.require(context, qualifiers);
    Macro macro = context.catalogue().tableMacro(schema, name.text());
    if (macro == null) {
      throw context.error(
          name.span(), "no table macro \"" + name.text() + "\" in schema " + schema.name());
    }
    return macro;
  }

  private From derived(Relation.Derived derived, @Nullable OuterArguments outer) {
    LogicalPlan plan = queries.bind(derived.query(), outer);
    if (derived.alias() != null
        && derived.alias().columns().isEmpty()
        && plan.schema().size() == 1
        && derived.query().body() instanceof Query.Values) {
      Relation.Alias alias =
          new Relation.Alias(derived.alias().name(), List.of(derived.alias().name()));
      return aliased(context, plan, null, alias);
    }
    return aliased(context, plan, null, derived.alias());
  }

  private From sampled(Relation.Sampled sampled, @Nullable OuterArguments outer) {
    From from = bind(sampled.input(), outer);
    long seed = sampled.seed() != null ? sampled.seed() : context.catalogue().randomSeed();
    return new From(new LogicalPlan.Sample(from.plan(), sampled.size(), seed), from.scope());
  }

  private From parenthesized(Relation.Parenthesized inner, @Nullable OuterArguments outer) {
    From from = bind(inner.relation(), outer);
    if (inner.alias() == null) {
      return from;
    }
    List<String> given = from.scope().star().stream().map(Scope.StarColumn::name).toList();
    List<Expr> values = from.scope().star().stream().map(Scope.StarColumn::value).toList();
    List<String> names = new ArrayList<>(UniqueNames.of(given));
    List<Name> columns = inner.alias().columns();
    if (columns.size() > names.size()) {
      throw context.error(
          columns.get(names.size()).span(),
          "there are " + columns.size() + " names for " + names.size() + " columns");
    }
    for (int i = 0; i < columns.size(); i++) {
      names.set(i, columns.get(i).text());
    }
    Schema row = from.plan().schema();
    ScopeTable table =
        new ScopeTable(inner.alias().name().text(), new NameIndex(names), values, Set.of(), row);
    return new From(from.plan(), Scope.of(table, row));
  }
}
