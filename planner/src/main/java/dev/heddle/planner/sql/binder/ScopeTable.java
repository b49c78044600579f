package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.schema.Schema;
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
final class ScopeTable {
  private final @Nullable String name;
  private final NameIndex columns;
  private final List<Expr> values;
  private final Set<Integer> merged; // columns that are found only by the table's name
  private final Schema schema; // for columns that cannot be read

  ScopeTable(
      @Nullable String name,
      NameIndex columns,
      List<Expr> values,
      Set<Integer> merged,
      Schema schema) {
    this.name = name;
    this.columns = columns;
    this.values = values;
    this.merged = merged;
    this.schema = schema;
  }

  /** Returns a table of all columns of a row. */
  static ScopeTable of(@Nullable String name, List<String> columnNames, Schema schema) {
    List<Expr> values = new ArrayList<>(columnNames.size());
    for (int i = 0; i < columnNames.size(); i++) {
      values.add(new Expr.BoundColumn(i, columnNames.get(i)));
    }
    return new ScopeTable(name, new NameIndex(columnNames), values, Set.of(), schema);
  }

  @Nullable String name() {
    return name;
  }

  NameIndex columns() {
    return columns;
  }

  Expr value(int column) {
    return values.get(column);
  }

  boolean isMerged(int column) {
    return merged.contains(column);
  }

  /** Returns why the source's column of a name cannot be read, if it has one that cannot. */
  Optional<String> whyUnreadable(String column) {
    return schema.whyUnreadable(column);
  }

  /** Returns this table with a column that is found only by the table's name. */
  ScopeTable merging(int column) {
    Set<Integer> all = new HashSet<>(merged);
    all.add(column);
    return new ScopeTable(name, columns, values, all, schema);
  }

  /** Returns this table behind other columns in a row. */
  ScopeTable shifted(int by) {
    return new ScopeTable(
        name, columns, values.stream().map(v -> shifted(v, by)).toList(), merged, schema);
  }

  /** Returns an expression over columns that stand behind others. */
  static Expr shifted(Expr expr, int by) {
    return expr instanceof Expr.BoundColumn column
        ? new Expr.BoundColumn(column.index() + by, column.name())
        : ExprRewriter.mapChildren(expr, part -> shifted(part, by));
  }
}
