package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import java.util.List;

/** Functions of numbers and texts, and choices, that are written out by others. */
final class ScalarDefinitions {
  private ScalarDefinitions() {}

  static List<ExprFunction> all() {
    return List.of(
        of(
            "if,iif",
            3,
            parts -> caseWhen(parts.argument(0), parts.argument(1)).otherwise(parts.argument(2))),
        of(
            "position",
            2,
            parts -> call(ScalarFunction.POSITION, parts.argument(1), parts.argument(0))),
        of("regexp_full_match", 2, ScalarDefinitions::fullMatch));
  }

  private static ExprFunction of(String names, int arguments, ExprFunction.Body body) {
    return ExprFunction.scalar(names, arguments, arguments, body);
  }

  /** Whether a regular expression matches the whole of a text. */
  private static Expr fullMatch(CallParts parts) {
    if (!(parts.argument(1) instanceof Expr.Literal literal)
        || !(literal.value() instanceof String pattern)) {
      throw new AnalysisException(
          "a match of a whole text takes a regular expression that is written out, and no escape");
    }
    return call(ScalarFunction.REGEXP_MATCHES, parts.argument(0), lit("^(?:" + pattern + ")$"));
  }
}
