package dev.heddle.physical.expr;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.cast.NumberCasts;
import dev.heddle.physical.kernel.number.NumericRange;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A comparison of a column with a constant, in the column's own type: exact widening of the column
 * (integers, floats, decimals to more digits, dates to local timestamps) is undone on the constant.
 *
 * @param value in the column's unit and scale; it may be outside of the column's range
 */
record NarrowedComparison(
    PhysicalExpr.ColumnRef column, NumericRange.Operator operator, ScanValue value) {
  private static final long SECONDS_PER_DAY = 86_400;

  /** Returns the form of a comparison, if it is one of a (widened) column with a constant. */
  static Optional<NarrowedComparison> of(
      NumericRange.Operator operator, PhysicalExpr left, PhysicalExpr right) {
    if (left instanceof PhysicalExpr.Literal) {
      return right instanceof PhysicalExpr.Literal
          ? Optional.empty()
          : of(operator.swapped(), right, left);
    }
    if (!(right instanceof PhysicalExpr.Literal literal)
        || literal.value().isEmpty()
        || !Compiler.isAlike(left.type(), literal.type())) {
      return Optional.empty();
    }
    BigInteger factor = BigInteger.ONE;
    PhysicalExpr inner = left;
    while (inner instanceof PhysicalExpr.Cast cast) {
      Optional<BigInteger> step = factor(cast);
      if (step.isEmpty()) {
        return Optional.empty();
      }
      factor = factor.multiply(step.get());
      inner = cast.input();
    }
    if (!(inner instanceof PhysicalExpr.ColumnRef column)) {
      return Optional.empty();
    }
    ScanValue value = literal.value().get();
    return factor.equals(BigInteger.ONE)
        ? Optional.of(new NarrowedComparison(column, operator, value))
        : divided(column, operator, ((ScanValue.Whole) value).value(), factor);
  }

  /** Returns how many units of the wider type make one of the narrower, if the cast is exact. */
  private static Optional<BigInteger> factor(PhysicalExpr.Cast cast) {
    DataType from = cast.input().type();
    DataType to = cast.type();
    if (from.isInteger() && to.isInteger()) {
      boolean wider = Layout.of(to).byteWidth() >= Layout.of(from).byteWidth();
      return wider ? Optional.of(BigInteger.ONE) : Optional.empty();
    }
    if (from instanceof DataType.Float32 && to instanceof DataType.Float64) {
      return Optional.of(BigInteger.ONE);
    }
    if (to instanceof DataType.Int128 && from.isInteger()) {
      return Optional.of(BigInteger.ONE);
    }
    boolean exact = from.isInteger() || from instanceof DataType.Decimal;
    if (exact && to instanceof DataType.Decimal wide) {
      int scale = from instanceof DataType.Decimal decimal ? decimal.scale() : 0;
      return wide.scale() < scale || NumberCasts.canFail(from, to)
          ? Optional.empty()
          : Optional.of(BigInteger.TEN.pow(wide.scale() - scale));
    }
    if (from instanceof DataType.Date
        && to instanceof DataType.Timestamp timestamp
        && !timestamp.withZone()
        && cast.mode() == CastMode.STRICT) {
      return Optional.of(BigInteger.valueOf(SECONDS_PER_DAY * timestamp.unit().perSecond()));
    }
    return Optional.empty();
  }

  private static Optional<NarrowedComparison> divided(
      PhysicalExpr.ColumnRef column,
      NumericRange.Operator operator,
      BigInteger value,
      BigInteger factor) {
    BigInteger[] both = value.divideAndRemainder(factor);
    boolean exact = both[1].signum() == 0;
    BigInteger floor = both[1].signum() < 0 ? both[0].subtract(BigInteger.ONE) : both[0];
    NumericRange.Operator narrowed =
        switch (operator) {
          case LESS -> exact ? operator : NumericRange.Operator.LESS_OR_EQUAL;
          case GREATER_OR_EQUAL -> exact ? operator : NumericRange.Operator.GREATER;
          case EQUAL, NOT_EQUAL, LESS_OR_EQUAL, GREATER -> operator;
        };
    boolean equality =
        operator == NumericRange.Operator.EQUAL || operator == NumericRange.Operator.NOT_EQUAL;
    return equality && !exact
        ? Optional.empty()
        : Optional.of(new NarrowedComparison(column, narrowed, new ScanValue.Whole(floor)));
  }
}
