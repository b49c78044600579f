package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.math.BigDecimal;
import java.time.Period;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of expressions, and three-valued logic of booleans; part of {@link Expr}.
 *
 * <p>The other side is an expression or a Java value that {@link Functions#lit(Comparable)} takes:
 * a boolean, number, character, text, date, time, timestamp, duration, UUID or enum constant, whose
 * name is text; a null is SQL's. A value of another class is an {@link
 * dev.heddle.frame.error.AnalysisException} at once.
 */
public sealed interface ExprComparisons permits Expr {
  private Expr call(ScalarFunction function, Expr other) {
    return ExprCalls.on((Expr) this, function, requireNonNull(other, "other is null"));
  }

  private Expr in(List<Expr> values) {
    return new Expr.In((Expr) this, values);
  }

  /** Returns whether both are equal. */
  default Expr eqTo(Expr other) {
    return call(ScalarFunction.EQ, other);
  }

  /** Returns whether this equals the value. */
  default Expr eqTo(@Nullable Comparable<?> value) {
    return eqTo(Literals.of(value));
  }

  /** Returns whether this equals the bytes. */
  default Expr eqTo(byte @Nullable [] value) {
    return eqTo(Literals.of(value));
  }

  /** Returns whether this equals the interval. */
  default Expr eqTo(@Nullable Period value) {
    return eqTo(Literals.of(value));
  }

  /** Returns whether this equals the value, which is null if there is none. */
  default Expr eqTo(Optional<?> value) {
    return eqTo(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether both differ. */
  default Expr notEqTo(Expr other) {
    return call(ScalarFunction.NOT_EQ, other);
  }

  /** Returns whether this differs from the value. */
  default Expr notEqTo(@Nullable Comparable<?> value) {
    return notEqTo(Literals.of(value));
  }

  /** Returns whether this differs from the bytes. */
  default Expr notEqTo(byte @Nullable [] value) {
    return notEqTo(Literals.of(value));
  }

  /** Returns whether this differs from the interval. */
  default Expr notEqTo(@Nullable Period value) {
    return notEqTo(Literals.of(value));
  }

  /** Returns whether this differs from the value, which is null if there is none. */
  default Expr notEqTo(Optional<?> value) {
    return notEqTo(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether this is less. */
  default Expr lt(Expr other) {
    return call(ScalarFunction.LT, other);
  }

  /** Returns whether this is less than the value. */
  default Expr lt(@Nullable Comparable<?> value) {
    return lt(Literals.of(value));
  }

  /** Returns whether this is less than the bytes. */
  default Expr lt(byte @Nullable [] value) {
    return lt(Literals.of(value));
  }

  /** Returns whether this is less than the interval. */
  default Expr lt(@Nullable Period value) {
    return lt(Literals.of(value));
  }

  /** Returns whether this is less than the value, which is null if there is none. */
  default Expr lt(Optional<?> value) {
    return lt(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether this is less or equal. */
  default Expr ltEq(Expr other) {
    return call(ScalarFunction.LT_EQ, other);
  }

  /** Returns whether this is at most the value. */
  default Expr ltEq(@Nullable Comparable<?> value) {
    return ltEq(Literals.of(value));
  }

  /** Returns whether this is at most the bytes. */
  default Expr ltEq(byte @Nullable [] value) {
    return ltEq(Literals.of(value));
  }

  /** Returns whether this is at most the interval. */
  default Expr ltEq(@Nullable Period value) {
    return ltEq(Literals.of(value));
  }

  /** Returns whether this is at most the value, which is null if there is none. */
  default Expr ltEq(Optional<?> value) {
    return ltEq(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether this is greater. */
  default Expr gt(Expr other) {
    return call(ScalarFunction.GT, other);
  }

  /** Returns whether this is greater than the value. */
  default Expr gt(@Nullable Comparable<?> value) {
    return gt(Literals.of(value));
  }

  /** Returns whether this is greater than the bytes. */
  default Expr gt(byte @Nullable [] value) {
    return gt(Literals.of(value));
  }

  /** Returns whether this is greater than the interval. */
  default Expr gt(@Nullable Period value) {
    return gt(Literals.of(value));
  }

  /** Returns whether this is greater than the value, which is null if there is none. */
  default Expr gt(Optional<?> value) {
    return gt(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether this is greater or equal. */
  default Expr gtEq(Expr other) {
    return call(ScalarFunction.GT_EQ, other);
  }

  /** Returns whether this is at least the value. */
  default Expr gtEq(@Nullable Comparable<?> value) {
    return gtEq(Literals.of(value));
  }

  /** Returns whether this is at least the bytes. */
  default Expr gtEq(byte @Nullable [] value) {
    return gtEq(Literals.of(value));
  }

  /** Returns whether this is at least the interval. */
  default Expr gtEq(@Nullable Period value) {
    return gtEq(Literals.of(value));
  }

  /** Returns whether this is at least the value, which is null if there is none. */
  default Expr gtEq(Optional<?> value) {
    return gtEq(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether both differ, where null equals null and nothing else; never null. */
  default Expr isDistinctFrom(Expr other) {
    return call(ScalarFunction.IS_DISTINCT_FROM, other);
  }

  /** Returns whether this differs from the value, where null equals null only. */
  default Expr isDistinctFrom(@Nullable Comparable<?> value) {
    return isDistinctFrom(Literals.of(value));
  }

  /** Returns whether this differs from the bytes, where null equals null only. */
  default Expr isDistinctFrom(byte @Nullable [] value) {
    return isDistinctFrom(Literals.of(value));
  }

  /** Returns whether this differs from the interval, where null equals null only. */
  default Expr isDistinctFrom(@Nullable Period value) {
    return isDistinctFrom(Literals.of(value));
  }

  /**
   * Returns whether this differs from the value, which is null if there is none, where null equals
   * null only.
   */
  default Expr isDistinctFrom(Optional<?> value) {
    return isDistinctFrom(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether both are equal, where null equals null and nothing else; never null. */
  default Expr isNotDistinctFrom(Expr other) {
    return call(ScalarFunction.IS_NOT_DISTINCT_FROM, other);
  }

  /** Returns whether this equals the value, where null equals null only. */
  default Expr isNotDistinctFrom(@Nullable Comparable<?> value) {
    return isNotDistinctFrom(Literals.of(value));
  }

  /** Returns whether this equals the bytes, where null equals null only. */
  default Expr isNotDistinctFrom(byte @Nullable [] value) {
    return isNotDistinctFrom(Literals.of(value));
  }

  /** Returns whether this equals the interval, where null equals null only. */
  default Expr isNotDistinctFrom(@Nullable Period value) {
    return isNotDistinctFrom(Literals.of(value));
  }

  /**
   * Returns whether this equals the value, which is null if there is none, where null equals null
   * only.
   */
  default Expr isNotDistinctFrom(Optional<?> value) {
    return isNotDistinctFrom(Literals.of(requireNonNull(value, "value is null")));
  }

  /** Returns whether this is in the range; both ends belong to it. */
  default Expr between(Expr low, Expr high) {
    Expr value = (Expr) this;
    return value
        .gtEq(requireNonNull(low, "low is null"))
        .and(value.ltEq(requireNonNull(high, "high is null")));
  }

  /** Returns whether this is in the range; both ends, values or expressions, belong to it. */
  default Expr between(@Nullable Comparable<?> low, @Nullable Comparable<?> high) {
    return between(Literals.of(low), Literals.of(high));
  }

  /** Returns false for every row, null too: nothing is in no values. */
  default Expr isIn() {
    return in(List.of());
  }

  /** Returns whether this equals one of the values; false for no values. */
  default Expr isIn(Expr... values) {
    return in(Arguments.all(values, "values"));
  }

  /**
   * Returns whether this equals one of the values: Java values, expressions, or both; false for no
   * values. A null among them is SQL's: the result is null where nothing else matches.
   */
  default Expr isIn(Collection<?> values) {
    List<Expr> literals = new ArrayList<>(requireNonNull(values, "values is null").size());
    for (Object value : values) {
      literals.add(Literals.of(value));
    }
    return in(literals);
  }

  /**
   * Returns whether this equals a value of the frame's one column: true if it does, else null if
   * this or a value is null, else false; false for no rows.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="isInFrame"}
   *
   * @throws dev.heddle.frame.error.AnalysisException if the frame has several columns; at the verb
   *     that uses the expression, if the types do not meet
   */
  default Expr isIn(SubqueryFrame frame) {
    return new Expr.QuantifiedSubquery(
        List.of((Expr) this), ScalarFunction.EQ, List.of(), ExprCalls.soleColumn(frame), List.of());
  }

  /**
   * Returns whether this equals a value of a column of the frame, as {@link #isIn(SubqueryFrame)}.
   */
  default Expr isIn(SubqueryFrame frame, String column) {
    return isIn(
        requireNonNull(frame, "frame is null").select(requireNonNull(column, "column is null")));
  }

  /** Returns whether this equals one of the characters. */
  default Expr isIn(char... values) {
    requireNonNull(values, "values is null");
    return isIn(new String(values).chars().mapToObj(value -> (char) value).toList());
  }

  /** Returns whether this equals one of the booleans. */
  default Expr isIn(boolean... values) {
    requireNonNull(values, "values is null");
    return in(
        IntStream.range(0, values.length).<Expr>mapToObj(i -> Literals.of(values[i])).toList());
  }

  /** Returns whether this equals one of the numbers. */
  default Expr isIn(int... values) {
    requireNonNull(values, "values is null");
    return in(IntStream.of(values).<Expr>mapToObj(value -> Literals.of(value)).toList());
  }

  /** Returns whether this equals one of the numbers. */
  default Expr isIn(long... values) {
    requireNonNull(values, "values is null");
    return in(LongStream.of(values).<Expr>mapToObj(value -> Literals.of(value)).toList());
  }

  /** Returns whether this equals one of the numbers. */
  default Expr isIn(double... values) {
    requireNonNull(values, "values is null");
    return in(DoubleStream.of(values).<Expr>mapToObj(value -> Literals.of(value)).toList());
  }

  /** Returns whether this equals one of the texts. */
  default Expr isIn(@Nullable String... values) {
    return isIn(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns whether this equals one of the numbers. */
  default Expr isIn(@Nullable BigDecimal... values) {
    return isIn(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns whether this equals one of the dates, times or timestamps. */
  default Expr isIn(@Nullable Temporal... values) {
    return isIn(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns whether this equals one of the UUIDs. */
  default Expr isIn(@Nullable UUID... values) {
    return isIn(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns whether this equals one of the names of the constants. */
  default Expr isIn(@Nullable Enum<?>... values) {
    return isIn(Arrays.asList(requireNonNull(values, "values is null")));
  }

  /** Returns whether both are true. */
  default Expr and(Expr other) {
    return Expr.Call.of(ScalarFunction.AND, (Expr) this, other);
  }

  /** Returns whether one is true. */
  default Expr or(Expr other) {
    return Expr.Call.of(ScalarFunction.OR, (Expr) this, other);
  }

  /** Returns the opposite. */
  default Expr not() {
    return Expr.Call.of(ScalarFunction.NOT, (Expr) this);
  }

  /** Returns whether this is null. */
  default Expr isNull() {
    return Expr.Call.of(ScalarFunction.IS_NULL, (Expr) this);
  }

  /** Returns whether this is not null. */
  default Expr isNotNull() {
    return Expr.Call.of(ScalarFunction.IS_NOT_NULL, (Expr) this);
  }

  /** Returns whether this is true; false for null. */
  default Expr isTrue() {
    return Expr.Call.of(ScalarFunction.IS_TRUE, (Expr) this);
  }

  /** Returns whether this is false; false for null. */
  default Expr isFalse() {
    return Expr.Call.of(ScalarFunction.IS_FALSE, (Expr) this);
  }
}
