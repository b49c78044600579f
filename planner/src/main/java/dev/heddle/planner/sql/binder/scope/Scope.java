package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What names mean in one FROM clause: its tables, the columns that USING and NATURAL have merged,
 * and the columns that a star gives. All values are expressions over one row. Immutable.
 *
 * @param row the columns of the row
 * @param tables the tables in order
 * @param merged merged columns; a name without a table means these first
 * @param star what {@code *} gives, in order
 */
public record Scope(
    Schema row, List<ScopeTable> tables, List<StarColumn> merged, List<StarColumn> star) {
  /** A column by its name. */
  public record StarColumn(String name, Expr value) {}

  /** Copies the lists. */
  public Scope {
    tables = List.copyOf(tables);
    merged = List.copyOf(merged);
    star = List.copyOf(star);
  }

  /** Returns the scope of a query without FROM. */
  public static Scope empty(Schema row) {
    return new Scope(row, List.of(), List.of(), List.of());
  }

  /** Returns the scope of one table that has all columns of a row. */
  public static Scope of(ScopeTable table, Schema row) {
    List<StarColumn> star = new ArrayList<>();
    for (int i = 0; i < table.columns().names().size(); i++) {
      star.add(new StarColumn(table.columns().names().get(i), table.value(i)));
    }
    return new Scope(row, List.of(table), List.of(), star);
  }

  /** Returns what a name without a table means; null if it is none of this scope. */
  public @Nullable Expr column(BindContext context, Name name) {
    List<StarColumn> found = columns(name, true);
    if (found.isEmpty()) {
      tables.forEach(table -> requireReadable(table, name.text()));
      found = columns(name, false);
    }
    if (found.isEmpty()) {
      found = elements(name);
    }
    if (found.size() > 1) {
      throw ambiguous(context, name, found.get(0).name(), found.get(1).name());
    }
    if (found.isEmpty()) {
      return null;
    }
    StarColumn sole = found.getFirst();
    for (ScopeTable table : tables) {
      if (table.columns().has(sole.name())) {
        requireReadable(table, sole.name());
      }
    }
    return sole.value();
  }

  /** Returns whether a name without a table may mean several columns. */
  public boolean isAmbiguous(Name name) {
    List<StarColumn> found = columns(name, true);
    if (found.isEmpty()) {
      found = columns(name, false);
    }
    return (found.isEmpty() ? elements(name) : found).size() > 1;
  }

  private static AnalysisException ambiguous(
      BindContext context, Name name, String first, String second) {
    return first.equals(second)
        ? context.error(
            name.span(),
            "column name \"" + name.text() + "\" is ambiguous; write it with the name of its table")
        : NameIndex.ambiguousCase(context, "column", name, first, second);
  }

  private List<StarColumn> columns(Name name, boolean isExact) {
    for (StarColumn column : merged) {
      if (isExact ? column.name().equals(name.text()) : name.mayMean(column.name())) {
        return List.of(column);
      }
    }
    List<StarColumn> found = new ArrayList<>(1);
    for (ScopeTable table : tables) {
      List<Integer> positions =
          isExact ? table.columns().exact(name) : table.columns().ignoringCase(name);
      for (int position : positions) {
        if (!table.isMerged(position)) {
          found.add(new StarColumn(table.columns().names().get(position), table.value(position)));
        }
      }
    }
    return found;
  }

  private List<StarColumn> elements(Name name) {
    List<StarColumn> found = new ArrayList<>(0);
    for (ScopeTable table : tables) {
      Expr element = table.element(name);
      if (element != null) {
        found.add(new StarColumn(name.text(), element));
      }
    }
    return found;
  }

  private static void requireReadable(ScopeTable table, String name) {
    table
        .whyUnreadable(name)
        .ifPresent(
            why -> {
              throw new AnalysisException(
                  ErrorCode.UNSUPPORTED, "Cannot read column \"" + name + "\", " + why, null);
            });
  }

  /** Returns the table of a name; null if there is none. */
  public @Nullable ScopeTable table(BindContext context, Name name) {
    return sole(context, name, tables.stream().filter(t -> t.name() != null).toList());
  }

  /** Returns the table of a name that is written with its schema; null if there is none. */
  public @Nullable ScopeTable table(BindContext context, SchemaName schema, Name name) {
    return sole(
        context, name, tables.stream().filter(t -> t.name() != null && t.isIn(schema)).toList());
  }

  private static @Nullable ScopeTable sole(BindContext context, Name name, List<ScopeTable> named) {
    List<String> names = named.stream().map(t -> String.valueOf(t.name())).toList();
    int at = new NameIndex(names).sole(context, "table", name);
    return at < 0 ? null : named.get(at);
  }

  /** Returns a table's column; null if it has none of the name. */
  public static @Nullable Expr column(BindContext context, ScopeTable table, Name name) {
    int at = table.columns().sole(context, "column", name);
    requireReadable(table, at < 0 ? name.text() : table.columns().names().get(at));
    return at < 0 ? table.element(name) : table.value(at);
  }

  /** Returns the names of all columns, once each. */
  public List<String> columnNames() {
    Set<String> names = new LinkedHashSet<>();
    tables.forEach(table -> names.addAll(table.columns().names()));
    return new ArrayList<>(names);
  }

  /** Returns the names of the tables that have one. */
  public List<String> tableNames() {
    List<String> names = new ArrayList<>();
    for (ScopeTable table : tables) {
      if (table.name() != null) {
        names.add(table.name());
      }
    }
    return names;
  }

  /** Returns text such as {@code no column "shiped" in [id, shipped]; did you mean "shipped"?}. */
  public static String missing(String kind, Name name, List<String> candidates) {
    return NearestNames.missing(kind, name.text(), candidates);
  }
}
