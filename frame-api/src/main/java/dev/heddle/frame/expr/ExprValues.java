package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values in place of others, and what is asked of numbers and their bits; part of {@link Expr}.
 * Null stays null unless stated.
 */
public sealed interface ExprValues permits Expr {
  private Expr self() {
    return (Expr) this;
  }

  private Expr byName(String function, Expr... others) {
    Expr[] arguments = new Expr[others.length + 1];
    arguments[0] = self();
    System.arraycopy(others, 0, arguments, 1, others.length);
    return Functions.call(function, arguments);
  }

  /** Returns what a function makes of this expression, so that calls read from left to right. */
  default <T> T pipe(Function<? super Expr, ? extends T> function) {
    return requireNonNull(function, "function is null").apply(self());
  }

  /** Returns the bound that this is beyond, or else this; a bound that is null is none. */
  default Expr clip(@Nullable Comparable<?> low, @Nullable Comparable<?> high) {
    return clip(Literals.of(low), Literals.of(high));
  }

  /** Returns the bound that this is beyond, or else this; a bound that is null is none. */
  default Expr clip(Expr low, Expr high) {
    return byName("clip", low, high);
  }

  /** Returns this, or another value where this is null. */
  default Expr fillNull(@Nullable Comparable<?> value) {
    return fillNull(Literals.of(value));
  }

  /** Returns this, or another value where this is null. */
  default Expr fillNull(Expr value) {
    return byName("fill_null", value);
  }

  /** Returns this, or another value where this is NaN. */
  default Expr fillNan(@Nullable Number value) {
    return fillNan(Literals.of(value));
  }

  /** Returns this, or another value where this is NaN. */
  default Expr fillNan(Expr value) {
    return byName("fill_nan", value);
  }

  /** Returns whether this is at most a distance from another number. */
  default Expr isClose(Expr other, double distance) {
    return byName("is_close", other, Functions.lit(distance));
  }

  /** Returns whether a number, date or timestamp is neither infinite nor NaN. */
  default Expr isFinite() {
    return byName("isfinite");
  }

  /** Returns whether a number, date or timestamp is infinite. */
  default Expr isInfinite() {
    return byName("isinf");
  }

  /**
   * Returns the value beside the key that equals this, or this if none does. A null key is the null
   * of this, and a null value is null.
   *
   * @throws AnalysisException if there is no key
   */
  default Expr replaceValues(Map<? extends @Nullable Object, ? extends @Nullable Object> values) {
    return replaceValues(values, self());
  }

  /** Returns the value beside the key that equals this, or another if none does. */
  default Expr replaceValues(
      Map<? extends @Nullable Object, ? extends @Nullable Object> values, Expr otherwise) {
    requireNonNull(values, "values is null");
    CaseBuilder cases = null;
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      Expr condition = self().isNotDistinctFrom(Literals.of(entry.getKey()));
      Expr value = Literals.of(entry.getValue());
      cases = cases == null ? Functions.caseWhen(condition, value) : cases.orWhen(condition, value);
    }
    if (cases == null) {
      throw new AnalysisException("Cannot replace values by none: the map is empty");
    }
    return cases.otherwise(requireNonNull(otherwise, "otherwise is null"));
  }

  /** Returns this, a DOUBLE, with digits from the first one that is not 0, half away from zero. */
  default Expr roundSignificant(int digits) {
    return byName("round_significant", Functions.lit(digits));
  }

  /** Returns the bits that are set in both integers. */
  default Expr bitwiseAnd(Expr other) {
    return byName("bitwise_and", other);
  }

  /** Returns the bits that are set in one of the integers, or both. */
  default Expr bitwiseOr(Expr other) {
    return byName("bitwise_or", other);
  }

  /** Returns the bits that are set in exactly one of the integers. */
  default Expr bitwiseXor(Expr other) {
    return byName("bitwise_xor", other);
  }

  /** Returns the number of bits of an integer that are set. */
  default Expr bitCount() {
    return byName("bit_count");
  }

  /** Returns a hash of 64 bits, the same in each process, of null too. */
  default Expr hash() {
    return byName("xxhash64");
  }

  /** Returns names for this that are made of the one that it has. */
  default ExprNames naming() {
    return new ExprNames(self());
  }
}
