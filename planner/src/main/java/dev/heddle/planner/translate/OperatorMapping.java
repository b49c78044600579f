package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.planner.types.CalciteSetup;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The one table between operators in plans and the catalogue's functions.
 *
 * <p>Functions that Calcite's rules reason about (comparisons, logic, arithmetic, LIKE, COALESCE,
 * the common aggregates) are Calcite's own operators in plans, all others operators made from the
 * catalogue.
 */
public final class OperatorMapping {
  private static final Map<ScalarFunction, SqlOperator> OPERATORS =
      new EnumMap<>(ScalarFunction.class);
  private static final Map<SqlOperator, ScalarFunction> SCALARS = new HashMap<>();
  private static final Map<AggregateFunction, SqlAggFunction> AGGREGATES =
      new EnumMap<>(AggregateFunction.class);
  private static final Map<SqlOperator, AggregateFunction> AGGREGATE_FUNCTIONS =
      new LinkedHashMap<>();
  private static final Map<WindowFunction, SqlAggFunction> WINDOWS =
      new EnumMap<>(WindowFunction.class);
  private static final Map<SqlOperator, WindowFunction> WINDOW_FUNCTIONS = new LinkedHashMap<>();

  static {
    CalciteSetup.ensure();
    std(ScalarFunction.ADD, SqlStdOperatorTable.PLUS);
    std(ScalarFunction.SUBTRACT, SqlStdOperatorTable.MINUS);
    std(ScalarFunction.MULTIPLY, SqlStdOperatorTable.MULTIPLY);
    std(ScalarFunction.DIVIDE, SqlStdOperatorTable.DIVIDE);
    std(ScalarFunction.NEGATE, SqlStdOperatorTable.UNARY_MINUS);
    std(ScalarFunction.EQ, SqlStdOperatorTable.EQUALS);
    std(ScalarFunction.NOT_EQ, SqlStdOperatorTable.NOT_EQUALS);
    std(ScalarFunction.LT, SqlStdOperatorTable.LESS_THAN);
    std(ScalarFunction.LT_EQ, SqlStdOperatorTable.LESS_THAN_OR_EQUAL);
    std(ScalarFunction.GT, SqlStdOperatorTable.GREATER_THAN);
    std(ScalarFunction.GT_EQ, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);
    std(ScalarFunction.IS_DISTINCT_FROM, SqlStdOperatorTable.IS_DISTINCT_FROM);
    std(ScalarFunction.IS_NOT_DISTINCT_FROM, SqlStdOperatorTable.IS_NOT_DISTINCT_FROM);
    std(ScalarFunction.AND, SqlStdOperatorTable.AND);
    std(ScalarFunction.OR, SqlStdOperatorTable.OR);
    std(ScalarFunction.NOT, SqlStdOperatorTable.NOT);
    std(ScalarFunction.IS_NULL, SqlStdOperatorTable.IS_NULL);
    std(ScalarFunction.IS_NOT_NULL, SqlStdOperatorTable.IS_NOT_NULL);
    std(ScalarFunction.IS_TRUE, SqlStdOperatorTable.IS_TRUE);
    std(ScalarFunction.IS_NOT_TRUE, SqlStdOperatorTable.IS_NOT_TRUE);
    std(ScalarFunction.IS_FALSE, SqlStdOperatorTable.IS_FALSE);
    std(ScalarFunction.IS_NOT_FALSE, SqlStdOperatorTable.IS_NOT_FALSE);
    std(ScalarFunction.COALESCE, SqlStdOperatorTable.COALESCE);
    std(ScalarFunction.LIKE, SqlStdOperatorTable.LIKE);
    for (ScalarFunction function : ScalarFunction.values()) {
      if (!OPERATORS.containsKey(function)) {
        std(function, new CatalogueFunctionOperator(function));
      }
    }
    SCALARS.put(SqlStdOperatorTable.IS_UNKNOWN, ScalarFunction.IS_NULL);
    SCALARS.put(SqlStdOperatorTable.IS_NOT_UNKNOWN, ScalarFunction.IS_NOT_NULL);
    aggregate(AggregateFunction.COUNT_ALL, SqlStdOperatorTable.COUNT);
    aggregate(AggregateFunction.COUNT, SqlStdOperatorTable.COUNT);
    aggregate(AggregateFunction.SUM, SqlStdOperatorTable.SUM);
    aggregate(AggregateFunction.AVG, SqlStdOperatorTable.AVG);
    aggregate(AggregateFunction.MIN, SqlStdOperatorTable.MIN);
    aggregate(AggregateFunction.MAX, SqlStdOperatorTable.MAX);
    aggregate(AggregateFunction.ANY_VALUE, SqlStdOperatorTable.ANY_VALUE);
    aggregate(AggregateFunction.STDDEV_SAMP, SqlStdOperatorTable.STDDEV_SAMP);
    aggregate(AggregateFunction.STDDEV_POP, SqlStdOperatorTable.STDDEV_POP);
    aggregate(AggregateFunction.VAR_SAMP, SqlStdOperatorTable.VAR_SAMP);
    aggregate(AggregateFunction.VAR_POP, SqlStdOperatorTable.VAR_POP);
    aggregate(AggregateFunction.GROUPING, SqlStdOperatorTable.GROUPING);
    for (AggregateFunction function : AggregateFunction.values()) {
      if (!AGGREGATES.containsKey(function) && !function.takesFraction() && function.isNamed()) {
        aggregate(function, new CatalogueAggregateOperator(function));
      }
    }
    window(WindowFunction.ROW_NUMBER, SqlStdOperatorTable.ROW_NUMBER);
    window(WindowFunction.RANK, SqlStdOperatorTable.RANK);
    window(WindowFunction.DENSE_RANK, SqlStdOperatorTable.DENSE_RANK);
    window(WindowFunction.PERCENT_RANK, SqlStdOperatorTable.PERCENT_RANK);
    window(WindowFunction.CUME_DIST, SqlStdOperatorTable.CUME_DIST);
    window(WindowFunction.LAG, SqlStdOperatorTable.LAG);
    window(WindowFunction.LEAD, SqlStdOperatorTable.LEAD);
    window(WindowFunction.FIRST_VALUE, new PickOperator(SqlKind.FIRST_VALUE));
    window(WindowFunction.LAST_VALUE, new PickOperator(SqlKind.LAST_VALUE));
    window(WindowFunction.NTH_VALUE, new PickOperator(SqlKind.NTH_VALUE));
    window(WindowFunction.NTILE, new NtileOperator());
  }

  private OperatorMapping() {}

  private static void std(ScalarFunction function, SqlOperator operator) {
    OPERATORS.put(function, operator);
    SCALARS.put(operator, function);
  }

  private static void aggregate(AggregateFunction function, SqlAggFunction operator) {
    AGGREGATES.put(function, operator);
    AGGREGATE_FUNCTIONS.put(operator, function);
  }

  private static void window(WindowFunction function, SqlAggFunction operator) {
    WINDOWS.put(function, operator);
    WINDOW_FUNCTIONS.put(operator, function);
  }

  /** Returns the operator that represents the function in plans. */
  public static SqlOperator operator(ScalarFunction function) {
    return OPERATORS.get(function);
  }

  /** Returns the scalar function that an operator in a plan represents. */
  public static Optional<ScalarFunction> scalar(SqlOperator operator) {
    return Optional.ofNullable(SCALARS.get(operator));
  }

  /**
   * Returns the operator that represents the aggregate in plans; for quantiles see {@link
   * #quantile}.
   */
  public static SqlAggFunction operator(AggregateFunction function) {
    return AGGREGATES.get(function);
  }

  /** Returns the operator for a quantile; its only argument is the value. */
  public static SqlAggFunction quantile(AggregateFunction function, double fraction) {
    return new QuantileOperator(function, fraction);
  }

  /** Returns the fraction of a quantile's operator; empty for other operators. */
  public static Optional<Double> quantileFraction(SqlOperator operator) {
    return operator instanceof QuantileOperator quantile
        ? Optional.of(quantile.fraction())
        : Optional.empty();
  }

  /** Returns what makes results of states of an aggregate of the user's own; empty for others. */
  public static Optional<UserFunction> userCode(SqlOperator operator) {
    return operator instanceof UserAggregateOperator user
        ? Optional.of(user.aggregate().ofState())
        : Optional.empty();
  }

  /**
   * Returns the aggregate that an operator represents; {@code COUNT} also where the call has no
   * argument.
   */
  public static Optional<AggregateFunction> aggregate(SqlOperator operator) {
    return switch (operator) {
      case QuantileOperator quantile -> Optional.of(quantile.function());
      case UserAggregateOperator _ -> Optional.of(AggregateFunction.USER);
      default -> Optional.ofNullable(AGGREGATE_FUNCTIONS.get(operator));
    };
  }

  /** Returns the operator that represents the window function in plans. */
  public static SqlAggFunction operator(WindowFunction function) {
    return WINDOWS.get(function);
  }

  /** Returns the window function that an operator represents; empty for aggregates over windows. */
  public static Optional<WindowFunction> window(SqlOperator operator) {
    return Optional.ofNullable(WINDOW_FUNCTIONS.get(operator));
  }
}
