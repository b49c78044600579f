package dev.heddle.planner.translate;

import com.google.common.collect.Range;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.types.HeddleTypeFactory;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLambdaRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Turns row expressions into physical ones, in which every argument has exactly the type that the
 * catalogue's signature asks for.
 *
 * <p>Rules may have removed casts that lose nothing, so types are resolved anew, and a result that
 * is then of another type is cast to the one the plan promised.
 */
public final class RexToPhysical {
  private final Schema input;
  private final QueryTime time;
  private final Deque<Integer> bindings = new ArrayDeque<>(); // of the calls around, by number

  private RexToPhysical(Schema input, QueryTime time) {
    this.input = input;
    this.time = time;
  }

  /**
   * Converts an expression.
   *
   * @param input the columns that input references count
   * @param time the moment that {@code now()} and its kin give
   * @throws HeddleException {@code UNSUPPORTED} if a subquery or a use of an outer row is left in
   *     it
   */
  public static PhysicalExpr convert(RexNode node, Schema input, QueryTime time) {
    return new RexToPhysical(input, time).convert(node);
  }

  private PhysicalExpr convert(RexNode node) {
    CancelPoint.check();
    return switch (node) {
      case RexInputRef reference -> {
        Field field = input.field(reference.getIndex());
        yield new PhysicalExpr.ColumnRef(reference.getIndex(), field.type(), field.nullable());
      }
      case RexLiteral literal -> RexLiterals.physical(literal);
      case RexLambdaRef parameter -> parameter(parameter);
      case RexSubQuery subQuery -> throw unsupported("a subquery in this place");
      case RexFieldAccess access ->
          throw unsupported("a subquery that uses the outer row in this way");
      case RexCall call -> call(call);
      default -> throw new IllegalStateException("No scalar expression: " + node);
    };
  }

  private static HeddleException unsupported(String what) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED, "Cannot run " + what + "; write it as a join or in a WITH clause");
  }

  private PhysicalExpr parameter(RexLambdaRef parameter) {
    int binding = LambdaRole.binding(parameter.getIndex());
    if (!bindings.contains(binding)) {
      throw unsupported("an aggregate, window or subquery over elements of a list in this place");
    }
    return new PhysicalExpr.LambdaParameter(
        parameter.getIndex(), TypeMapping.dataType(parameter.getType()));
  }

  /** Converts a call whose third argument is evaluated for the elements of the first one. */
  private List<PhysicalExpr> lambda(RexCall call) {
    List<RexNode> operands = call.getOperands();
    List<PhysicalExpr> arguments = new ArrayList<>();
    arguments.add(convert(operands.get(0)));
    arguments.add(convert(operands.get(1)));
    bindings.push(((RexLiteral) operands.get(1)).getValueAs(Integer.class));
    arguments.addAll(convertAll(operands.subList(2, operands.size())));
    bindings.pop();
    return arguments;
  }

  private PhysicalExpr call(RexCall call) {
    DataType type = TypeMapping.dataType(call.getType());
    return switch (call.getKind()) {
      case SEARCH -> search(call);
      case CASE -> caseOf(call, type);
      case CAST -> cast(convert(call.getOperands().getFirst()), type, CastMode.STRICT);
      case SAFE_CAST -> cast(convert(call.getOperands().getFirst()), type, CastMode.TRY);
      case OR -> or(call);
      case AND -> logic(ScalarFunction.AND, convertAll(call.getOperands()));
      default -> {
        if (call.getOperator() instanceof UserFunctionOperator operator) {
          yield cast(
              user(operator.function(), convertAll(call.getOperands())), type, CastMode.STRICT);
        }
        ScalarFunction function =
            OperatorMapping.scalar(call.getOperator())
                .orElseThrow(
                    () ->
                        unsupported(
                            "operator "
                                + call.getOperator().getName().toLowerCase(java.util.Locale.ROOT)));
        List<PhysicalExpr> arguments =
            function.takesLambda() ? lambda(call) : convertAll(call.getOperands());
        yield cast(function(function, arguments), type, CastMode.STRICT);
      }
    };
  }

  private List<PhysicalExpr> convertAll(List<RexNode> nodes) {
    List<PhysicalExpr> converted = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      converted.add(convert(node));
    }
    return converted;
  }

  private PhysicalExpr function(ScalarFunction function, List<PhysicalExpr> given) {
    return function.stability() == Stability.STABLE
        ? QueryTimes.literal(function, time)
        : call(function, given);
  }

  /** Returns a call whose arguments are cast to the types of its signature. */
  static PhysicalExpr call(ScalarFunction function, List<PhysicalExpr> given) {
    List<Argument> types = new ArrayList<>();
    for (PhysicalExpr argument : given) {
      types.add(PhysicalExpr.argument(argument));
    }
    Signature signature = function.resolve(types);
    List<PhysicalExpr> arguments = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      arguments.add(cast(given.get(i), signature.argumentTypes().get(i), CastMode.STRICT));
    }
    return new PhysicalExpr.Call(
        function, arguments, signature.resultType(), isNullable(function, arguments));
  }

  private static PhysicalExpr user(UserFunction function, List<PhysicalExpr> given) {
    List<PhysicalExpr> arguments = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      arguments.add(cast(given.get(i), function.argumentTypes().get(i), CastMode.STRICT));
    }
    return new PhysicalExpr.UserCall(function, arguments);
  }

  private static boolean isNullable(ScalarFunction function, List<PhysicalExpr> arguments) {
    int nullable = (int) arguments.stream().filter(PhysicalExpr::nullable).count();
    return function.nullRule().isNullable(nullable, arguments.size());
  }

  private static PhysicalExpr logic(ScalarFunction function, List<PhysicalExpr> operands) {
    List<PhysicalExpr> truths =
        operands.stream().map(o -> cast(o, DataType.BOOL, CastMode.STRICT)).toList();
    return truths.size() == 1
        ? truths.getFirst()
        : new PhysicalExpr.Call(function, truths, DataType.BOOL, isNullable(function, truths));
  }

  /** Returns the value in a type; constants are converted here where that cannot fail. */
  static PhysicalExpr cast(PhysicalExpr value, DataType type, CastMode mode) {
    if (value.type().equals(type)) {
      return value;
    }
    if (value instanceof PhysicalExpr.Literal literal) {
      Optional<PhysicalExpr.Literal> converted = LiteralCasts.convert(literal, type);
      if (converted.isPresent()) {
        return converted.get();
      }
    }
    return new PhysicalExpr.Cast(value, type, mode, value.nullable() || mode == CastMode.TRY);
  }

  private PhysicalExpr caseOf(RexCall call, DataType type) {
    List<PhysicalExpr.Branch> branches = new ArrayList<>();
    boolean nullable = false;
    List<RexNode> operands = call.getOperands();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      PhysicalExpr condition = cast(convert(operands.get(i)), DataType.BOOL, CastMode.STRICT);
      PhysicalExpr value = cast(convert(operands.get(i + 1)), type, CastMode.STRICT);
      nullable |= value.nullable();
      branches.add(new PhysicalExpr.Branch(condition, value));
    }
    PhysicalExpr otherwise = cast(convert(operands.getLast()), type, CastMode.STRICT);
    return new PhysicalExpr.Case(branches, otherwise, type, nullable || otherwise.nullable());
  }

  /** Equalities of one operand with constants become one lookup. */
  private PhysicalExpr or(RexCall call) {
    List<PhysicalExpr> operands = convertAll(call.getOperands());
    List<PhysicalExpr> kept = new ArrayList<>();
    List<PhysicalExpr> looked = new ArrayList<>();
    List<List<PhysicalExpr.Literal>> values = new ArrayList<>();
    for (PhysicalExpr operand : operands) {
      if (operand instanceof PhysicalExpr.Call equality
          && equality.function() == ScalarFunction.EQ
          && equality.arguments().get(1) instanceof PhysicalExpr.Literal literal
          && literal.value().isPresent()
          && !(equality.arguments().get(0) instanceof PhysicalExpr.Literal)) {
        int at = looked.indexOf(equality.arguments().get(0));
        if (at < 0) {
          at = looked.size();
          looked.add(equality.arguments().get(0));
          values.add(new ArrayList<>());
        }
        values.get(at).add(literal);
      } else {
        kept.add(operand);
      }
    }
    List<PhysicalExpr> terms = new ArrayList<>();
    for (int i = 0; i < looked.size(); i++) {
      terms.add(in(looked.get(i), values.get(i)));
    }
    terms.addAll(kept);
    return logic(ScalarFunction.OR, terms);
  }

  private static PhysicalExpr in(PhysicalExpr value, List<PhysicalExpr.Literal> values) {
    List<PhysicalExpr.Literal> distinct = values.stream().distinct().toList();
    if (distinct.size() == 1) {
      return new PhysicalExpr.Call(
          ScalarFunction.EQ, List.of(value, distinct.getFirst()), DataType.BOOL, value.nullable());
    }
    return new PhysicalExpr.In(value, distinct, value.nullable());
  }

  private PhysicalExpr search(RexCall call) {
    HeddleRexBuilder rex = new HeddleRexBuilder(new HeddleTypeFactory());
    PhysicalExpr lookup = lookup(rex, call);
    return lookup == null ? convert(RexUtil.expandSearch(rex, null, call)) : lookup;
  }

  /** Returns the search as a lookup if that is all it is; long lists are not written out first. */
  private @Nullable PhysicalExpr lookup(HeddleRexBuilder rex, RexCall call) {
    RexLiteral sought = (RexLiteral) call.getOperands().get(1);
    if (!(sought.getValue() instanceof Sarg<?> sarg)
        || !sarg.isPoints()
        || sarg.nullAs != RexUnknownAs.UNKNOWN
        || sarg.pointCount < 2) {
      return null;
    }
    PhysicalExpr value = convert(call.getOperands().getFirst());
    List<PhysicalExpr.Literal> values = new ArrayList<>();
    for (Range<?> range : sarg.rangeSet.asRanges()) {
      RexNode point = rex.makeLiteral(range.lowerEndpoint(), sought.getType(), true, true);
      if (!(point instanceof RexLiteral literal) || value instanceof PhysicalExpr.Literal) {
        return null;
      }
      PhysicalExpr.Literal converted = RexLiterals.physical(literal);
      if (!converted.type().equals(value.type())) {
        return null;
      }
      values.add(converted);
    }
    return new PhysicalExpr.In(value, values, value.nullable());
  }
}
