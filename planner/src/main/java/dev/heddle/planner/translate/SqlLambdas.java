package dev.heddle.planner.translate;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.planner.sql.SqlPositionException;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls with a function among their arguments, such as {@code list_transform(l, x -> x +
 * 1)}, to catalogue functions over an expression, in which each parameter has become a call that
 * names the list it comes from: the validator then types it as any other.
 */
final class SqlLambdas {
  private SqlLambdas() {}

  /** Returns whether an argument is a function, or one is missing. */
  static boolean isCall(SqlCall call) {
    return function(call) != null
        || isParameter(call)
        || call.getOperandList().stream().anyMatch(SqlLambda.class::isInstance);
  }

  /** A name that is not SQL's, so only written in quotes. */
  private static boolean isParameter(SqlCall call) {
    return !(call.getOperator() instanceof CatalogueFunctionOperator)
        && call.getOperator()
            .getName()
            .equalsIgnoreCase(ScalarFunction.LAMBDA_PARAMETER.displayName());
  }

  private static @Nullable ScalarFunction function(SqlCall call) {
    if (call.getOperator() instanceof CatalogueFunctionOperator) {
      return null; // has been rewritten
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    for (ScalarFunction function :
        List.of(
            ScalarFunction.LIST_TRANSFORM,
            ScalarFunction.LIST_FILTER,
            ScalarFunction.LIST_REDUCE)) {
      if (function.sqlNames().contains(name)) {
        return function;
      }
    }
    return null;
  }

  /** Returns the call of the catalogue function. */
  static SqlNode rewrite(SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    ScalarFunction function = function(call);
    if (name.equals("list_comprehension") && call.operand(0) instanceof SqlLambda result) {
      SqlNode list = call.operand(1);
      if (call.operandCount() == 3) {
        list = bound(ScalarFunction.LIST_FILTER, list, call.operand(2), position);
      }
      return bound(ScalarFunction.LIST_TRANSFORM, list, result, position);
    }
    if (function == null) {
      throw new SqlPositionException(
          name
              + " takes no function such as x -> x + 1; list_transform, list_filter and list_reduce"
              + " do",
          position);
    }
    boolean isReduce = function == ScalarFunction.LIST_REDUCE;
    int most = isReduce ? 3 : 2;
    if (call.operandCount() < 2
        || call.operandCount() > most
        || !(call.operand(1) instanceof SqlLambda lambda)) {
      throw new SqlPositionException(
          name
              + (isReduce
                  ? " takes a list, a function such as (sum, x) -> sum + x, and maybe a first value"
                  : " takes a list and a function such as x -> x + 1"),
          position);
    }
    if (call.operandCount() == 2) {
      return isReduce
          ? reduced(call.operand(0), lambda, 0, position)
          : bound(function, call.operand(0), lambda, position);
    }
    SqlNode first = SqlCalls.function(ScalarFunction.LIST_OF, position, List.of(call.operand(2)));
    SqlNode all =
        SqlCalls.function(ScalarFunction.LIST_CONCAT, position, List.of(first, call.operand(0)));
    SqlNode isThere =
        SqlStdOperatorTable.IS_NOT_NULL.createCall(position, Copies.of(call.operand(0)));
    return new SqlCase(
        position,
        null,
        SqlNodeList.of(isThere),
        SqlNodeList.of(reduced(all, lambda, 1, position)),
        SqlLiteral.createNull(position));
  }

  private static SqlNode bound(
      ScalarFunction function, SqlNode list, SqlLambda lambda, SqlParserPos position) {
    List<LambdaRole> roles = List.of(LambdaRole.ELEMENT, LambdaRole.POSITION);
    requireParameters(function, lambda, roles);
    int binding = inspect(lambda.getExpression()) + 1;
    SqlNode body = new Binder(lambda, roles, list, binding, 0).body();
    return SqlCalls.function(function, position, List.of(list, number(binding, position), body));
  }

  /**
   * Reduces a list. What is at hand is of the type in which the elements and the first result meet.
   *
   * @param added how many elements stand before those whose positions count
   */
  private static SqlNode reduced(SqlNode list, SqlLambda lambda, int added, SqlParserPos position) {
    List<LambdaRole> roles = List.of(LambdaRole.RESULT, LambdaRole.ELEMENT, LambdaRole.POSITION);
    requireParameters(ScalarFunction.LIST_REDUCE, lambda, roles);
    int binding = inspect(lambda.getExpression()) + 1;
    SqlNode result = new Binder(lambda, roles, list, binding, added).body();
    SqlNode results = SqlCalls.function(ScalarFunction.LIST_OF, position, List.of(result));
    SqlNode both =
        SqlCalls.function(ScalarFunction.LIST_CONCAT, position, List.of(Copies.of(list), results));
    Binder binder = new Binder(lambda, roles, both, binding, added);
    return SqlCalls.function(
        ScalarFunction.LIST_REDUCE,
        position,
        List.of(
            list,
            number(binding, position),
            binder.body(),
            binder.parameter(LambdaRole.RESULT, position)));
  }

  private static void requireParameters(
      ScalarFunction function, SqlLambda lambda, List<LambdaRole> roles) {
    int count = lambda.getParameters().size();
    int least = roles.size() - 1;
    if (count < least || count > roles.size()) {
      throw new SqlPositionException(
          "the function of "
              + function.displayName()
              + " takes "
              + least
              + " or "
              + roles.size()
              + " parameters, not "
              + count,
          lambda.getParserPosition());
    }
  }

  private static SqlLiteral number(int number, SqlParserPos position) {
    return SqlLiteral.createExactNumeric(String.valueOf(number), position);
  }

  /** Returns the highest number of a call in an expression, which must not have subqueries. */
  private static int inspect(SqlNode body) {
    int[] highest = {0};
    body.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.getKind().belongsTo(SqlKind.QUERY)) {
              throw new SqlPositionException(
                  "a function over a list's elements cannot have a subquery; join first",
                  call.getParserPosition());
            }
            if (call.getOperator() instanceof CatalogueFunctionOperator operator
                && operator.function().takesLambda()) {
              highest[0] = Math.max(highest[0], ((SqlLiteral) call.operand(1)).intValue(true));
            }
            return super.visit(call);
          }
        });
    return highest[0];
  }

  /** Puts what a name stands for in the name's places. */
  private static final class Binder extends SqlShuttle {
    private final SqlLambda lambda;
    private final List<LambdaRole> roles;
    private final SqlNode list;
    private final int binding;
    private final int added;

    Binder(SqlLambda lambda, List<LambdaRole> roles, SqlNode list, int binding, int added) {
      this.lambda = lambda;
      this.roles = roles;
      this.list = list;
      this.binding = binding;
      this.added = added;
    }

    /** Returns a new expression in which the names are replaced. */
    SqlNode body() {
      return requireNonNull(Copies.of(lambda.getExpression()).accept(this), "no body");
    }

    SqlNode parameter(LambdaRole role, SqlParserPos position) {
      SqlNode word = SqlLiteral.createCharString(role.word(), position);
      SqlNode value =
          SqlCalls.function(
              ScalarFunction.LAMBDA_PARAMETER,
              position,
              List.of(Copies.of(list), number(binding, position), word));
      return role == LambdaRole.POSITION && added > 0
          ? SqlStdOperatorTable.MINUS.createCall(position, value, number(added, position))
          : value;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
      SqlNodeList names = lambda.getParameters();
      for (int i = 0; i < names.size(); i++) {
        String name = ((SqlIdentifier) names.get(i)).getSimple();
        if (identifier.names.getFirst().equalsIgnoreCase(name)) {
          SqlParserPos position = identifier.getParserPosition();
          SqlNode value = parameter(roles.get(i), position);
          for (String field : identifier.names.subList(1, identifier.names.size())) {
            SqlLiteral text = SqlLiteral.createCharString(field, position);
            value = SqlCalls.function(ScalarFunction.FIELD, position, List.of(value, text));
          }
          return value;
        }
      }
      return identifier;
    }
  }
}
