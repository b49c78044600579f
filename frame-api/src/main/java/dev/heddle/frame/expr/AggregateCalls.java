package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.AggregateFunction;

/**
 * Aggregates; part of {@link Functions}, by which they are called. A language without inherited
 * static methods, as Scala is, calls them by this class.
 */
public abstract sealed class AggregateCalls extends WindowCalls permits Functions {
  AggregateCalls() {}

  /** Returns the number of rows. */
  public static Expr.Aggregate count() {
    return Expr.Aggregate.of(AggregateFunction.COUNT_ALL);
  }

  /** Returns the number of values that are not null. */
  public static Expr.Aggregate count(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.COUNT, value);
  }

  /** Returns the number of the column's values that are not null. */
  public static Expr.Aggregate count(String column) {
    return count(Functions.col(column));
  }

  /** Returns the number of different values that are not null. */
  public static Expr.Aggregate countDistinct(Expr value) {
    return count(value).distinct();
  }

  /** Returns the number of different combinations of values of which none is null. */
  public static Expr.Aggregate countDistinct(Expr first, Expr... others) {
    requireNonNull(others, "others is null");
    Expr[] values = new Expr[others.length + 1];
    values[0] = first;
    System.arraycopy(others, 0, values, 1, others.length);
    return Expr.Aggregate.of(AggregateFunction.COUNT, values).distinct();
  }

  /** Returns the number of the column's different values that are not null. */
  public static Expr.Aggregate countDistinct(String column) {
    return countDistinct(Functions.col(column));
  }

  /**
   * Returns the sum: of integers a BIGINT, of BIGINT and decimals 38 digits, of floats a DOUBLE.
   */
  public static Expr.Aggregate sum(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.SUM, value);
  }

  /** Returns the column's sum as {@link #sum(Expr)}. */
  public static Expr.Aggregate sum(String column) {
    return sum(Functions.col(column));
  }

  /** Returns the mean as a DOUBLE. */
  public static Expr.Aggregate avg(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.AVG, value);
  }

  /** Returns the column's mean as a DOUBLE. */
  public static Expr.Aggregate avg(String column) {
    return avg(Functions.col(column));
  }

  /** Returns the smallest value. */
  public static Expr.Aggregate min(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MIN, value);
  }

  /** Returns the column's smallest value. */
  public static Expr.Aggregate min(String column) {
    return min(Functions.col(column));
  }

  /** Returns the largest value. */
  public static Expr.Aggregate max(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MAX, value);
  }

  /** Returns the column's largest value. */
  public static Expr.Aggregate max(String column) {
    return max(Functions.col(column));
  }

  /**
   * Returns the first row's value; give it an order by {@link Expr.Aggregate#orderBy}, or any row
   * may be first.
   */
  public static Expr.Aggregate first(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.FIRST, value);
  }

  /** Returns the first row's value of the column, as {@link #first(Expr)}. */
  public static Expr.Aggregate first(String column) {
    return first(Functions.col(column));
  }

  /**
   * Returns the last row's value; give it an order by {@link Expr.Aggregate#orderBy}, or any row
   * may be last.
   */
  public static Expr.Aggregate last(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.LAST, value);
  }

  /** Returns the last row's value of the column, as {@link #last(Expr)}. */
  public static Expr.Aggregate last(String column) {
    return last(Functions.col(column));
  }

  /** Returns some value that is not null. */
  public static Expr.Aggregate anyValue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.ANY_VALUE, value);
  }

  /** Returns some value of the column that is not null. */
  public static Expr.Aggregate anyValue(String column) {
    return anyValue(Functions.col(column));
  }

  /** Returns the standard deviation of a sample. */
  public static Expr.Aggregate stddev(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.STDDEV_SAMP, value);
  }

  /** Returns the column's standard deviation of a sample. */
  public static Expr.Aggregate stddev(String column) {
    return stddev(Functions.col(column));
  }

  /** Returns the standard deviation of a population. */
  public static Expr.Aggregate stddevPop(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.STDDEV_POP, value);
  }

  /** Returns the variance of a sample. */
  public static Expr.Aggregate variance(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.VAR_SAMP, value);
  }

  /** Returns the column's variance of a sample. */
  public static Expr.Aggregate variance(String column) {
    return variance(Functions.col(column));
  }

  /** Returns the variance of a population. */
  public static Expr.Aggregate variancePop(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.VAR_POP, value);
  }

  /** Returns the median as a DOUBLE, of decimals of up to 18 digits as one. */
  public static Expr.Aggregate median(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.MEDIAN, value);
  }

  /** Returns the column's median as {@link #median(Expr)}. */
  public static Expr.Aggregate median(String column) {
    return median(Functions.col(column));
  }

  /** Returns the quantile at a fraction from 0 to 1, linear between the two nearest values. */
  public static Expr.Aggregate quantile(Expr value, double fraction) {
    return Expr.Aggregate.of(AggregateFunction.QUANTILE, value, Functions.lit(fraction));
  }

  /** Returns the column's quantile as {@link #quantile(Expr, double)}. */
  public static Expr.Aggregate quantile(String column, double fraction) {
    return quantile(Functions.col(column), fraction);
  }

  /** Returns about the number of different values that are not null, off by some per cent. */
  public static Expr.Aggregate approxCountDistinct(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.APPROX_COUNT_DISTINCT, value);
  }

  /** Returns the column's number of values as {@link #approxCountDistinct(Expr)}. */
  public static Expr.Aggregate approxCountDistinct(String column) {
    return approxCountDistinct(Functions.col(column));
  }

  /** Returns a value near the quantile at a fraction from 0 to 1, in little memory. */
  public static Expr.Aggregate approxQuantile(Expr value, double fraction) {
    return Expr.Aggregate.of(AggregateFunction.APPROX_QUANTILE, value, Functions.lit(fraction));
  }

  /** Returns the column's quantile as {@link #approxQuantile(Expr, double)}. */
  public static Expr.Aggregate approxQuantile(String column, double fraction) {
    return approxQuantile(Functions.col(column), fraction);
  }

  /** Returns the correlation of pairs; NaN where one of them does not vary. */
  public static Expr.Aggregate corr(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.CORR, y, x);
  }

  /** Returns the covariance of a sample. */
  public static Expr.Aggregate covariance(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.COVAR_SAMP, y, x);
  }

  /** Returns the covariance of a population. */
  public static Expr.Aggregate covariancePop(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.COVAR_POP, y, x);
  }

  /** Returns the slope of the line through pairs with the least squared errors. */
  public static Expr.Aggregate regressionSlope(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_SLOPE, y, x);
  }

  /** Returns where the line of {@link #regressionSlope} meets x = 0. */
  public static Expr.Aggregate regressionIntercept(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_INTERCEPT, y, x);
  }

  /** Returns the square of the correlation. */
  public static Expr.Aggregate regressionR2(Expr y, Expr x) {
    return Expr.Aggregate.of(AggregateFunction.REGR_R2, y, x);
  }

  /** Returns a list of all values, nulls too; give it an order to have them in one. */
  public static Expr.Aggregate collectList(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.ARRAY_AGG, value);
  }

  /** Returns a list of all values of the column as {@link #collectList(Expr)}. */
  public static Expr.Aggregate collectList(String column) {
    return collectList(Functions.col(column));
  }

  /** Returns the texts that are not null with a separator between them. */
  public static Expr.Aggregate joinText(Expr value, String separator) {
    return Expr.Aggregate.of(AggregateFunction.STRING_AGG, value, Functions.lit(separator));
  }

  /** Returns whether all values are true. */
  public static Expr.Aggregate allTrue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.BOOL_AND, value);
  }

  /** Returns whether some value is true. */
  public static Expr.Aggregate anyTrue(Expr value) {
    return Expr.Aggregate.of(AggregateFunction.BOOL_OR, value);
  }

  /** Returns the product as a DOUBLE. */
  public static Expr product(Expr value) {
    return Functions.call("product", value);
  }

  /** Returns the value that comes most often. */
  public static Expr mode(Expr value) {
    return Functions.call("mode", value);
  }

  /** Returns the entropy of how often each value comes, in bits. */
  public static Expr entropy(Expr value) {
    return Functions.call("entropy", value);
  }

  /** Returns the skewness of what the values are a sample of. */
  public static Expr skewness(Expr value) {
    return Functions.call("skewness", value);
  }

  /** Returns the excess kurtosis of what the values are a sample of. */
  public static Expr kurtosis(Expr value) {
    return Functions.call("kurtosis", value);
  }

  /** Returns the value of the row in which another is largest. */
  public static Expr argMax(Expr value, Expr by) {
    return Functions.call("arg_max", value, by);
  }

  /** Returns the value of the row in which another is smallest. */
  public static Expr argMin(Expr value, Expr by) {
    return Functions.call("arg_min", value, by);
  }

  /** Returns a list of the n largest values, the largest first. */
  public static Expr topK(Expr value, int n) {
    return Functions.call("max", value, Functions.lit(n));
  }

  /** Returns a list of the n smallest values, the smallest first. */
  public static Expr bottomK(Expr value, int n) {
    return Functions.call("min", value, Functions.lit(n));
  }
}
