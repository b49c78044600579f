package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.schema.Schema;
import java.util.List;

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

  private static boolean hasText(Expr expr) {
    return expr instanceof Expr.SqlText || expr.children().stream().anyMatch(SqlTexts::hasText);
  }

  private Expr replaced(Expr expr) {
    if (!(expr instanceof Expr.SqlText text)) {
      return ExprRewriter.mapChildren(expr, this::replaced);
    }
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
    return expr instanceof Expr.BoundColumn column
        ? new Expr.Column(columns.field(column.index()).name())
        : ExprRewriter.mapChildren(expr, this::byName);
  }
}
