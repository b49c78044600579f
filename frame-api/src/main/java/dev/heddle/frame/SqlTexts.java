package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Reads the SQL text in the expressions of a verb. */
final class SqlTexts {
  private final Session session;
  private final Schema columns;

  /** Makes it for expressions over some columns. */
  SqlTexts(Session session, Schema columns) {
    this.session = session;
    this.columns = columns;
  }

  List<Expr> read(List<Expr> exprs) {
    return exprs.stream().map(this::read).toList();
  }

  /**
   * Returns the expression with what its texts mean.
   *
   * @throws AnalysisException if a text is wrong
   */
  Expr read(Expr expr) {
    if (!hasText(expr)) {
      return expr;
    }
    Expr read = replaced(expr);
    return expr instanceof Expr.SqlText text && !(read instanceof Expr.Column)
        ? read.named(text.text())
        : read;
  }

  /** Visits each part once: expressions may nest deeper than the stack, and share parts. */
  private static boolean hasText(Expr expr) {
    Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Expr> open = new ArrayDeque<>(List.of(expr));
    while (!open.isEmpty()) {
      Expr next = open.pop();
      if (next instanceof Expr.SqlText) {
        return true;
      }
      if (seen.add(next)) {
        next.children().forEach(open::push);
      }
    }
    return false;
  }

  private Expr replaced(Expr expr) {
    return ExprRewriter.replace(
        expr, part -> part instanceof Expr.SqlText text ? read(text) : null);
  }

  private Expr read(Expr.SqlText text) {
    Expr read;
    try {
      read = session.engine().bindExpression(text.text(), columns);
    } catch (AnalysisException e) {
      throw new AnalysisException(
          e.code(), "Cannot use expr(\"" + text.text() + "\"): " + e.getMessage(), e);
    }
    return byName(read);
  }

  private Expr byName(Expr expr) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.BoundColumn column
                ? new Expr.Column(columns.field(column.index()).name())
                : null);
  }
}
