package dev.heddle.physical.expr;

import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.kernel.Columns;
import java.util.ArrayList;
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
    return switch (expression) {
      case PhysicalExpr.ColumnRef _, PhysicalExpr.Literal _ -> expression;
      case PhysicalExpr.Call call -> {
        List<PhysicalExpr> arguments = foldAll(call.arguments(), time);
        yield evaluate(
            new PhysicalExpr.Call(call.function(), arguments, call.type(), call.nullable()),
            arguments,
            time);
      }
      case PhysicalExpr.UserCall call -> {
        List<PhysicalExpr> arguments = foldAll(call.arguments(), time);
        PhysicalExpr.UserCall folded = new PhysicalExpr.UserCall(call.function(), arguments);
        yield call.function().isDeterministic() ? evaluate(folded, arguments, time) : folded;
      }
      case PhysicalExpr.Cast cast -> {
        PhysicalExpr input = fold(cast.input(), time);
        yield evaluate(
            new PhysicalExpr.Cast(input, cast.type(), cast.mode(), cast.nullable()),
            List.of(input),
            time);
      }
      case PhysicalExpr.In in -> {
        PhysicalExpr input = fold(in.input(), time);
        yield evaluate(
            new PhysicalExpr.In(input, in.values(), in.nullable()), List.of(input), time);
      }
      case PhysicalExpr.Case choice -> {
        List<PhysicalExpr.Branch> branches = new ArrayList<>();
        List<PhysicalExpr> parts = new ArrayList<>();
        for (PhysicalExpr.Branch branch : choice.branches()) {
          PhysicalExpr condition = fold(branch.condition(), time);
          PhysicalExpr value = fold(branch.value(), time);
          branches.add(new PhysicalExpr.Branch(condition, value));
          parts.add(condition);
          parts.add(value);
        }
        PhysicalExpr otherwise = fold(choice.otherwise(), time);
        parts.add(otherwise);
        yield evaluate(
            new PhysicalExpr.Case(branches, otherwise, choice.type(), choice.nullable()),
            parts,
            time);
      }
    };
  }

  private static List<PhysicalExpr> foldAll(List<PhysicalExpr> expressions, QueryTime time) {
    List<PhysicalExpr> folded = new ArrayList<>(expressions.size());
    for (PhysicalExpr expression : expressions) {
      folded.add(fold(expression, time));
    }
    return folded;
  }

  private static PhysicalExpr evaluate(
      PhysicalExpr expression, List<PhysicalExpr> parts, QueryTime time) {
    if (expression.type().isNested()) {
      return expression; // there are no such literals
    }
    for (PhysicalExpr part : parts) {
      if (!(part instanceof PhysicalExpr.Literal)) {
        return expression;
      }
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
