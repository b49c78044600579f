package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.greatest;
import static dev.heddle.frame.expr.Functions.lit;
import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles: {@code quantile_cont(x, f)}, or {@code percentile_cont(f) WITHIN GROUP (ORDER BY x)},
 * where DESC means {@code 1 - f}, as it does in {@code quantile_cont(x, f ORDER BY x DESC)}. A list
 * of fractions gives a list, and null if there are no rows.
 */
public final class QuantileDefinitions {
  /** Makes the quantile at one fraction. */
  private interface Quantile {
    Expr of(CallParts parts, SortKey value, Expr fraction);
  }

  private QuantileDefinitions() {}

  static List<ExprFunction> all() {
    return List.of(
        quantile(
            String.join(",", AggregateFunction.QUANTILE.sqlNames()) + ",percentile",
            (parts, value, fraction) ->
                computed(AggregateFunction.QUANTILE, parts, value, fraction)),
        quantile(
            String.join(",", AggregateFunction.APPROX_QUANTILE.sqlNames()),
            (parts, value, fraction) ->
                computed(AggregateFunction.APPROX_QUANTILE, parts, value, fraction)),
        quantile("quantile_disc,percentile_disc,quantile", QuantileDefinitions::discrete),
        quantile("percentile_approx,approx_percentile", QuantileDefinitions::discrete),
        ofSize("percentile_approx,approx_percentile"),
        quantile("reservoir_quantile", QuantileDefinitions::discrete),
        ofSize("reservoir_quantile"));
  }

  /**
   * Returns {@code quantile_cont} of decimals that no number of 64 bits holds, as such decimals.
   *
   * @param parts the call, whose value has that type
   */
  public static Expr ofDecimals(CallParts parts) {
    requireNonNull(parts, "parts is null");
    return quantiles("quantile_cont", parts, QuantileDefinitions::betweenDecimals);
  }

  private static Expr betweenDecimals(CallParts parts, SortKey given, Expr fraction) {
    Place place = checked(given, fraction);
    Expr list = parts.aggregate(AggregateFunction.ARRAY_AGG, place.value().expr());
    return ValueFunction.DECIMAL_QUANTILE.call(List.of(list, lit(place.position())));
  }

  /** An exact quantile under the name of an estimate, with a size that it has no use for. */
  private static ExprFunction ofSize(String names) {
    return ExprFunction.aggregate(
        names,
        3,
        3,
        FunctionEntry.DistinctUse.PASSED,
        parts ->
            quantiles(
                names,
                new CallParts(
                    parts.arguments().subList(0, 2),
                    parts.isDistinct(),
                    parts.filter(),
                    parts.orderBy(),
                    parts.nulls()),
                QuantileDefinitions::discrete));
  }

  private static ExprFunction quantile(String names, Quantile quantile) {
    return ExprFunction.aggregate(
            names,
            1,
            2,
            FunctionEntry.DistinctUse.PASSED,
            parts -> quantiles(names, parts, quantile))
        .withOrder(FunctionEntry.OrderUse.USED);
  }

  private static Expr quantiles(String names, CallParts parts, Quantile quantile) {
    boolean isWithinGroup = parts.count() == 1;
    if (isWithinGroup && parts.orderBy().size() != 1) {
      String name = names.split(",", 2)[0];
      throw new AnalysisException(
          name
              + " takes a value and a fraction, or a fraction and WITHIN GROUP (ORDER BY value)"
              + " with one key");
    }
    SortKey value = isWithinGroup ? parts.orderBy().getFirst() : value(parts);
    Expr fraction = parts.argument(parts.count() - 1);
    List<Expr> fractions = fractions(fraction);
    if (fractions == null) {
      return quantile.of(parts, value, fraction);
    }
    Expr list =
        new Expr.Call(
            ScalarFunction.LIST_OF,
            fractions.stream().map(each -> quantile.of(parts, value, each)).toList());
    Expr count = parts.notDistinct().aggregate(AggregateFunction.COUNT, value.expr());
    return caseWhen(count.gt(lit(0)), list).otherwiseNull();
  }

  /** The first argument in the order in which the call sorts it; other orders do not matter. */
  private static SortKey value(CallParts parts) {
    Expr value = parts.argument(0);
    List<SortKey> order = parts.orderBy();
    return !order.isEmpty() && order.getFirst().expr().equals(value)
        ? order.getFirst()
        : value.ascending();
  }

  /** The members of a list that is written out; null for all else. */
  private static @Nullable List<Expr> fractions(Expr fraction) {
    return fraction instanceof Expr.Call(ScalarFunction function, List<Expr> members)
            && function == ScalarFunction.LIST_OF
        ? members
        : null;
  }

  /** A place in an order of values. */
  private record Place(SortKey value, BigDecimal fraction) {
    /** Returns the fraction in ascending order. */
    double position() {
      boolean isDescending = value.direction() == SortDirection.DESCENDING;
      return (isDescending ? BigDecimal.ONE.subtract(fraction) : fraction).doubleValue();
    }
  }

  /** A fraction below zero is one of the opposite order. */
  private static Place checked(SortKey value, Expr fraction) {
    Expr plain = fraction instanceof Expr.Cast cast ? cast.operand() : fraction;
    if (plain instanceof Expr.Literal literal
        && literal.type().isNumeric()
        && literal.value() != null) {
      double number = ((Number) literal.value()).doubleValue();
      if (number >= -1 && number <= 1) {
        BigDecimal exact = new BigDecimal(literal.value().toString());
        return exact.signum() < 0
            ? new Place(reversed(value), exact.negate())
            : new Place(value, exact);
      }
    }
    throw new AnalysisException(
        "the fraction of a quantile must be a number from 0 to 1, or from -1 to 0 for that of the"
            + " opposite order");
  }

  private static SortKey reversed(SortKey value) {
    return value.direction() == SortDirection.DESCENDING
        ? value.expr().ascending()
        : value.expr().descending();
  }

  private static Expr computed(
      AggregateFunction function, CallParts parts, SortKey given, Expr fraction) {
    Place place = checked(given, fraction);
    return parts.aggregate(function, place.value().expr(), lit(place.position()));
  }

  /** The value at a place of the sorted list, which has nulls at the end. */
  private static Expr discrete(CallParts parts, SortKey given, Expr fraction) {
    Place place = checked(given, fraction);
    SortKey value = place.value();
    BigDecimal number = place.fraction();
    Expr list =
        parts
            .aggregate(AggregateFunction.ARRAY_AGG, value.expr())
            .listSort(value.direction(), NullPlacement.LAST);
    Expr count = parts.aggregate(AggregateFunction.COUNT, value.expr());
    Expr behind = count.minus(count.times(lit(number.doubleValue()))).floor();
    Expr position = greatest(lit(1), count.minus(behind.cast(DataType.INT64)));
    return call(ScalarFunction.ELEMENT, list, position);
  }
}
