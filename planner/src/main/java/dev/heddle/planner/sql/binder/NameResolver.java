package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.RowNumbers;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.NameIndex;
import dev.heddle.planner.sql.binder.scope.NamedValues;
import dev.heddle.planner.sql.binder.scope.SchemaNames;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds what names in the expressions of one clause mean: parameters of lambdas, columns and their
 * fields, aliases, and columns of the queries around.
 */
final class NameResolver {
  private final ExpressionBinder binder;
  private final BindContext context;
  private final Scope scope;
  private final ClauseContext clause;
  private final @Nullable OuterArguments outer;

  NameResolver(ExpressionBinder binder, ClauseContext clause) {
    this.binder = binder;
    this.context = binder.context();
    this.scope = binder.scope();
    this.clause = clause;
    this.outer = binder.outer();
  }

  /** Returns the column of a name; fails if there is none. */
  Expr column(Expression.ColumnReference reference) {
    List<Name> parts = reference.parts();
    Expr found = resolve(parts);
    if (found != null) {
      return found;
    }
    Name first = parts.getFirst();
    if (parts.size() == 1) {
      ScopeTable whole = scope.table(context, first);
      if (whole != null) {
        return row(whole, first);
      }
      Expr word = first.isQuoted() ? null : NamedValues.word(context, first.text());
      if (word != null) {
        return word;
      }
      throw context.error(first.span(), Scope.missing("column", first, columnNames()));
    }
    ScopeTable table = table(first);
    for (int size = 1; table == null && size <= 2 && size + 2 <= parts.size(); size++) {
      if (SchemaNames.find(context.catalogue(), parts.subList(0, size)) != null) {
        throw missingInSchema(parts, size);
      }
    }
    throw table == null
        ? context.error(first.span(), Scope.missing("table", first, tableNames()))
        : context.error(
            parts.get(1).span(), Scope.missing("column", parts.get(1), table.columns().names()));
  }

  /** Returns all columns of a table, as its user knows them, as a struct. */
  private Expr row(ScopeTable table, Name name) {
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < table.columns().names().size(); i++) {
      String column = table.columns().names().get(i);
      if (!column.equals(RowNumbers.COLUMN)) {
        arguments.add(LiteralBinder.text(column));
        arguments.add(table.value(i));
      }
    }
    return binder.call(ScalarFunction.STRUCT_OF, name.span(), arguments);
  }

  /** Returns the error about a name whose first parts are a schema. */
  private AnalysisException missingInSchema(List<Name> parts, int size) {
    ScopeTable table = qualified(parts.subList(0, size), parts.get(size));
    if (table == null && outer != null) {
      table = outer.outer().names().qualified(parts.subList(0, size), parts.get(size));
    }
    if (table == null) {
      Name name = parts.get(size);
      return context.error(name.span(), Scope.missing("table", name, tableNames()));
    }
    Name name = parts.get(size + 1);
    return context.error(name.span(), Scope.missing("column", name, table.columns().names()));
  }

  List<String> columnNames() {
    List<String> names = scope.columnNames();
    return names.isEmpty() && outer != null ? outer.outer().names().columnNames() : names;
  }

  List<String> tableNames() {
    List<String> names = new ArrayList<>(scope.tableNames());
    if (outer != null) {
      names.addAll(outer.outer().names().tableNames());
    }
    return names;
  }

  /** Returns the table of a name in this query or one around it; null if there is none. */
  @Nullable ScopeTable table(Name name) {
    ScopeTable own = scope.table(context, name);
    return own != null || outer == null ? own : outer.outer().names().table(name);
  }

  /** Returns what a name with its parts means; null if it means nothing. */
  @Nullable Expr resolve(List<Name> parts) {
    Expr parameter = binder.lambdas().parameter(parts.getFirst());
    if (parameter != null) {
      return fields(parameter, parts.subList(1, parts.size()));
    }
    Expr own = resolveHere(parts);
    if (own != null) {
      return own;
    }
    if (outer == null) {
      return null;
    }
    Expr outside = outer.outer().names().resolve(parts);
    return outside == null ? null : outer.inside(outside);
  }

  private @Nullable Expr resolveHere(List<Name> parts) {
    Name first = parts.getFirst();
    if (parts.size() > 1) {
      Expr qualified = qualified(parts);
      if (qualified != null) {
        return qualified;
      }
      ScopeTable table = scope.table(context, first);
      Expr column = table == null ? null : Scope.column(context, table, parts.get(1));
      if (column != null) {
        return fields(column, parts.subList(2, parts.size()));
      }
    }
    Expr column = binder.calls().isInAggregate() ? null : clause.preferred().find(first);
    if (column == null) {
      column = scope.column(context, first);
    }
    if (column == null) {
      column = clause.aliases().find(first);
    }
    if (column == null) {
      return null;
    }
    if (parts.size() > 1
        && !(binder.type(column) instanceof DataType.Struct)
        && table(first) != null) {
      return null; // a table without the column: the error names it
    }
    return fields(column, parts.subList(1, parts.size()));
  }

  /** Returns what {@code schema.table.column}, with fields behind it, means; null for nothing. */
  private @Nullable Expr qualified(List<Name> parts) {
    for (int size = 1; size <= 2 && size + 2 <= parts.size(); size++) {
      ScopeTable table = qualified(parts.subList(0, size), parts.get(size));
      Expr column = table == null ? null : Scope.column(context, table, parts.get(size + 1));
      if (column != null) {
        return fields(column, parts.subList(size + 2, parts.size()));
      }
    }
    return null;
  }

  private @Nullable ScopeTable qualified(List<Name> qualifiers, Name table) {
    SchemaName schema = SchemaNames.find(context.catalogue(), qualifiers);
    return schema == null ? null : scope.table(context, schema, table);
  }

  /** Returns the table of this query that all parts of a name mean; null if there is none. */
  @Nullable ScopeTable table(List<Name> parts) {
    return parts.size() == 1
        ? scope.table(context, parts.getFirst())
        : qualified(parts.subList(0, parts.size() - 1), parts.getLast());
  }

  private Expr fields(Expr value, List<Name> path) {
    Expr field = value;
    for (Name name : path) {
      field = field(field, name);
    }
    return field;
  }

  /** Returns a field of a struct, or a member of JSON; fails if a struct has none. */
  Expr field(Expr struct, Name name) {
    DataType type = binder.type(struct);
    if (type instanceof DataType.Json) {
      Expr path =
          LiteralBinder.text(
              "$.\"" + name.text().replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
      return binder.call(ScalarFunction.JSON_EXTRACT, name.span(), struct, path);
    }
    if (!(type instanceof DataType.Struct fields)) {
      throw context.error(
          name.span(),
          "there is no field \"" + name.text() + "\" in a value of type " + type.sqlName());
    }
    int at = new NameIndex(fields.names()).sole(context, "field", name);
    if (at < 0) {
      throw context.error(name.span(), Scope.missing("field", name, fields.names()));
    }
    return binder.call(
        ScalarFunction.FIELD, name.span(), struct, LiteralBinder.text(fields.names().get(at)));
  }
}
