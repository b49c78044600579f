package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.math.BigInteger;
import java.util.List;

/** Makes the expressions of rewritten plans. Stateless. */
final class Computed {
  static final PhysicalExpr.Literal TRUE =
      PhysicalExpr.Literal.of(new ScanValue.Truth(true), DataType.BOOL);
  static final PhysicalExpr.Literal FALSE =
      PhysicalExpr.Literal.of(new ScanValue.Truth(false), DataType.BOOL);

  private Computed() {}

  static PhysicalExpr column(int index, Schema schema) {
    Field field = schema.field(index);
    return new PhysicalExpr.ColumnRef(index, field.type(), field.nullable());
  }

  static PhysicalExpr.Literal whole(long value) {
    return PhysicalExpr.Literal.of(new ScanValue.Whole(BigInteger.valueOf(value)), DataType.INT64);
  }

  /** Returns a call whose result may be null if an argument may be. */
  static PhysicalExpr call(ScalarFunction function, DataType type, PhysicalExpr... arguments) {
    boolean isNullable = false;
    for (PhysicalExpr argument : arguments) {
      isNullable |= argument.nullable();
    }
    return new PhysicalExpr.Call(function, List.of(arguments), type, isNullable);
  }

  static PhysicalExpr test(ScalarFunction function, PhysicalExpr... arguments) {
    return call(function, DataType.BOOL, arguments);
  }

  static PhysicalExpr isNull(PhysicalExpr value) {
    return new PhysicalExpr.Call(ScalarFunction.IS_NULL, List.of(value), DataType.BOOL, false);
  }

  static PhysicalExpr isNotNull(PhysicalExpr value) {
    return new PhysicalExpr.Call(ScalarFunction.IS_NOT_NULL, List.of(value), DataType.BOOL, false);
  }

  /** Returns the first value of two that is not null. */
  static PhysicalExpr coalesce(PhysicalExpr first, PhysicalExpr second) {
    return new PhysicalExpr.Call(
        ScalarFunction.COALESCE,
        List.of(first, second),
        first.type(),
        first.nullable() && second.nullable());
  }

  static PhysicalExpr choose(PhysicalExpr condition, PhysicalExpr value, PhysicalExpr otherwise) {
    return new PhysicalExpr.Case(
        List.of(new PhysicalExpr.Branch(condition, value)),
        otherwise,
        value.type(),
        value.nullable() || otherwise.nullable());
  }

  static PhysicalExpr plus(PhysicalExpr one, PhysicalExpr other) {
    return call(ScalarFunction.ADD, one.type(), one, other);
  }

  static PhysicalExpr minus(PhysicalExpr one, PhysicalExpr other) {
    return call(ScalarFunction.SUBTRACT, one.type(), one, other);
  }

  static PhysicalExpr toDouble(PhysicalExpr value) {
    return new PhysicalExpr.Cast(value, DataType.FLOAT64, CastMode.STRICT, value.nullable());
  }

  /** Returns what a function makes of two values; the other one if one is null. */
  static PhysicalExpr merged(ScalarFunction function, PhysicalExpr one, PhysicalExpr other) {
    return new PhysicalExpr.Case(
        List.of(
            new PhysicalExpr.Branch(isNull(one), other),
            new PhysicalExpr.Branch(isNull(other), one)),
        call(function, one.type(), one, other),
        one.type(),
        true);
  }

  /** Returns a quotient as DOUBLE. */
  static PhysicalExpr ratio(PhysicalExpr one, PhysicalExpr other) {
    return call(ScalarFunction.DIVIDE, DataType.FLOAT64, toDouble(one), toDouble(other));
  }
}
