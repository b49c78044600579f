package dev.heddle.physical.expr;

import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.kernel.Columns;
import java.util.List;

/**
 * Replaces the parts of expressions that read no column by their value, computed by the kernels
 * that would compute it at run time.
 *
 * <p>A part whose evaluation fails stays as it is: it fails when a row needs it.
 */
public final class ConstantFolder {
  /** One for the process: a ledger keeps freed memory for its next user. */
  static final MemoryLedger LEDGER = new MemoryLedger(256L << 20);

  private ConstantFolder() {}

  /** Returns an equal expression whose constant parts are literals. */
  public static PhysicalExpr fold(PhysicalExpr expression, QueryTime time) {
    if (expression instanceof PhysicalExpr.ColumnRef
        || expression instanceof PhysicalExpr.Literal
        || expression instanceof PhysicalExpr.LambdaParameter) {
      return expression;
    }
    PhysicalExpr folded = Expressions.mapChildren(expression, part -> fold(part, time));
    return folded instanceof PhysicalExpr.UserCall call && !call.function().isDeterministic()
        ? folded
        : evaluate(folded, time);
  }

  private static PhysicalExpr evaluate(PhysicalExpr expression, QueryTime time) {
    if (expression.type().isNested()) {
      return expression; // there are no such literals
    }
    boolean[] isConstant = {true};
    Expressions.forEachChild(
        expression, part -> isConstant[0] &= part instanceof PhysicalExpr.Literal);
    if (!isConstant[0]) {
      return expression;
    }
    try (MemoryAccount account = LEDGER.open("constant folding");
        Evaluator evaluator = Evaluator.of(List.of(expression), time, account)) {
      Column value = evaluator.evaluateConstant();
      try {
        return new PhysicalExpr.Literal(Columns.value(value, 0), expression.type());
      } finally {
        value.release();
      }
    } catch (HeddleException e) {
      if (e.kind() == ErrorKind.USER || e.kind() == ErrorKind.RESOURCE) {
        return expression;
      }
      throw e;
    }
  }
}
