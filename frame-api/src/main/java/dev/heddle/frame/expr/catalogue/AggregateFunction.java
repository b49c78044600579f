package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.catalogue.AggregateTraits.compensated;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.decayed;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.fold;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.moments;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.of;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.pairs;
import static dev.heddle.frame.expr.catalogue.AggregateTraits.sketch;
import static dev.heddle.frame.expr.catalogue.NullRule.NEVER_NULL;
import static dev.heddle.frame.expr.catalogue.NullRule.NULLABLE;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.List;

/**
 * The aggregate functions: many rows in, one value out.
 *
 * <p>Null arguments are left out, except where {@link #keepsNulls}. Over no row every function
 * gives null, the counts give 0. Every call may have a filter; {@code distinct} is free for all and
 * changes nothing for min, max, {@code bool_and}, {@code bool_or} and {@code any_value}.
 */
public enum AggregateFunction implements BuiltInFunction {
  /** Number of rows. */
  COUNT_ALL(
      "count(*)", 0, 0, TypeRules.fixed(DataType.INT64), NEVER_NULL, of(AggregateFamily.COUNT)),
  /** Number of rows in which no argument is null; if distinct, of different combinations. */
  COUNT(
      "count",
      1,
      63,
      TypeRules.fixed(DataType.INT64, ParameterType.ANY),
      NEVER_NULL,
      of(AggregateFamily.COUNT)),
  /** Checked sum; of floats, in no fixed order. */
  SUM("sum", 1, 1, AggregateRules::aggregateSum, NULLABLE, of(AggregateFamily.SUM)),
  /** Mean as DOUBLE. */
  AVG("avg,mean,try_avg", 1, 1, AggregateRules::statistic, NULLABLE, of(AggregateFamily.MEAN)),
  /** Smallest value. */
  MIN("min", 1, 1, AggregateRules::compared, NULLABLE, of(AggregateFamily.EXTREME)),
  /** Largest value; NaN if there is one. */
  MAX("max", 1, 1, AggregateRules::compared, NULLABLE, of(AggregateFamily.EXTREME)),
  /** Value of the first row, null or not, in the call's order; without an order, of any row. */
  FIRST(
      "first,first_value",
      1,
      1,
      TypeRules::same,
      NULLABLE,
      of(AggregateFamily.PICK).withOrder().withNulls()),
  /** Value of the last row, null or not, in the call's order; without an order, of any row. */
  LAST(
      "last,last_value",
      1,
      1,
      TypeRules::same,
      NULLABLE,
      of(AggregateFamily.PICK).withOrder().withNulls()),
  /** Some value that is not null. */
  ANY_VALUE("any_value,arbitrary", 1, 1, TypeRules::same, NULLABLE, of(AggregateFamily.PICK)),
  /** Standard deviation of a sample; null below two values. */
  STDDEV_SAMP("stddev_samp,stddev,std", 1, 1, AggregateRules::statistic, NULLABLE, moments()),
  /** Standard deviation of a population. */
  STDDEV_POP("stddev_pop", 1, 1, AggregateRules::statistic, NULLABLE, moments()),
  /** Variance of a sample; null below two values. */
  VAR_SAMP("var_samp,variance", 1, 1, AggregateRules::statistic, NULLABLE, moments()),
  /** Variance of a population. */
  VAR_POP("var_pop", 1, 1, AggregateRules::statistic, NULLABLE, moments()),
  /** Product as DOUBLE, which overflows or underflows only as a whole. */
  PRODUCT(
      "product",
      1,
      1,
      AggregateRules::statistic,
      NULLABLE,
      fold(DataType.INT64, "exponent", "zeros", "infinities", "nans", "negatives", "significand")
          .sliding()),
  /** Sum as DOUBLE with a compensation of rounding errors. */
  COMPENSATED_SUM(
      "fsum,kahan_sum,sumkahan", 1, 1, AggregateRules::statistic, NULLABLE, compensated()),
  /** Mean by {@link #COMPENSATED_SUM}. */
  COMPENSATED_MEAN("favg", 1, 1, AggregateRules::statistic, NULLABLE, compensated()),
  /**
   * {@code decayed_avg(x, t, weight, rate)}: mean of x where a row counts for {@code weight *
   * exp(-rate * (last t - t))}; as are the next two, over rows in which no argument is null, of
   * which all have one rate.
   */
  DECAYED_AVG("decayed_avg", 4, 4, AggregateRules::statistic, NULLABLE, decayed()),
  /** Variance of a population of such weights. */
  DECAYED_VAR_POP("decayed_var_pop", 4, 4, AggregateRules::statistic, NULLABLE, decayed()),
  /** Variance of what rows of such weights are a sample of; null below two. */
  DECAYED_VAR_SAMP("decayed_var_samp", 4, 4, AggregateRules::statistic, NULLABLE, decayed()),
  /**
   * Middle value, or the mean of the middle two, as DOUBLE; of decimals of up to 18 digits as one,
   * cut to their scale.
   */
  MEDIAN("median", 1, 1, AggregateRules::middle, NULLABLE, of(AggregateFamily.QUANTILE)),
  /**
   * {@code quantile_cont(x, fraction)}: continuous quantile (linear between the two nearest
   * values), in types as {@link #MEDIAN}; the fraction is a literal in 0 to 1.
   */
  QUANTILE(
      "quantile_cont,percentile_cont",
      2,
      2,
      AggregateRules::quantileBetween,
      NULLABLE,
      of(AggregateFamily.QUANTILE)),
  /**
   * About the number of different values, from a HyperLogLog sketch: its relative standard error is
   * 1.6 %; exact for few values.
   */
  APPROX_COUNT_DISTINCT(
      "approx_count_distinct",
      1,
      1,
      TypeRules.fixed(DataType.INT64, ParameterType.ANY),
      NEVER_NULL,
      of(AggregateFamily.SKETCH).withoutRepetition()),
  /**
   * {@code approx_quantile(x, fraction)}: a value, as DOUBLE, whose rank is within about 1.4 % of
   * the wanted one in 99 of 100 cases, from a KLL sketch; the fraction is a literal in 0 to 1.
   */
  APPROX_QUANTILE(
      "approx_quantile", 2, 2, AggregateRules::quantile, NULLABLE, of(AggregateFamily.SKETCH)),
  /** A HyperLogLog sketch of the different values, as a binary. */
  HLL_SKETCH("hll_sketch_agg", 1, 1, AggregateRules::sketched, NULLABLE, sketch()),
  /** The sketch of all values of HyperLogLog sketches. */
  HLL_UNION("hll_union_agg", 1, 1, AggregateRules::sketches, NULLABLE, sketch()),
  /** A theta sketch of the different values, as a binary. */
  THETA_SKETCH("theta_sketch_agg", 1, 1, AggregateRules::sketched, NULLABLE, sketch()),
  /** The sketch of all values of theta sketches. */
  THETA_UNION("theta_union_agg", 1, 1, AggregateRules::sketches, NULLABLE, sketch()),
  /** A KLL sketch of numbers, as a binary; NaN is left out. */
  KLL_SKETCH(
      "kll_sketch_agg_double",
      1,
      1,
      TypeRules.fixed(DataType.BINARY, ParameterType.REAL),
      NULLABLE,
      of(AggregateFamily.SKETCH)),
  /** The sketch of all values of KLL sketches. */
  KLL_MERGE(
      "kll_merge_agg_double", 1, 1, AggregateRules::sketches, NULLABLE, of(AggregateFamily.SKETCH)),
  /**
   * Pearson's correlation of pairs, as are all functions of two numbers here over rows in which
   * neither is null; NaN where one does not vary.
   */
  CORR("corr", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Covariance of a sample; null below two pairs. */
  COVAR_SAMP("covar_samp", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Covariance of a population. */
  COVAR_POP("covar_pop", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Number of pairs (y, x). */
  REGR_COUNT("regr_count", 2, 2, AggregateRules::pairCount, NEVER_NULL, pairs()),
  /** Mean of x. */
  REGR_AVGX("regr_avgx", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Mean of y. */
  REGR_AVGY("regr_avgy", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Sum of the squared distances of x from its mean. */
  REGR_SXX("regr_sxx", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Sum of the squared distances of y from its mean. */
  REGR_SYY("regr_syy", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Sum of the products of the distances from the means. */
  REGR_SXY("regr_sxy", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Slope of the line through pairs (y, x) with the least squared errors; NaN for one x. */
  REGR_SLOPE("regr_slope", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Where that line meets x = 0; null for one x. */
  REGR_INTERCEPT("regr_intercept", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** Square of the correlation; 1 for one y, null for one x. */
  REGR_R2("regr_r2", 2, 2, AggregateRules::statistic, NULLABLE, pairs()),
  /** List of all values, nulls too (distinct: without), in the call's order; null over no row. */
  ARRAY_AGG(
      "array_agg,list,collect_list",
      1,
      1,
      AggregateRules::collected,
      NULLABLE,
      of(AggregateFamily.LIST).withOrder().withNulls()),
  /**
   * {@code string_agg(x, separator)}: the values that are not null, as text, with the separator
   * between them, in the call's order; the separator is the same in all rows of a group.
   */
  STRING_AGG(
      "string_agg,listagg,group_concat",
      2,
      2,
      TypeRules.fixed(DataType.STRING, ParameterType.AS_TEXT, ParameterType.TEXT),
      NULLABLE,
      of(AggregateFamily.LIST).withOrder()),
  /** True if every value is. */
  BOOL_AND(
      "bool_and,every",
      1,
      1,
      TypeRules.fixed(DataType.BOOL, ParameterType.TRUTH),
      NULLABLE,
      of(AggregateFamily.EXTREME)),
  /** True if some value is. */
  BOOL_OR(
      "bool_or,some,any",
      1,
      1,
      TypeRules.fixed(DataType.BOOL, ParameterType.TRUTH),
      NULLABLE,
      of(AggregateFamily.EXTREME)),
  /**
   * Value of the only row; null over no row; more than one row is an error of code {@code
   * SUBQUERY_MULTIPLE_ROWS}. Scalar subqueries become this.
   */
  SINGLE_VALUE(
      "single_value", 1, 1, TypeRules::same, NULLABLE, of(AggregateFamily.PICK).withNulls()),
  /**
   * An aggregate of the user's own, which is not called by this name: the call has the code and the
   * types.
   */
  USER("user_aggregate", 1, 63, TypeRules::same, NULLABLE, of(AggregateFamily.USER).withNulls()),
  /**
   * In grouping sets: one bit per argument, 1 where the key is not part of the row's grouping set;
   * SQL only.
   */
  GROUPING(
      "grouping,grouping_id",
      1,
      63,
      TypeRules.fixed(DataType.INT64, ParameterType.ANY),
      NEVER_NULL,
      of(AggregateFamily.GROUPING));

  private final FunctionShape shape;
  private final TypeRule typeRule;
  private final AggregateTraits traits;

  AggregateFunction(
      String sqlNames,
      int minArguments,
      int maxArguments,
      TypeRule typeRule,
      NullRule nullRule,
      AggregateTraits traits) {
    this.shape = FunctionShape.of(sqlNames, minArguments, maxArguments, nullRule);
    this.typeRule = typeRule;
    this.traits = traits;
  }

  @Override
  public FunctionShape shape() {
    return shape;
  }

  /** Returns what runs it. */
  public AggregateFamily family() {
    return traits.family();
  }

  /** Returns whether it makes a difference how often a value comes, and so what DISTINCT does. */
  public boolean dependsOnRepetition() {
    return traits.dependsOnRepetition();
  }

  /** Returns whether the states of two parts of a group make the state of both. */
  public boolean isMergeable() {
    return family().isMergeable();
  }

  /**
   * Returns the state columns of a {@link AggregateFamily#FOLD}; those of other families depend on
   * the call's types.
   */
  public List<Field> stateColumns() {
    return traits.stateColumns();
  }

  /** Returns whether a row can be taken out of a state, as a frame moves on. */
  public boolean slides() {
    return traits.slides();
  }

  /** Returns whether the result depends on the order of rows, so that a call may state one. */
  public boolean usesOrder() {
    return traits.usesOrder();
  }

  /** Returns whether a row whose argument is null changes the result. */
  public boolean keepsNulls() {
    return traits.keepsNulls();
  }

  /** Returns whether it is called by its names in SQL; others are made in other ways. */
  public boolean isNamed() {
    return this != USER;
  }

  /** Returns whether it is the value of the first or last row. */
  public boolean picksRow() {
    return this == FIRST || this == LAST;
  }

  /** Returns whether the second argument is a fraction, a literal from 0 to 1. */
  public boolean takesFraction() {
    return this == QUANTILE || this == APPROX_QUANTILE;
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    return CatalogueFunctions.resolve(this, typeRule, arguments);
  }
}
