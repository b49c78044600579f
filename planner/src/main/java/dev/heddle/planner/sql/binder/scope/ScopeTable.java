package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table of FROM: the name it goes by, and its columns as expressions over the row of the FROM
 * clause. Immutable.
 */
public final class ScopeTable {
  private final @Nullable String name;
  private final NameIndex columns;
  private final List<Expr> values;
  private final Set<Integer> merged; // columns that are found only by the table's name
  private final Schema schema; // for columns that cannot be read
  private final @Nullable String element; // another name of a sole column, which is an alias
  private final @Nullable SchemaName home; // which may be written before the name

  public ScopeTable(
      @Nullable String name,
      NameIndex columns,
      List<Expr> values,
      Set<Integer> merged,
      Schema schema) {
    this(name, columns, values, merged, schema, null, null);
  }

  private ScopeTable(
      @Nullable String name,
      NameIndex columns,
      List<Expr> values,
      Set<Integer> merged,
      Schema schema,
      @Nullable String element,
      @Nullable SchemaName home) {
    this.name = name;
    this.columns = columns;
    this.values = values;
    this.merged = merged;
    this.schema = schema;
    this.element = element;
    this.home = home;
  }

  /** Returns a table of all columns of a row. */
  public static ScopeTable of(@Nullable String name, List<String> columnNames, Schema schema) {
    List<Expr> values = new ArrayList<>(columnNames.size());
    for (int i = 0; i < columnNames.size(); i++) {
      values.add(new Expr.BoundColumn(i, columnNames.get(i)));
    }
    return new ScopeTable(name, new NameIndex(columnNames), values, Set.of(), schema);
  }

  /** Returns what it is called; null if it has no name. */
  public @Nullable String name() {
    return name;
  }

  public NameIndex columns() {
    return columns;
  }

  public Expr value(int column) {
    return values.get(column);
  }

  boolean isMerged(int column) {
    return merged.contains(column);
  }

  /** Returns this table, whose name may also be written with a schema before it. */
  public ScopeTable inSchema(SchemaName its) {
    return new ScopeTable(name, columns, values, merged, schema, element, its);
  }

  boolean isIn(SchemaName wanted) {
    return wanted.equals(home);
  }

  /** Returns this table, whose first column is also found by the name it has without an alias. */
  ScopeTable ofElements(String elementName) {
    return new ScopeTable(name, columns, values, merged, schema, elementName, home);
  }

  /** Returns the first column if a name is the one it has without an alias, else null. */
  @Nullable Expr element(Name given) {
    return element != null && given.mayMean(element) ? values.getFirst() : null;
  }

  /** Returns why the source's column of a name cannot be read, if it has one that cannot. */
  Optional<String> whyUnreadable(String column) {
    return schema.whyUnreadable(column);
  }

  /** Returns this table with a column that is found only by the table's name. */
  ScopeTable merging(int column) {
    Set<Integer> all = new HashSet<>(merged);
    all.add(column);
    return new ScopeTable(name, columns, values, all, schema, element, home);
  }

  /** Returns this table behind other columns in a row. */
  public ScopeTable shifted(int by) {
    return new ScopeTable(
        name,
        columns,
        values.stream().map(v -> shifted(v, by)).toList(),
        merged,
        schema,
        element,
        home);
  }

  /** Returns an expression over columns that follow others. */
  public static Expr shifted(Expr expr, int by) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.BoundColumn column
                ? new Expr.BoundColumn(column.index() + by, column.name())
                : null);
  }
}
