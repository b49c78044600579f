package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.CallShape;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** Binds operators of two values, tests of patterns and periods, and collations. */
final class OperatorBinder {
  private final ExpressionBinder binder;

  OperatorBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  Expr infix(Expression.InfixOperator operator, Expr left, Expr right, Span span) {
    return switch (operator) {
      case ADD -> binder.call(sum(left, right), span, left, right);
      case SUBTRACT -> binder.call(ScalarFunction.SUBTRACT, span, left, right);
      case MULTIPLY -> binder.call(ScalarFunction.MULTIPLY, span, left, right);
      case DIVIDE -> {
        Expr quotient = binder.call(ScalarFunction.DIVIDE, span, left, right);
        boolean isCut = binder.type(quotient).isWhole();
        yield isCut && binder.context().catalogue().rules().quotient() == SqlRules.Quotient.DOUBLE
            ? binder.call(ScalarFunction.TRUE_DIVIDE, span, left, right)
            : quotient;
      }
      case INTEGER_DIVIDE -> binder.call(ScalarFunction.DIVIDE, span, left, right);
      case MODULO -> binder.call(ScalarFunction.MODULO, span, left, right);
      case POWER -> binder.call(ScalarFunction.POWER, span, left, right);
      case CONCAT -> binder.call(ScalarFunction.CONCAT_OPERATOR, span, left, right);
      case EXTRACT -> binder.call(ScalarFunction.JSON_EXTRACT, span, left, right);
      case EXTRACT_TEXT -> binder.call(ScalarFunction.JSON_EXTRACT_STRING, span, left, right);
      case MATCHES -> binder.call(ScalarFunction.REGEXP_MATCHES, span, left, right);
      case NOT_MATCHES -> binder.call(ScalarFunction.REGEXP_MATCHES, span, left, right).not();
      case MATCHES_IGNORING_CASE -> ignoringCase(left, right, span);
      case NOT_MATCHES_IGNORING_CASE -> ignoringCase(left, right, span).not();
      case STARTS_WITH -> binder.call(ScalarFunction.STARTS_WITH, span, left, right);
      case CONTAINS -> named("list_has_all", span, left, right);
      case CONTAINED_IN -> named("list_has_all", span, right, left);
      case INTERSECTS -> named("list_has_any", span, left, right);
      case EQUAL_OR_COSINE ->
          isList(left) && isList(right)
              ? named("list_cosine_distance", span, left, right)
              : binder.call(ScalarFunction.IS_NOT_DISTINCT_FROM, span, left, right);
      case DISTANCE -> named("list_distance", span, left, right);
      case BIT_AND -> binder.call(ScalarFunction.BITWISE_AND, span, left, right);
      case BIT_OR -> binder.call(ScalarFunction.BITWISE_OR, span, left, right);
      case SHIFT_LEFT -> binder.call(ScalarFunction.LEFT_SHIFT, span, left, right);
      case SHIFT_RIGHT -> binder.call(ScalarFunction.RIGHT_SHIFT, span, left, right);
      case SHIFT_RIGHT_UNSIGNED -> named("shiftrightunsigned", span, left, right);
    };
  }

  private boolean isList(Expr value) {
    return binder.type(value) instanceof DataType.ListOf;
  }

  /** Returns what {@code +} means: lists are put one behind the other. */
  private ScalarFunction sum(Expr left, Expr right) {
    return isList(left) || isList(right) ? ScalarFunction.LIST_CONCAT : ScalarFunction.ADD;
  }

  private Expr ignoringCase(Expr text, Expr pattern, Span span) {
    Expr flagged =
        pattern instanceof Expr.Literal literal && literal.value() instanceof String written
            ? LiteralBinder.text("(?i)" + written)
            : pattern;
    return binder.call(ScalarFunction.REGEXP_MATCHES, span, text, flagged);
  }

  /** Returns a call of a function of the catalogue by its name. */
  private Expr named(String function, Span span, Expr... arguments) {
    CallShape shape = new CallShape(arguments.length, false, false, false, false);
    Expr made = FunctionCatalogue.pick(function, shape).build(CallParts.of(List.of(arguments)));
    return binder.checked(made, span);
  }

  Expr slice(Expression.Slice slice) {
    Expr of = binder.bind(slice.of());
    if (slice.step() == null) {
      Expr from = slice.from() == null ? LiteralBinder.integer(1) : binder.bind(slice.from());
      Expr to = slice.to() == null ? LiteralBinder.integer(-1) : binder.bind(slice.to());
      return binder.call(ScalarFunction.LIST_SLICE, slice.span(), of, from, to);
    }
    Expr step = binder.bind(slice.step());
    Expr from = slice.from() == null ? end(step, 1) : binder.bind(slice.from());
    Expr to = slice.to() == null ? end(step, -1) : binder.bind(slice.to());
    return named("list_slice", slice.span(), of, from, to, step);
  }

  /** Returns a position for steps forwards, and the other end for those backwards. */
  private static Expr end(Expr step, int forwards) {
    return new Expr.Case(
        List.of(
            new Expr.Branch(step.gt(LiteralBinder.integer(0)), LiteralBinder.integer(forwards))),
        LiteralBinder.integer(-forwards));
  }

  Expr pattern(Expression.PatternTest test) {
    Expr operand = binder.bind(test.operand());
    Expr match =
        switch (test.kind()) {
          case LIKE -> like(ScalarFunction.LIKE, test, operand);
          case ILIKE -> like(ScalarFunction.ILIKE, test, operand);
          case GLOB -> glob(test, operand);
          case SIMILAR -> {
            if (!(test.pattern() instanceof Expression.TextLiteral pattern)
                || test.escape() != null) {
              throw binder.error(
                  test.span(),
                  "a match of a whole text takes a regular expression that is written out, and no"
                      + " escape");
            }
            Expr whole = LiteralBinder.text("^(?:" + pattern.value() + ")$");
            yield binder.call(ScalarFunction.REGEXP_MATCHES, test.span(), operand, whole);
          }
        };
    return test.isNegated() ? match.not() : match;
  }

  private Expr like(ScalarFunction function, Expression.PatternTest test, Expr operand) {
    List<Expr> arguments = new ArrayList<>(List.of(operand, binder.bind(test.pattern())));
    if (test.escape() != null) {
      arguments.add(binder.bind(test.escape()));
    }
    return binder.call(function, test.span(), arguments);
  }

  /** A pattern of a shell is a regular expression of a whole text. */
  private Expr glob(Expression.PatternTest test, Expr operand) {
    if (!(test.pattern() instanceof Expression.TextLiteral pattern) || test.escape() != null) {
      throw binder.error(
          test.span(), "GLOB takes a pattern that is written out, and no escape; use LIKE");
    }
    Expr whole = LiteralBinder.text("(?s)^" + regex(pattern.value()) + "$");
    return binder.call(ScalarFunction.REGEXP_MATCHES, test.span(), operand, whole);
  }

  private static String regex(String glob) {
    StringBuilder regex = new StringBuilder();
    int i = 0;
    while (i < glob.length()) {
      char c = glob.charAt(i++);
      int close = c == '[' ? glob.indexOf(']', i + (glob.startsWith("!", i) ? 2 : 1)) : -1;
      if (close > 0) {
        boolean isNegated = glob.charAt(i) == '!';
        String members = glob.substring(isNegated ? i + 1 : i, close);
        regex.append(isNegated ? "[^" : "[");
        regex.append(members.replace("\\", "\\\\").replace("[", "\\[").replace("^", "\\^"));
        regex.append(']');
        i = close + 1;
      } else if (c == '*') {
        regex.append(".*");
      } else if (c == '?') {
        regex.append('.');
      } else if (c == '\\' && i < glob.length()) {
        regex.append(quoted(glob.charAt(i++)));
      } else {
        regex.append(quoted(c));
      }
    }
    return regex.toString();
  }

  private static String quoted(char c) {
    return Character.isLetterOrDigit(c) || c > 127 ? String.valueOf(c) : "\\" + c;
  }

  // Periods

  /**
   * Returns whether two periods have a moment in common, as in the standard: a period is without
   * its end, unless it is a moment, and its ends may be written in either order.
   */
  Expr overlaps(Expression.Overlaps overlaps) {
    Span span = overlaps.span();
    List<Expr> first = period(overlaps.left());
    List<Expr> second = period(overlaps.right());
    Expr startsWithin = startsWithin(first, second, span);
    Expr holdsStart = startsWithin(second, first, span);
    Expr startsAlike = binder.call(ScalarFunction.EQ, span, first.getFirst(), second.getFirst());
    return binder.call(ScalarFunction.OR, span, List.of(startsAlike, startsWithin, holdsStart));
  }

  /** Returns whether a period starts after another one has, and before its end. */
  private Expr startsWithin(List<Expr> period, List<Expr> other, Span span) {
    return binder.call(
        ScalarFunction.AND,
        span,
        binder.call(ScalarFunction.GT, span, period.getFirst(), other.getFirst()),
        binder.call(ScalarFunction.LT, span, period.getFirst(), other.getLast()));
  }

  /** Returns start and end; the second value may be the length. */
  private List<Expr> period(Expression.RowValue row) {
    Expr start = binder.bind(row.elements().get(0));
    Expr second = binder.bind(row.elements().get(1));
    Expr end =
        binder.type(second) instanceof DataType.Interval
            ? binder.call(ScalarFunction.ADD, row.span(), start, second)
            : second;
    Expr isReversed = binder.call(ScalarFunction.LT, row.span(), end, start);
    return List.of(either(isReversed, end, start, row), either(isReversed, start, end, row));
  }

  private Expr either(Expr condition, Expr value, Expr otherwise, Expression.RowValue row) {
    return binder.checked(
        new Expr.Case(List.of(new Expr.Branch(condition, value)), otherwise), row.span());
  }

  // Collations

  /** Returns a text with a collation, which must be one that changes nothing here. */
  Expr collated(Expression.Collate collate) {
    if (!Collation.of(collate, binder).equals(Collation.BINARY)) {
      throw binder.error(
          collate.span(),
          "COLLATE nocase and noaccent go with a comparison, IN or a key of ORDER BY; write"
              + " lower(text)");
    }
    return text(collate);
  }

  private Expr text(Expression.Collate collate) {
    Expr text = binder.bind(collate.operand());
    if (!(binder.type(text) instanceof DataType.Str
        || binder.type(text) instanceof DataType.Null)) {
      throw binder.error(
          collate.span(), "COLLATE goes with a text, not " + binder.type(text).sqlName());
    }
    return text;
  }

  /** Returns values that are compared with each other: the collation of one counts for all. */
  List<Expr> compared(List<Expression> values) {
    Collation collation = Collation.BINARY;
    for (Expression value : values) {
      collation = collation.and(Collation.of(value, binder));
    }
    List<Expression> plain = values.stream().map(OperatorBinder::uncollated).toList();
    List<Expr> bound = new ArrayList<>(binder.bindAll(plain));
    for (int i = 0; i < bound.size(); i++) {
      bound.set(i, collated(bound.get(i), collation, values.getFirst().span()));
    }
    return bound;
  }

  /** Returns an expression without the collation around it. */
  static Expression uncollated(Expression expression) {
    return expression instanceof Expression.Collate collate ? collate.operand() : expression;
  }

  /** Returns what a key orders by, which a collation makes another value. */
  Expr ordering(Expr key, Expression written) {
    return collated(key, Collation.of(written, binder), written.span());
  }

  private Expr collated(Expr text, Collation collation, Span span) {
    return collation.equals(Collation.BINARY)
        ? text
        : binder.checked(collation.key(text), span, List.of());
  }
}
