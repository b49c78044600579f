package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.expr.Expr;
import java.util.List;

/** Skewness and kurtosis, written out by sums of powers. */
final class MomentDefinitions {
  private final CallParts parts;
  private final Expr value;

  private MomentDefinitions(CallParts parts) {
    this.parts = parts;
    this.value = parts.argument(0);
  }

  static List<ExprFunction> all() {
    return List.of(
        moment("skewness", parts -> new MomentDefinitions(parts).skewness()),
        moment("kurtosis", parts -> new MomentDefinitions(parts).kurtosis()),
        moment("kurtosis_pop", parts -> new MomentDefinitions(parts).populationKurtosis()));
  }

  private static ExprFunction moment(String name, ExprFunction.Body body) {
    return ExprFunction.aggregate(name, 1, 1, FunctionEntry.DistinctUse.REFUSED, body);
  }

  private Expr count() {
    return parts.aggregate(AggregateFunction.COUNT, value);
  }

  /** The sum of the values to a power, as DOUBLE. */
  private Expr sum(int power) {
    Expr product = AggregateDefinitions.real(value);
    for (int i = 1; i < power; i++) {
      product = product.times(value);
    }
    return parts.aggregate(AggregateFunction.SUM, product);
  }

  /** The mean of the squared distances from the mean. */
  private Expr second() {
    return sum(2).minus(sum(1).power(lit(2)).div(count())).div(count());
  }

  private Expr third() {
    Expr corrected =
        sum(3)
            .minus(lit(3).times(sum(2)).times(sum(1)).div(count()))
            .plus(lit(2).times(sum(1).power(lit(3))).div(count().power(lit(2))));
    return corrected.div(count());
  }

  private Expr fourth() {
    Expr corrected =
        sum(4)
            .minus(lit(4).times(sum(3)).times(sum(1)).div(count()))
            .plus(lit(6).times(sum(2)).times(sum(1).power(lit(2))).div(count().power(lit(2))))
            .minus(lit(3).times(sum(1).power(lit(4))).div(count().power(lit(3))));
    return corrected.div(count());
  }

  /** The result where there are more values than a number and they vary, else null. */
  private Expr ofMoreThan(int values, Expr result) {
    Expr spread = sum(2).minus(sum(1).times(sum(1)).div(count()));
    return caseWhen(count().gt(lit(values)).and(spread.gt(lit(0))), result).otherwiseNull();
  }

  private Expr skewness() {
    Expr correction =
        AggregateDefinitions.real(count())
            .times(count().minus(lit(1)))
            .sqrt()
            .div(count().minus(lit(2)));
    return ofMoreThan(2, correction.times(third()).div(second().power(lit(1.5))));
  }

  private Expr kurtosis() {
    Expr less = count().minus(lit(1));
    Expr scaled = count().plus(lit(1)).times(fourth()).div(second().power(lit(2)));
    Expr divisor = AggregateDefinitions.real(count().minus(lit(2))).times(count().minus(lit(3)));
    return ofMoreThan(3, less.times(scaled.minus(lit(3).times(less))).div(divisor));
  }

  private Expr populationKurtosis() {
    return ofMoreThan(1, fourth().div(second().power(lit(2))).minus(lit(3)));
  }
}
