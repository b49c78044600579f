package dev.heddle.planner.translate;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.CatalogueFunctions;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLambdaRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/**
 * Makes calls of catalogue functions in plans: arguments cast to the signature's types, the result
 * typed by it.
 */
final class FunctionCalls {
  /** Lists above this are sets from the start: Calcite simplifies a chain of ORs in cubic time. */
  private static final int LONG_LIST = 50;

  private FunctionCalls() {}

  static RexNode call(RexBuilder rex, ScalarFunction function, List<RexNode> given) {
    return call(rex, function, given, arguments(given));
  }

  /** Makes a call of which the type rules know that of its arguments. */
  static RexNode call(
      RexBuilder rex, ScalarFunction function, List<RexNode> given, List<Argument> known) {
    if (function == ScalarFunction.AND || function == ScalarFunction.OR) {
      SqlOperator operator = OperatorMapping.operator(function);
      List<RexNode> conditions =
          given.stream().map(condition -> cast(rex, condition, DataType.BOOL)).toList();
      return rex.makeCall(operator, RexUtil.flatten(conditions, operator));
    }
    if (function == ScalarFunction.LAMBDA_PARAMETER) {
      return lambdaParameter(rex, given, known);
    }
    if (function == ScalarFunction.TRUE_DIVIDE) {
      return trueDivision(rex, given, known);
    }
    if (function == ScalarFunction.NULLIF && isInterval(given.getFirst())) {
      RexNode value = given.getFirst();
      RelDataType type = rex.getTypeFactory().createTypeWithNullability(value.getType(), true);
      RexNode isEqual = call(rex, ScalarFunction.EQ, given, known);
      return rex.makeCall(
          type, SqlStdOperatorTable.CASE, List.of(isEqual, rex.makeNullLiteral(type), value));
    }
    if (comparesValues(function) && given.stream().anyMatch(FunctionCalls::isInterval)) {
      List<RexNode> lengths = comparable(rex, given);
      return call(rex, function, OperatorMapping.operator(function), lengths, arguments(lengths));
    }
    if (CatalogueFunctions.keepsUnsigned(function)
        && given.stream().noneMatch(FunctionCalls::isInterval)) {
      ScalarFunction cut =
          function == ScalarFunction.DIVIDE ? ScalarFunction.FLOOR_DIVIDE : function;
      Signature signature = cut.resolve(known);
      if (signature.resultType() instanceof DataType.Unsigned) {
        return unsigned(rex, cut, given, signature);
      }
    }
    return call(rex, function, OperatorMapping.operator(function), given, known);
  }

  /** Computes with a sign and casts: what does not fit is an error. */
  private static RexNode unsigned(
      RexBuilder rex, ScalarFunction function, List<RexNode> given, Signature signature) {
    List<RexNode> arguments = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      arguments.add(cast(rex, given.get(i), signature.argumentTypes().get(i)));
    }
    return cast(rex, call(rex, function, arguments), signature.resultType());
  }

  private static boolean comparesValues(ScalarFunction function) {
    return switch (function) {
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> true;
      default -> false;
    };
  }

  /** Returns what values are compared by: intervals by their lengths, others as they are. */
  private static List<RexNode> comparable(RexBuilder rex, List<RexNode> values) {
    if (values.stream().noneMatch(FunctionCalls::isInterval)) {
      return values;
    }
    return values.stream()
        .map(value -> cast(rex, value, DataType.INTERVAL))
        .map(value -> call(rex, ScalarFunction.INTERVAL_LENGTH, List.of(value)))
        .toList();
  }

  private static boolean isInterval(RexNode value) {
    return TypeMapping.dataType(value.getType()) instanceof DataType.Interval;
  }

  /** The two divisions differ for integers only; what is the same is one operator. */
  private static RexNode trueDivision(RexBuilder rex, List<RexNode> given, List<Argument> known) {
    Signature signature = ScalarFunction.TRUE_DIVIDE.resolve(known);
    List<Argument> converted = signature.argumentTypes().stream().map(Argument::of).toList();
    if (!ScalarFunction.DIVIDE.resolve(converted).equals(signature)) {
      return call(
          rex,
          ScalarFunction.TRUE_DIVIDE,
          OperatorMapping.operator(ScalarFunction.TRUE_DIVIDE),
          given,
          known);
    }
    List<RexNode> arguments = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      arguments.add(cast(rex, given.get(i), signature.argumentTypes().get(i)));
    }
    return call(
        rex,
        ScalarFunction.DIVIDE,
        OperatorMapping.operator(ScalarFunction.DIVIDE),
        arguments,
        converted);
  }

  static RexNode call(RexBuilder rex, UserFunction function, List<RexNode> given) {
    return call(rex, function, new UserFunctionOperator(function), given, arguments(given));
  }

  private static RexNode call(
      RexBuilder rex,
      CatalogueFunction function,
      SqlOperator operator,
      List<RexNode> given,
      List<Argument> known) {
    Signature signature = function.resolve(known);
    List<RexNode> arguments = new ArrayList<>(given.size());
    int nullable = 0;
    for (int i = 0; i < given.size(); i++) {
      RexNode argument = cast(rex, given.get(i), signature.argumentTypes().get(i));
      arguments.add(argument);
      nullable += argument.getType().isNullable() ? 1 : 0;
    }
    RelDataType type =
        TypeMapping.relType(
            rex.getTypeFactory(),
            new ExprType(
                signature.resultType(), function.nullRule().isNullable(nullable, given.size())));
    return rex.makeCall(type, operator, arguments);
  }

  /** The list only gives the type: what is at hand comes from the call around. */
  private static RexNode lambdaParameter(
      RexBuilder rex, List<RexNode> given, List<Argument> arguments) {
    int binding = ((RexLiteral) given.get(1)).getValueAs(Integer.class);
    LambdaRole role = LambdaRole.of(String.valueOf(arguments.get(2).text()));
    DataType type = ScalarFunction.LAMBDA_PARAMETER.resolve(arguments).resultType();
    return parameter(rex, binding, role, type);
  }

  /** Returns the parameter of {@link #with}. */
  static RexNode element(RexBuilder rex, int binding, DataType type) {
    return parameter(rex, binding, LambdaRole.ELEMENT, type);
  }

  private static RexNode parameter(RexBuilder rex, int binding, LambdaRole role, DataType type) {
    return new RexLambdaRef(
        role.slot(binding),
        role.label(binding),
        TypeMapping.nullableType(rex.getTypeFactory(), type));
  }

  /**
   * Returns an expression over a value that is evaluated once, its parameter: what the function
   * over elements gives for a list of the value alone.
   */
  static RexNode with(RexBuilder rex, int binding, RexNode value, RexNode body) {
    RexNode list = call(rex, ScalarFunction.LIST_OF, List.of(value));
    RexNode results =
        call(rex, ScalarFunction.LIST_TRANSFORM, List.of(list, whole(rex, binding), body));
    return call(rex, ScalarFunction.ELEMENT, List.of(results, whole(rex, 1)));
  }

  /** Returns a BIGINT. */
  static RexNode whole(RexBuilder rex, long value) {
    return rex.makeExactLiteral(
        BigDecimal.valueOf(value), TypeMapping.notNullType(rex.getTypeFactory(), DataType.INT64));
  }

  private static List<Argument> arguments(List<RexNode> nodes) {
    List<Argument> arguments = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      arguments.add(argument(node));
    }
    return arguments;
  }

  static Argument argument(RexNode node) {
    DataType type = TypeMapping.dataType(node.getType());
    if (!(node instanceof RexLiteral literal)) {
      return Argument.of(type);
    }
    if (type instanceof DataType.Str) {
      return Argument.literal(String.valueOf(literal.getValueAs(String.class)));
    }
    Long whole = type.isInteger() ? literal.getValueAs(Long.class) : null;
    return whole == null ? Argument.of(type) : Argument.literal(type, whole);
  }

  /** Returns the value in the type; null stays null. */
  static RexNode cast(RexBuilder rex, RexNode node, DataType type) {
    if (TypeMapping.dataType(node.getType()).equals(type)) {
      return node;
    }
    if (type instanceof DataType.Timestamp timestamp
        && !timestamp.withZone()
        && isValue(node)
        && node.getType().getSqlTypeName() == SqlTypeName.DATE) {
      // A literal, not a cast: Calcite simplifies long lists of others in quadratic time.
      DateString day = requireNonNull(((RexLiteral) node).getValueAs(DateString.class));
      return rex.makeTimestampLiteral(
          new TimestampString(day + " 00:00:00"), TypeMapping.digits(timestamp.unit()));
    }
    RexNode operand = JsonCasts.operand(rex, node, type);
    return rex.makeCast(
        TypeMapping.relType(
            rex.getTypeFactory(), new ExprType(type, operand.getType().isNullable())),
        operand);
  }

  /** Returns whether the first value equals one of the others, in the type that all meet in. */
  static RexNode in(RexBuilder rex, List<RexNode> given) {
    List<RexNode> operands = comparable(rex, given);
    return in(rex, operands, arguments(operands));
  }

  /**
   * Returns whether the first value equals one of the others.
   *
   * @param arguments what decides on the type that all meet in
   */
  static RexNode in(RexBuilder rex, List<RexNode> operands, List<Argument> arguments) {
    DataType common = inType(arguments);
    RexNode wanted = cast(rex, operands.getFirst(), common);
    if (operands.size() == 1) {
      return rex.makeLiteral(false);
    }
    List<RexNode> literals = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    for (RexNode operand : operands.subList(1, operands.size())) {
      RexNode value = cast(rex, operand, common);
      (isValue(value) ? literals : others).add(value);
    }
    List<RexNode> tests = new ArrayList<>();
    if (literals.size() > LONG_LIST) {
      tests.add(rex.makeIn(wanted, literals));
    } else {
      others.addAll(0, literals);
    }
    for (RexNode other : others) {
      tests.add(rex.makeCall(SqlStdOperatorTable.EQUALS, wanted, other));
    }
    return tests.size() == 1 ? tests.getFirst() : rex.makeCall(SqlStdOperatorTable.OR, tests);
  }

  private static boolean isValue(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull();
  }

  /**
   * Returns the type that the operand and the values of an IN list are compared in.
   *
   * @throws dev.heddle.frame.error.AnalysisException if there is none
   */
  static DataType inType(List<Argument> arguments) {
    return requireNonNull(CatalogueFunctions.comparedType(arguments), "types do not meet");
  }
}
