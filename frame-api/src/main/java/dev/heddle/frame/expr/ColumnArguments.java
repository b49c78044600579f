package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads lists of columns in which names and expressions are mixed. Their common type is {@code
 * Comparable<String>}, which of all classes of values only {@code String} has, so that the compiler
 * refuses numbers, lists and the like.
 */
public final class ColumnArguments {
  private ColumnArguments() {}

  /**
   * Returns the columns as expressions.
   *
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is a sort key, or neither a name nor an expression
   */
  public static List<Expr> exprs(Comparable<String>[] columns) {
    List<Expr> exprs = new ArrayList<>(columns == null ? 0 : columns.length);
    for (Comparable<String> column : Arguments.all(columns, "columns")) {
      exprs.add(
          switch (column) {
            case String name -> new Expr.Column(name);
            case Expr expr -> expr;
            case SortKey key ->
                throw new AnalysisException(
                    "Cannot use the sort key " + key + " as a column; sort(...) takes it");
            default -> throw neither(column);
          });
    }
    return List.copyOf(exprs);
  }

  /**
   * Returns the columns as sort keys, ascending where they are none.
   *
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is neither a name nor an expression nor a sort key
   */
  public static List<SortKey> sortKeys(Comparable<String>[] columns) {
    List<SortKey> keys = new ArrayList<>(columns == null ? 0 : columns.length);
    for (Comparable<String> column : Arguments.all(columns, "columns")) {
      keys.add(
          switch (column) {
            case String name -> new Expr.Column(name).ascending();
            case Expr expr -> expr.ascending();
            case SortKey key -> key;
            default -> throw neither(column);
          });
    }
    return List.copyOf(keys);
  }

  /**
   * Returns the names of columns of which none is computed.
   *
   * @param action what fails, such as {@code Cannot drop}
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is an expression other than a column
   */
  public static List<String> names(String action, Comparable<String>[] columns) {
    List<String> names = new ArrayList<>();
    for (Expr expr : exprs(columns)) {
      if (!(expr instanceof Expr.Column(String name))) {
        throw new AnalysisException(
            action + ": " + expr + " is no column of the frame but computed; name a column");
      }
      names.add(name);
    }
    return names;
  }

  private static AnalysisException neither(Comparable<String> column) {
    return new AnalysisException(
        "Cannot use a "
            + column.getClass().getName()
            + " as a column; give a name or an expression");
  }
}
