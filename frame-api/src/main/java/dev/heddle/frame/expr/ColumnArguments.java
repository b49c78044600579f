package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads lists of columns in which names, expressions and selectors are mixed. Their common type is
 * {@code Comparable<String>}, which of all classes of values only {@code String} has, so that the
 * compiler refuses numbers, lists and the like.
 */
public final class ColumnArguments {
  private ColumnArguments() {}

  /**
   * Returns the columns as expressions.
   *
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is a sort key or a selector, or neither a name nor an
   *     expression
   */
  public static List<Expr> exprs(Comparable<String>[] columns) {
    return Arguments.all(columns, "columns").stream().map(ColumnArguments::expr).toList();
  }

  /**
   * Returns the columns as expressions, with those that selectors choose of a schema.
   *
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is a sort key, or neither a name nor an expression nor a
   *     selector, or a selector names a column that is missing
   */
  public static List<Expr> exprs(Schema schema, Comparable<String>[] columns) {
    return exprs(schema, Arguments.all(columns, "columns"));
  }

  /** Returns the columns of a list, as {@link #exprs(Schema, Comparable[])}. */
  public static List<Expr> exprs(Schema schema, List<? extends Comparable<String>> columns) {
    List<Expr> exprs = new ArrayList<>();
    for (Comparable<String> column : columns) {
      switch (column) {
        case Selector selector ->
            selector.names(schema).forEach(name -> exprs.add(new Expr.Column(name)));
        case EachColumn each -> exprs.addAll(each.exprs(schema));
        default -> exprs.add(expr(column));
      }
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
    return Arguments.all(columns, "columns").stream().map(ColumnArguments::sortKey).toList();
  }

  /**
   * Returns the columns as sort keys, with those that selectors choose of a schema; ascending where
   * they are none.
   *
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is neither a name nor an expression, sort key or selector, or
   *     a selector names a column that is missing
   */
  public static List<SortKey> sortKeys(Schema schema, Comparable<String>[] columns) {
    return sortKeys(schema, Arguments.all(columns, "columns"));
  }

  /** Returns the columns of a list, as {@link #sortKeys(Schema, Comparable[])}. */
  public static List<SortKey> sortKeys(Schema schema, List<? extends Comparable<String>> columns) {
    List<SortKey> keys = new ArrayList<>();
    for (Comparable<String> column : columns) {
      switch (column) {
        case Selector selector ->
            selector.names(schema).forEach(name -> keys.add(new Expr.Column(name).ascending()));
        case EachColumn each -> each.exprs(schema).forEach(expr -> keys.add(expr.ascending()));
        default -> keys.add(sortKey(column));
      }
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
    return names(action, exprs(columns));
  }

  /**
   * Returns the names of columns of which none is computed, with those that selectors choose of a
   * schema.
   *
   * @param action what fails, such as {@code Cannot drop}
   * @throws NullPointerException if one is null
   * @throws AnalysisException if one is an expression other than a column
   */
  public static List<String> names(String action, Schema schema, Comparable<String>[] columns) {
    return names(action, exprs(schema, columns));
  }

  /**
   * Returns the names of the columns of a list, as {@link #names(String, Schema, Comparable[])}.
   */
  public static List<String> names(
      String action, Schema schema, List<? extends Comparable<String>> columns) {
    return names(action, exprs(schema, columns));
  }

  private static List<String> names(String action, List<Expr> columns) {
    List<String> names = new ArrayList<>();
    for (Expr expr : columns) {
      if (!(expr instanceof Expr.Column(String name))) {
        throw new AnalysisException(
            action + ": " + expr + " is no column of the frame but computed; name a column");
      }
      names.add(name);
    }
    return names;
  }

  private static Expr expr(Comparable<String> column) {
    return switch (column) {
      case String name -> new Expr.Column(name);
      case Expr expr -> expr;
      case SortKey key ->
          throw new AnalysisException(
              "Cannot use the sort key " + key + " as a column; sort(...) takes it");
      default -> throw neither(column);
    };
  }

  private static SortKey sortKey(Comparable<String> column) {
    return switch (column) {
      case String name -> new Expr.Column(name).ascending();
      case Expr expr -> expr.ascending();
      case SortKey key -> key;
      default -> throw neither(column);
    };
  }

  private static AnalysisException neither(Comparable<String> column) {
    return new AnalysisException(
        column instanceof Selector || column instanceof EachColumn
            ? "Cannot use the selector "
                + column
                + " here; only a verb of a frame knows its columns"
            : "Cannot use a "
                + column.getClass().getName()
                + " as a column; give a name or an expression");
  }
}
