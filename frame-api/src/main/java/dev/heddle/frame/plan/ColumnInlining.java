package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.Stability;
import java.util.function.ToIntFunction;

/**
 * Decides which columns of a long chain of projections are written out where the next ones name
 * them, and which stay columns.
 *
 * <p>Each projection of a chain carries the columns of those below: without inlining, they would
 * take a time that grows with the square of the chain's length. Equal parts of the expressions of
 * one projection are computed once for a row, so what is written out costs nothing more then. An
 * expression that may give another value each time, has a subquery or binds a parameter stays in a
 * column of its own. Stateless.
 */
public final class ColumnInlining {
  /** Projections from which on a chain is long. */
  public static final int MIN_CHAIN = 16;

  /** Nodes up to which an expression is written out. */
  private static final int MAX_NODES = 64;

  private ColumnInlining() {}

  /**
   * Returns how many nodes an expression has once it is written out; more than may be if it has to
   * stay a column.
   *
   * @param column returns the nodes that a column is written out as; -1 for what is no column
   */
  public static int nodes(Expr expr, ToIntFunction<Expr> column) {
    requireNonNull(column, "column is null");
    int[] nodes = {0};
    boolean isFixed =
        ExprParts.any(
            expr,
            part -> {
              int ofColumn = column.applyAsInt(part);
              nodes[0] += ofColumn < 0 ? 1 : ofColumn;
              return nodes[0] > MAX_NODES || isFixed(part);
            });
    return isFixed ? MAX_NODES + 1 : nodes[0];
  }

  /** Returns whether an expression of this number of nodes is written out. */
  public static boolean isSmall(int nodes) {
    return nodes <= MAX_NODES;
  }

  private static boolean isFixed(Expr part) {
    return part instanceof Expr.Subquery
        || part instanceof Expr.UserCall
        || part instanceof Expr.Aggregate
        || part instanceof Expr.Over
        || (part instanceof Expr.Call call
            && (call.function().takesLambda()
                || call.function().stability() == Stability.VOLATILE));
  }
}
