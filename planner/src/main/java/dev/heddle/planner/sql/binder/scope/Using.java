package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** The columns that USING or NATURAL merges in one join. */
public final class Using {
  /** Two columns that must be equal. */
  public record Pair(Name name, Expr left, Expr right) {}

  private final BindContext context;
  private final Scope left;
  private final Scope right; // over the row of both
  private final Relation.JoinType type;
  private final List<Pair> pairs = new ArrayList<>();

  public Using(BindContext context, Scope left, Scope right, Relation.JoinType type) {
    this.context = context;
    this.left = left;
    this.right = right;
    this.type = type;
  }

  /** Returns the pairs that {@link #merged} has found. */
  public List<Pair> pairs() {
    return pairs;
  }

  /** Returns the names that both sides have, in the left side's order. */
  public List<Name> commonNames(Span span) {
    List<Name> names = new ArrayList<>();
    List<String> others = right.star().stream().map(Scope.StarColumn::name).toList();
    NameIndex index = new NameIndex(others);
    for (Scope.StarColumn column : left.star()) {
      Name name = new Name(column.name(), false, span);
      if (index.sole(context, "column", name) >= 0) {
        names.add(name);
      }
    }
    if (names.isEmpty()) {
      throw context.error(
          span,
          "NATURAL JOIN finds no column that both sides have: "
              + left.star().stream().map(Scope.StarColumn::name).toList()
              + " and "
              + others);
    }
    return names;
  }

  /** Returns the scope of both sides, with the columns of these names merged. */
  public Scope merged(List<Name> names) {
    List<ScopeTable> tables = new ArrayList<>(left.tables());
    tables.addAll(right.tables());
    List<Scope.StarColumn> merged = new ArrayList<>(left.merged());
    merged.addAll(right.merged());
    List<Scope.StarColumn> star = new ArrayList<>(left.star());
    List<Scope.StarColumn> rightStar = new ArrayList<>(right.star());
    for (Name name : names) {
      Expr ofLeft = column(left, name, "left");
      Expr ofRight = column(right, name, "right");
      pairs.add(new Pair(name, ofLeft, ofRight));
      Expr value =
          switch (type) {
            case RIGHT -> ofRight;
            case FULL -> Expr.Call.of(ScalarFunction.COALESCE, ofLeft, ofRight);
            case COMMA, CROSS, INNER, LEFT, SEMI, ANTI, POSITIONAL -> ofLeft;
          };
      int at = position(star, ofLeft);
      String shown = at < 0 ? name.text() : star.get(at).name();
      Scope.StarColumn column = new Scope.StarColumn(shown, value);
      if (at >= 0) {
        star.set(at, column);
      }
      rightStar.removeIf(c -> c.value().equals(ofRight));
      merged.removeIf(c -> c.value().equals(ofLeft) || c.value().equals(ofRight));
      merged.add(column);
      tables.replaceAll(table -> hiding(hiding(table, ofLeft), ofRight));
    }
    star.addAll(rightStar);
    return new Scope(left.row(), tables, merged, star);
  }

  private Expr column(Scope side, Name name, String which) {
    Expr column = side.column(context, name);
    if (column == null) {
      throw context.error(
          name.span(),
          "the "
              + which
              + " side of the join has "
              + Scope.missing("column", name, side.columnNames()));
    }
    return column;
  }

  private static int position(List<Scope.StarColumn> columns, Expr value) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).value().equals(value)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns a table whose column of a value is found only by the table's name. */
  private static ScopeTable hiding(ScopeTable table, Expr value) {
    for (int i = 0; i < table.columns().names().size(); i++) {
      if (table.value(i).equals(value)) {
        return table.merging(i);
      }
    }
    return table;
  }
}
