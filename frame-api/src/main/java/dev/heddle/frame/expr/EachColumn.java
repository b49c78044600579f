package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import java.util.function.Function;

/**
 * An expression for each of the columns that a selector chooses; made by {@link Selector#each}.
 *
 * @param columns which columns
 * @param function makes the expression of a column; called once for each when a verb is called
 */
@SuppressWarnings("ComparableType") // lists of columns mix names and expressions in this type
public record EachColumn(Selector columns, Function<? super Expr.Column, ? extends Expr> function)
    implements Comparable<String> {
  /** Checks that nothing is missing. */
  public EachColumn {
    requireNonNull(columns, "columns is null");
    requireNonNull(function, "function is null");
  }

  /** Returns the expressions over the columns of a schema. */
  List<Expr> exprs(Schema schema) {
    return columns.names(schema).stream().map(this::expr).toList();
  }

  private Expr expr(String name) {
    Expr expr = function.apply(new Expr.Column(name));
    if (expr == null) {
      throw new AnalysisException(
          "Cannot compute column \"" + name + "\": the function of " + this + " returned null");
    }
    return expr instanceof Expr.Alias ? expr : expr.named(name);
  }

  /** Compares its text with a name. */
  @Override
  public int compareTo(String name) {
    return toString().compareTo(requireNonNull(name, "name is null"));
  }

  @Override
  public String toString() {
    return columns + ".each(...)";
  }
}
