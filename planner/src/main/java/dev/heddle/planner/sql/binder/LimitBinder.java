package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.plan.ComputedLimits;
import dev.heddle.frame.plan.LimitKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds LIMIT, OFFSET and FETCH, whose numbers name no column. */
final class LimitBinder {
  private static final String OFFSET = "OFFSET";

  private final BindContext context;
  private final QueryBinder queries;

  LimitBinder(BindContext context, QueryBinder queries) {
    this.context = context;
    this.queries = queries;
  }

  /** Returns some of the rows of a query that has a limit or an offset. */
  LogicalPlan bind(Query query, LogicalPlan plan) {
    boolean isPercent = query.limitKind() == LimitKind.PERCENT;
    Expr offset = once(number(query.offset(), OFFSET, DataType.INT64));
    DataType type = isPercent ? DataType.FLOAT64 : DataType.INT64;
    Expr count = once(number(query.limit(), "LIMIT", type));
    if (query.limitKind() == LimitKind.WITH_TIES) {
      return withTies(query, plan, offset, count);
    }
    return limited(query, plan, offset, count);
  }

  private LogicalPlan withTies(
      Query query, LogicalPlan plan, @Nullable Expr offset, @Nullable Expr count) {
    LogicalPlan limited = ComputedLimits.onSort(plan, sort -> limited(query, sort, offset, count));
    if (limited == null) {
      throw context.error(query.span(), "WITH TIES needs an ORDER BY to find ties in");
    }
    return limited;
  }

  private LogicalPlan limited(
      Query query, LogicalPlan plan, @Nullable Expr offset, @Nullable Expr count) {
    try {
      return ComputedLimits.of(plan, offset, count, query.limitKind());
    } catch (AnalysisException e) {
      Expression place = query.limit() == null ? query.offset() : query.limit();
      throw context.located(e, place == null ? query.span() : place.span());
    }
  }

  private @Nullable Expr number(@Nullable Expression expression, String clause, DataType type) {
    if (expression == null) {
      return null;
    }
    Expr parameter = context.parameterOf(expression, type);
    if (parameter != null) {
      return parameter;
    }
    ExpressionBinder binder =
        new ExpressionBinder(
            context,
            queries,
            Scope.empty(Plans.oneRow().schema()),
            ClauseContext.of(Clause.VALUES),
            null);
    Expr value = binder.bind(expression);
    if (value instanceof Expr.Literal(Long number, DataType given) && given.isInteger()) {
      if (number < 0) {
        throw context.error(expression.span(), clause + " must not be negative, not " + number);
      }
      return type.equals(DataType.INT64)
          ? new Expr.Literal(number, type)
          : new Expr.Literal(number.doubleValue(), type);
    }
    DataType given = binder.type(value);
    if (given instanceof DataType.Null || given.equals(type)) {
      return given instanceof DataType.Null && value instanceof Expr.Literal ? null : value;
    }
    boolean isText =
        value instanceof Expr.Literal literal && literal.type() instanceof DataType.Str;
    boolean isNumber = given.isNumeric() || isText;
    if (!isNumber || (clause.equals(OFFSET) && hasFraction(value))) {
      throw context.error(expression.span(), clause + " takes an integer, not " + value);
    }
    return binder.checked(new Expr.Cast(value, type, CastMode.STRICT), expression.span());
  }

  /** Returns a number that varies from call to call as a query, which runs once for all rows. */
  private static @Nullable Expr once(@Nullable Expr number) {
    if (number == null || !ExprParts.isVolatile(number)) {
      return number;
    }
    LogicalPlan one = Plans.project(Plans.oneRow(), List.of(new NamedExpr("$number", number)));
    return new Expr.ScalarSubquery(one, List.of());
  }

  /** Whether a number is written with a fraction: rows are not left out by halves. */
  private static boolean hasFraction(Expr value) {
    return value instanceof Expr.Literal literal
        && switch (literal.value()) {
          case BigDecimal number -> number.stripTrailingZeros().scale() > 0;
          case Double number -> number != Math.rint(number);
          case null, default -> false;
        };
  }
}
