package dev.heddle.physical.expr;

import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.kernel.SingleValues;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces the parts of expressions that read no column by their value, computed by the kernels
 * that would compute it at run time.
 *
 * <p>A part whose evaluation fails stays as it is: it fails when a row needs it.
 */
public final class ConstantFolder {
  /** One for the process: a ledger keeps freed memory for its next user. */
  static final MemoryLedger LEDGER = new MemoryLedger(256L << 20);

  private static final Set<ScalarFunction> ARITHMETIC =
      EnumSet.of(
          ScalarFunction.ADD,
          ScalarFunction.SUBTRACT,
          ScalarFunction.MULTIPLY,
          ScalarFunction.DIVIDE,
          ScalarFunction.TRUE_DIVIDE,
          ScalarFunction.FLOOR_DIVIDE,
          ScalarFunction.MODULO,
          ScalarFunction.NEGATE);

  private ConstantFolder() {}

  /** Returns an equal expression whose constant parts are literals. */
  public static PhysicalExpr fold(PhysicalExpr expression, QueryTime time) {
    if (expression instanceof PhysicalExpr.ColumnRef
        || expression instanceof PhysicalExpr.Literal
        || expression instanceof PhysicalExpr.LambdaParameter) {
      return expression;
    }
    PhysicalExpr folded = Expressions.mapChildren(expression, part -> fold(part, time));
    return folded instanceof PhysicalExpr.UserCall call && !isFoldable(call.function())
        ? folded
        : evaluate(folded, time);
  }

  /** What gives rows may not end, and is asked for them while they are wanted. */
  private static boolean isFoldable(UserFunction function) {
    return function.isDeterministic() && !function.givesRows();
  }

  /**
   * Returns what {@link #fold} returns for each of many constants, such as those of a long list.
   * Those that do the same arithmetic with other numbers are computed together, as the rows of a
   * batch.
   */
  public static List<PhysicalExpr> foldAll(List<PhysicalExpr> expressions, QueryTime time) {
    Map<PhysicalExpr, List<Integer>> alike = new LinkedHashMap<>();
    List<List<PhysicalExpr.Literal>> literals = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      List<PhysicalExpr.Literal> found = new ArrayList<>();
      PhysicalExpr shape = shape(expressions.get(i), found);
      literals.add(found);
      alike.computeIfAbsent(shape, _ -> new ArrayList<>()).add(i);
    }
    List<PhysicalExpr> results = new ArrayList<>(expressions);
    alike.forEach(
        (shape, positions) -> {
          for (int from = 0; from < positions.size(); from += Batch.MAX_ROWS) {
            int to = Math.min(from + Batch.MAX_ROWS, positions.size());
            List<Integer> some = positions.subList(from, to);
            List<PhysicalExpr> values =
                values(shape, some.stream().map(literals::get).toList(), time);
            for (int i = 0; i < some.size(); i++) {
              int at = some.get(i);
              results.set(at, values.isEmpty() ? fold(expressions.get(at), time) : values.get(i));
            }
          }
        });
    return results;
  }

  /** Returns an expression with columns in place of the numbers of its arithmetic. */
  private static PhysicalExpr shape(PhysicalExpr expression, List<PhysicalExpr.Literal> found) {
    if (expression instanceof PhysicalExpr.Literal literal) {
      found.add(literal);
      return new PhysicalExpr.ColumnRef(found.size() - 1, literal.type(), literal.nullable());
    }
    boolean isPlain =
        expression instanceof PhysicalExpr.Cast
            || (expression instanceof PhysicalExpr.Call call
                && ARITHMETIC.contains(call.function()));
    return isPlain ? Expressions.mapChildren(expression, part -> shape(part, found)) : expression;
  }

  /** Returns the values of a shape for some rows of its columns; nothing if one fails. */
  private static List<PhysicalExpr> values(
      PhysicalExpr shape, List<List<PhysicalExpr.Literal>> rows, QueryTime time) {
    int width = rows.getFirst().size();
    if (rows.size() == 1 || width == 0 || shape.type().isNested()) {
      return List.of();
    }
    try (MemoryAccount account = LEDGER.open("constant folding");
        Evaluator evaluator = Evaluator.of(List.of(shape), time, account)) {
      Column[] columns =
          Column.makeAll(
              width,
              i ->
                  LiteralColumns.of(
                      rows.getFirst().get(i).type(),
                      rows.stream().map(row -> row.get(i)).toList(),
                      account));
      try {
        Column computed = evaluator.evaluate(columns, rows.size())[0];
        try {
          List<PhysicalExpr> values = new ArrayList<>();
          for (int row = 0; row < rows.size(); row++) {
            values.add(new PhysicalExpr.Literal(SingleValues.value(computed, row), shape.type()));
          }
          return values;
        } finally {
          computed.release();
        }
      } finally {
        for (Column column : columns) {
          column.release();
        }
      }
    } catch (HeddleException e) {
      if (e.kind() == ErrorKind.USER || e.kind() == ErrorKind.RESOURCE) {
        return List.of();
      }
      throw e;
    }
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
        return new PhysicalExpr.Literal(SingleValues.value(value, 0), expression.type());
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
