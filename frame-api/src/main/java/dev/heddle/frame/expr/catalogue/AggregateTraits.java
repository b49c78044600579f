package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * How an aggregate function is computed, as far as passes ask.
 *
 * @param family what runs it
 * @param dependsOnRepetition whether it makes a difference how often a value comes
 * @param usesOrder whether a call may state an order of rows that the result depends on
 * @param keepsNulls whether a row whose argument is null changes the result
 * @param slides whether a row can be taken out of a state again
 * @param stateColumns the state of a {@link AggregateFamily#FOLD}
 */
record AggregateTraits(
    AggregateFamily family,
    boolean dependsOnRepetition,
    boolean usesOrder,
    boolean keepsNulls,
    boolean slides,
    List<Field> stateColumns) {
  AggregateTraits {
    stateColumns = List.copyOf(stateColumns);
  }

  static AggregateTraits of(AggregateFamily family) {
    return new AggregateTraits(
        family, family.dependsOnRepetition(), false, false, false, List.of());
  }

  /** Returns the traits of a fold, whose states have a count and then other columns. */
  static AggregateTraits fold(DataType type, String... columns) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("count", DataType.INT64, false));
    for (String column : columns) {
      fields.add(new Field(column, type, false));
    }
    return new AggregateTraits(AggregateFamily.FOLD, true, false, false, false, fields);
  }

  /** Returns the traits of variances and deviations. */
  static AggregateTraits moments() {
    return fold(DataType.FLOAT64, "mean", "squares");
  }

  /** Returns the traits of moments of rows whose weights decay. */
  static AggregateTraits decayed() {
    return fold(DataType.FLOAT64, "time", "rate", "weight", "weights_squared", "mean", "squares");
  }

  /** Returns the traits of functions of pairs. */
  static AggregateTraits pairs() {
    return fold(DataType.FLOAT64, "mean_y", "mean_x", "syy", "sxx", "sxy");
  }

  /** Returns the traits of a sketch that does not change where a value comes again. */
  static AggregateTraits sketch() {
    return of(AggregateFamily.SKETCH).withoutRepetition();
  }

  /** Returns the traits of sums with a compensation of rounding errors. */
  static AggregateTraits compensated() {
    return fold(DataType.INT64, "infinities", "negative_infinities", "nans", "sum", "lost")
        .sliding();
  }

  AggregateTraits withoutRepetition() {
    return new AggregateTraits(family, false, usesOrder, keepsNulls, slides, stateColumns);
  }

  AggregateTraits withOrder() {
    return new AggregateTraits(family, dependsOnRepetition, true, keepsNulls, slides, stateColumns);
  }

  AggregateTraits withNulls() {
    return new AggregateTraits(family, dependsOnRepetition, usesOrder, true, slides, stateColumns);
  }

  AggregateTraits sliding() {
    return new AggregateTraits(
        family, dependsOnRepetition, usesOrder, keepsNulls, true, stateColumns);
  }
}
