package dev.heddle.frame.expr.catalogue;

import static dev.heddle.frame.expr.catalogue.Failure.NEVER;
import static dev.heddle.frame.expr.catalogue.Failure.SOMETIMES;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT;
import static dev.heddle.frame.expr.catalogue.NullRule.STRICT_OR_NULL;
import static dev.heddle.frame.expr.catalogue.ParameterType.AS_TEXT;
import static dev.heddle.frame.expr.catalogue.ParameterType.REAL;
import static dev.heddle.frame.expr.catalogue.ParameterType.WHOLE;
import static dev.heddle.frame.expr.catalogue.TypeRules.INTEGER_38;
import static dev.heddle.frame.expr.catalogue.TypeRules.fixed;
import static dev.heddle.frame.schema.DataType.INT64;
import static dev.heddle.frame.schema.DataType.STRING;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scalar functions that are computed value by value, each with its names, types and null rule.
 *
 * <p>In plans a call is one of {@link ScalarFunction#VALUE} or {@link ScalarFunction#CHECKED_VALUE}
 * with the function's name as its first argument, so that they are one operator to rules, codecs
 * and kernels. {@code docs/guide/functions.md} describes each.
 */
public enum ValueFunction implements BuiltInFunction {
  FACTORIAL("factorial", 1, 1, fixed(INTEGER_38, WHOLE), STRICT, SOMETIMES),
  /** {@code binom(n, k)}: the ways to take {@code k} of {@code n}. */
  BINOM("binom", 2, 2, fixed(INTEGER_38, WHOLE), STRICT, SOMETIMES),
  /** {@code to_base(number, radix, digits)}: digits of a radix up to 36, filled with zeros. */
  TO_BASE("to_base", 2, 3, fixed(STRING, WHOLE), STRICT, SOMETIMES),
  /** {@code conv(digits, from, to)}: unsigned 64 bits in another radix; signed to one below 0. */
  CONV("conv", 3, 3, fixed(STRING, AS_TEXT, WHOLE, WHOLE), STRICT_OR_NULL, NEVER),
  FORMAT_BYTES("format_bytes,formatreadablesize", 1, 1, fixed(STRING, WHOLE), STRICT, NEVER),
  /** {@code bar(x, min, max, width)}: a line of blocks, of 80 characters if not said. */
  BAR("bar", 3, 4, fixed(STRING, REAL), STRICT, SOMETIMES),
  /** {@code width_bucket(x, min, max, n)}: the bucket of n equal ones, 0 below, n + 1 above. */
  WIDTH_BUCKET("width_bucket", 4, 4, fixed(INT64, REAL, REAL, REAL, WHOLE), STRICT_OR_NULL, NEVER);

  private static final Map<String, ValueFunction> BY_NAME = new HashMap<>();

  static {
    for (ValueFunction function : values()) {
      BY_NAME.put(function.displayName(), function);
    }
  }

  private final FunctionShape shape;
  private final TypeRule typeRule;
  private final Failure failure;

  ValueFunction(
      String sqlNames,
      int minArguments,
      int maxArguments,
      TypeRule typeRule,
      NullRule nullRule,
      Failure failure) {
    this.shape = FunctionShape.of(sqlNames, minArguments, maxArguments, nullRule);
    this.typeRule = typeRule;
    this.failure = failure;
  }

  /** Returns the function of a name that {@link #displayName} gave. */
  public static ValueFunction of(String name) {
    ValueFunction function = BY_NAME.get(name);
    if (function == null) {
      throw new IllegalStateException("No function of values: " + name);
    }
    return function;
  }

  @Override
  public FunctionShape shape() {
    return shape;
  }

  /** Returns whether a null of any argument makes the result null. */
  public boolean isStrict() {
    return nullRule() == STRICT || nullRule() == STRICT_OR_NULL;
  }

  /** Returns a call. */
  Expr call(List<Expr> arguments) {
    List<Expr> all = new ArrayList<>();
    all.add(Functions.lit(displayName()));
    all.addAll(arguments);
    return new Expr.Call(
        failure == NEVER ? ScalarFunction.VALUE : ScalarFunction.CHECKED_VALUE, all);
  }

  @Override
  public Signature resolve(List<Argument> arguments) {
    return CatalogueFunctions.resolve(this, typeRule, arguments);
  }

  /** Types a call in plans, whose first argument is the function's name. */
  static @Nullable Signature signature(List<Argument> arguments) {
    ValueFunction function = BY_NAME.get(arguments.getFirst().text());
    if (function == null) {
      return null;
    }
    Signature signature = function.resolve(arguments.subList(1, arguments.size()));
    List<DataType> types = new ArrayList<>();
    types.add(STRING);
    types.addAll(signature.argumentTypes());
    return new Signature(types, signature.resultType());
  }
}
