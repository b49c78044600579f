package dev.heddle.physical.codegen;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.kernel.number.NumericRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns expressions into values that loops compute. What has no form there becomes an input: a
 * column, or an expression that kernels compute beforehand for all rows.
 *
 * <p>Used by one thread.
 */
public final class LoopTranslator {
  private static final int MAX_LONG_DIGITS = 18;
  private static final int EXACT_POWER = 22; // of ten, in binary64
  private static final long EXACT_DOUBLE = 1L << 53;

  private final List<PhysicalExpr> inputs = new ArrayList<>();
  private final List<Long> constants = new ArrayList<>();

  /** Makes one without inputs and constants. */
  public LoopTranslator() {}

  /** Returns what values of a type are in a loop, if they can be there. */
  public static Optional<LoopKind> kind(DataType type) {
    return switch (type) {
      case DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Decimal _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _ ->
          Optional.of(LoopKind.LONG);
      case DataType.Float64 _ -> Optional.of(LoopKind.DOUBLE);
      case DataType.Float32 _ -> Optional.of(LoopKind.FLOAT);
      case DataType.Bool _ -> Optional.of(LoopKind.TRUTH);
      case DataType.Str _,
          DataType.Binary _,
          DataType.Unsigned _,
          DataType.Int128 _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Json _,
          DataType.Interval _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _ ->
          Optional.empty();
    };
  }

  /** Returns the inputs of all values so far. */
  public List<PhysicalExpr> inputs() {
    return List.copyOf(inputs);
  }

  /** Returns the raw bits of the constants of all values so far. */
  public long[] constants() {
    return constants.stream().mapToLong(bits -> bits).toArray();
  }

  /** Returns the value of an expression whose type has a kind. */
  public LoopValue translate(PhysicalExpr expression) {
    LoopValue value = value(expression, true);
    if (value == null) {
      throw new IllegalStateException("No value of type " + expression.type().sqlName());
    }
    return value;
  }

  /** Collects the inputs that a value reads. */
  public static void collectInputs(LoopValue value, SortedSet<Integer> found) {
    switch (value) {
      case LoopValue.Read read -> found.add(read.input());
      case LoopValue.Constant _ -> {}
      case LoopValue.Bounded bounded -> collectInputs(bounded.value(), found);
      case LoopValue.Conversion conversion -> collectInputs(conversion.value(), found);
      case LoopValue.Not not -> collectInputs(not.value(), found);
      case LoopValue.Arithmetic both -> {
        collectInputs(both.left(), found);
        collectInputs(both.right(), found);
      }
      case LoopValue.Comparison both -> {
        collectInputs(both.left(), found);
        collectInputs(both.right(), found);
      }
      case LoopValue.Logic both -> {
        collectInputs(both.left(), found);
        collectInputs(both.right(), found);
      }
      case LoopValue.Choice choice -> {
        collectInputs(choice.condition(), found);
        collectInputs(choice.then(), found);
        collectInputs(choice.otherwise(), found);
      }
    }
  }

  /**
   * Returns whether a value is null exactly where one of its inputs is; not so where there is a
   * condition.
   */
  public static boolean isStrict(LoopValue value) {
    return switch (value) {
      case LoopValue.Read _, LoopValue.Constant _ -> true;
      case LoopValue.Bounded bounded -> isStrict(bounded.value());
      case LoopValue.Conversion conversion -> isStrict(conversion.value());
      case LoopValue.Not not -> isStrict(not.value());
      case LoopValue.Arithmetic both -> isStrict(both.left()) && isStrict(both.right());
      case LoopValue.Comparison both -> isStrict(both.left()) && isStrict(both.right());
      case LoopValue.Logic _, LoopValue.Choice _ -> false;
    };
  }

  /**
   * Translates, or returns null if that would take an input that may fail, where only rows of a
   * branch may be computed.
   */
  private @Nullable LoopValue value(PhysicalExpr expression, boolean mayFail) {
    int knownInputs = inputs.size();
    int knownConstants = constants.size();
    LoopValue value = plain(expression, mayFail);
    if (value != null) {
      return value;
    }
    inputs.subList(knownInputs, inputs.size()).clear();
    constants.subList(knownConstants, constants.size()).clear();
    return mayFail || expression instanceof PhysicalExpr.ColumnRef ? input(expression) : null;
  }

  private @Nullable LoopValue input(PhysicalExpr expression) {
    LoopKind kind = kind(expression.type()).orElse(null);
    if (kind == null) {
      return null;
    }
    int known = Expressions.isDeterministic(expression) ? inputs.indexOf(expression) : -1;
    if (known < 0) {
      known = inputs.size();
      inputs.add(expression);
    }
    return new LoopValue.Read(known, kind);
  }

  private @Nullable LoopValue plain(PhysicalExpr expression, boolean mayFail) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef _ -> null;
      case PhysicalExpr.Literal literal -> literal(literal);
      case PhysicalExpr.Call call -> call(call, mayFail);
      case PhysicalExpr.Cast cast -> cast(cast, mayFail);
      case PhysicalExpr.Case choice -> choice(choice);
      case PhysicalExpr.In _, PhysicalExpr.UserCall _, PhysicalExpr.LambdaParameter _ -> null;
    };
  }

  // Constants

  private @Nullable LoopValue literal(PhysicalExpr.Literal literal) {
    LoopKind kind = kind(literal.type()).orElse(null);
    ScanValue value = literal.value().orElse(null);
    if (kind == null) {
      return null;
    }
    return switch (value) {
      case ScanValue.Whole(BigInteger whole) when kind == LoopKind.LONG && whole.bitLength() < 64 ->
          constant(whole.longValue(), kind);
      case ScanValue.Floating(double number) when kind == LoopKind.DOUBLE ->
          constant(Double.doubleToRawLongBits(number), kind);
      case ScanValue.Floating(double number) when kind == LoopKind.FLOAT ->
          constant(Float.floatToRawIntBits((float) number), kind);
      case ScanValue.Truth(boolean truth) when kind == LoopKind.TRUTH ->
          constant(truth ? 1 : 0, kind);
      case null, default -> null;
    };
  }

  /** Adds a constant; equal ones count as different, so that code does not depend on them. */
  private LoopValue constant(long bits, LoopKind kind) {
    constants.add(bits);
    return new LoopValue.Constant(constants.size() - 1, kind);
  }

  // Calls

  private @Nullable LoopValue call(PhysicalExpr.Call call, boolean mayFail) {
    return switch (call.function()) {
      case ADD -> arithmetic(LoopValue.Operator.ADD, call, mayFail);
      case SUBTRACT -> arithmetic(LoopValue.Operator.SUBTRACT, call, mayFail);
      case MULTIPLY -> arithmetic(LoopValue.Operator.MULTIPLY, call, mayFail);
      case DIVIDE, TRUE_DIVIDE -> arithmetic(LoopValue.Operator.DIVIDE, call, mayFail);
      case NEGATE -> negation(call, mayFail);
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ, AND, OR, NOT -> condition(call);
      default -> null;
    };
  }

  private @Nullable LoopValue arithmetic(
      LoopValue.Operator operator, PhysicalExpr.Call call, boolean mayFail) {
    DataType type = call.type();
    DataType leftType = call.arguments().get(0).type();
    DataType rightType = call.arguments().get(1).type();
    boolean isDecimal =
        type instanceof DataType.Decimal
            && leftType instanceof DataType.Decimal
            && rightType instanceof DataType.Decimal;
    boolean isSame =
        kind(type).isPresent()
            && type.isNumeric()
            && !isDecimal
            && type.equals(leftType)
            && type.equals(rightType);
    boolean isDivided = operator == LoopValue.Operator.DIVIDE;
    if ((!isSame && !isDecimal) || (isDivided && !type.isFloat())) {
      return null;
    }
    LoopValue left = value(call.arguments().get(0), mayFail);
    LoopValue right = left == null ? null : value(call.arguments().get(1), mayFail);
    if (left == null || right == null) {
      return null;
    }
    if (isDecimal) {
      return decimals(
          operator,
          left,
          (DataType.Decimal) leftType,
          right,
          (DataType.Decimal) rightType,
          (DataType.Decimal) type);
    }
    LoopKind kind = left.kind();
    return bounded(new LoopValue.Arithmetic(operator, kind, left, right), type);
  }

  private @Nullable LoopValue decimals(
      LoopValue.Operator operator,
      LoopValue left,
      DataType.Decimal leftType,
      LoopValue right,
      DataType.Decimal rightType,
      DataType.Decimal type) {
    boolean isProduct = operator == LoopValue.Operator.MULTIPLY;
    int common = Math.max(leftType.scale(), rightType.scale());
    int exact = isProduct ? leftType.scale() + rightType.scale() : common;
    if (type.scale() != exact) {
      return null; // rounded, or scaled up
    }
    LoopValue first = isProduct ? left : scaled(left, common - leftType.scale());
    LoopValue second = isProduct ? right : scaled(right, common - rightType.scale());
    if (first == null || second == null) {
      return null;
    }
    return bounded(new LoopValue.Arithmetic(operator, LoopKind.LONG, first, second), type);
  }

  private @Nullable LoopValue scaled(LoopValue value, int digits) {
    if (digits == 0) {
      return value;
    }
    if (digits > MAX_LONG_DIGITS) {
      return null;
    }
    return new LoopValue.Arithmetic(
        LoopValue.Operator.MULTIPLY, LoopKind.LONG, value, constant(power(digits), LoopKind.LONG));
  }

  private static long power(int digits) {
    return BigInteger.TEN.pow(digits).longValueExact();
  }

  private static LoopValue bounded(LoopValue value, DataType type) {
    return switch (type) {
      case DataType.Int8 _ -> new LoopValue.Bounded(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case DataType.Int16 _ -> new LoopValue.Bounded(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case DataType.Int32 _ -> new LoopValue.Bounded(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case DataType.Decimal(int precision, int _) when precision <= MAX_LONG_DIGITS ->
          new LoopValue.Bounded(value, 1 - power(precision), power(precision) - 1);
      default -> value;
    };
  }

  private @Nullable LoopValue negation(PhysicalExpr.Call call, boolean mayFail) {
    LoopValue value = value(call.arguments().getFirst(), mayFail);
    if (value == null || !call.type().equals(call.arguments().getFirst().type())) {
      return null;
    }
    return switch (value.kind()) {
      case LONG ->
          bounded(
              new LoopValue.Arithmetic(
                  LoopValue.Operator.SUBTRACT, LoopKind.LONG, constant(0, LoopKind.LONG), value),
              call.type());
      case DOUBLE -> // also of zeros
          new LoopValue.Arithmetic(
              LoopValue.Operator.MULTIPLY,
              LoopKind.DOUBLE,
              constant(Double.doubleToRawLongBits(-1), LoopKind.DOUBLE),
              value);
      case FLOAT, TRUTH -> null;
    };
  }

  // Casts

  private @Nullable LoopValue cast(PhysicalExpr.Cast cast, boolean mayFail) {
    DataType from = cast.input().type();
    DataType to = cast.type();
    boolean isExact = isExact(from) && isExact(to);
    boolean isToDouble = isExact(from) && to instanceof DataType.Float64;
    boolean isWidened = from instanceof DataType.Float32 && to instanceof DataType.Float64;
    if (!isExact && !isToDouble && !isWidened) {
      return null;
    }
    LoopValue value = value(cast.input(), mayFail);
    if (value == null) {
      return null;
    }
    if (isExact) {
      int digits = scale(to) - scale(from);
      LoopValue moved = digits < 0 ? null : scaled(value, digits);
      return moved == null ? null : bounded(moved, to);
    }
    if (!(from instanceof DataType.Decimal decimal) || decimal.scale() == 0) {
      return new LoopValue.Conversion(value, LoopKind.DOUBLE);
    }
    if (decimal.scale() > EXACT_POWER) {
      return null;
    }
    LoopValue number =
        new LoopValue.Conversion(
            new LoopValue.Bounded(value, -EXACT_DOUBLE, EXACT_DOUBLE), LoopKind.DOUBLE);
    double unit = Math.pow(10, decimal.scale());
    return new LoopValue.Arithmetic(
        LoopValue.Operator.DIVIDE,
        LoopKind.DOUBLE,
        number,
        constant(Double.doubleToRawLongBits(unit), LoopKind.DOUBLE));
  }

  private static boolean isExact(DataType type) {
    return type.isInteger() || type instanceof DataType.Decimal;
  }

  private static int scale(DataType type) {
    return type instanceof DataType.Decimal decimal ? decimal.scale() : 0;
  }

  // Conditions

  private @Nullable LoopValue choice(PhysicalExpr.Case choice) {
    LoopKind kind = kind(choice.type()).orElse(LoopKind.FLOAT);
    if (kind == LoopKind.FLOAT) {
      return null;
    }
    LoopValue result = branch(choice.otherwise(), choice.type());
    List<PhysicalExpr.Branch> branches = choice.branches();
    for (int i = branches.size() - 1; i >= 0 && result != null; i--) {
      // The first condition is computed for all rows in any case.
      LoopValue condition = value(branches.get(i).condition(), i == 0);
      LoopValue then = branch(branches.get(i).value(), choice.type());
      result =
          condition == null || then == null ? null : new LoopValue.Choice(condition, then, result);
    }
    return result;
  }

  private @Nullable LoopValue branch(PhysicalExpr expression, DataType type) {
    return isAlike(expression.type(), type) ? value(expression, false) : null;
  }

  private static boolean isAlike(DataType left, DataType right) {
    return left.equals(right)
        || (left instanceof DataType.Decimal a
            && right instanceof DataType.Decimal b
            && a.scale() == b.scale());
  }

  private @Nullable LoopValue condition(PhysicalExpr.Call call) {
    ScalarFunction function = call.function();
    List<PhysicalExpr> arguments = call.arguments();
    return switch (function) {
      case AND, OR -> {
        LoopValue all = value(arguments.getFirst(), false);
        for (int i = 1; i < arguments.size() && all != null; i++) {
          LoopValue next = value(arguments.get(i), false);
          all =
              next == null ? null : new LoopValue.Logic(function == ScalarFunction.AND, all, next);
        }
        yield all;
      }
      case NOT -> {
        LoopValue value = value(arguments.getFirst(), false);
        yield value == null ? null : new LoopValue.Not(value);
      }
      case EQ -> comparison(NumericRange.Operator.EQUAL, arguments);
      case NOT_EQ -> comparison(NumericRange.Operator.NOT_EQUAL, arguments);
      case LT -> comparison(NumericRange.Operator.LESS, arguments);
      case LT_EQ -> comparison(NumericRange.Operator.LESS_OR_EQUAL, arguments);
      case GT -> comparison(NumericRange.Operator.GREATER, arguments);
      case GT_EQ -> comparison(NumericRange.Operator.GREATER_OR_EQUAL, arguments);
      default -> null;
    };
  }

  private @Nullable LoopValue comparison(
      NumericRange.Operator operator, List<PhysicalExpr> arguments) {
    if (!isAlike(arguments.get(0).type(), arguments.get(1).type())) {
      return null;
    }
    LoopValue left = value(arguments.get(0), false);
    LoopValue right = left == null ? null : value(arguments.get(1), false);
    if (left == null || right == null || left.kind() != LoopKind.LONG) {
      return null;
    }
    return new LoopValue.Comparison(operator, left, right);
  }
}
