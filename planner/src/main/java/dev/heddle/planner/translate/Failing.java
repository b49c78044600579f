package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Knows which expressions can raise an error, and so must not be evaluated for further rows. */
public final class Failing {
  private Failing() {}

  /** Returns whether evaluating the expression can raise an error for some row. */
  public static boolean canFail(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return false;
    }
    if (call.getOperator() instanceof UserFunctionOperator) {
      return true;
    }
    if (OperatorMapping.scalar(call.getOperator()).filter(ScalarFunction.TRY::equals).isPresent()) {
      return false;
    }
    boolean ownFailure =
        switch (call.getKind()) {
          case AND, OR, NOT, EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL -> false;
          case GREATER_THAN, GREATER_THAN_OR_EQUAL, SEARCH, IS_NULL, IS_NOT_NULL -> false;
          case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, CASE, COALESCE -> false;
          case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, IN -> false;
          case LIKE -> !(call.getOperands().get(1) instanceof RexLiteral);
          case CAST -> !(call.getOperands().getFirst() instanceof RexLiteral) && !widens(call);
          default -> !isArithmetic(call.getKind()) && canFailItself(call);
        };
    return ownFailure || call.getOperands().stream().anyMatch(Failing::canFail);
  }

  private static boolean canFailItself(RexCall call) {
    Signature signature = new Signature(List.of(), TypeMapping.dataType(call.getType()));
    return OperatorMapping.scalar(call.getOperator())
        .map(function -> function.canFail(signature) && !isSure(function, call.getOperands()))
        .orElse(!signature.resultType().isFloat());
  }

  /**
   * Whether a call of a function that can fail does so by overflow alone, or for arguments alone
   * that are literals here: those that fail do so for every row.
   */
  private static boolean isSure(ScalarFunction function, List<RexNode> arguments) {
    return switch (function) {
      case NEGATE, ABS, SIGN, CEIL, FLOOR -> true;
      case DIVIDE, TRUE_DIVIDE, FLOOR_DIVIDE, MODULO -> isNoZero(arguments.getLast());
      case DATE_TRUNC, DATE_DIFF, FULL_UNITS_BETWEEN, TIME_BUCKET ->
          isLiteral(arguments.getFirst());
      case ROUND,
          TRUNC,
          LIKE,
          ILIKE,
          SPLIT_PART,
          STRFTIME,
          REGEXP_MATCHES,
          REGEXP_EXTRACT,
          REGEXP_REPLACE,
          REGEXP_EXTRACT_ALL ->
          arguments.stream().skip(1).allMatch(Failing::isLiteral);
      default -> false;
    };
  }

  private static boolean isLiteral(RexNode node) {
    return literal(node) != null;
  }

  private static boolean isNoZero(RexNode divisor) {
    RexLiteral literal = literal(divisor);
    return literal != null
        && (literal.isNull()
            || (literal.getValue() instanceof BigDecimal number && number.signum() != 0));
  }

  /** Returns the literal that an expression is, if it is one in another type. */
  private static @Nullable RexLiteral literal(RexNode node) {
    return switch (node) {
      case RexLiteral literal -> literal;
      case RexCall call when call.isA(SqlKind.CAST) -> literal(call.getOperands().getFirst());
      default -> null;
    };
  }

  /** Overflow apart, sums and products do not fail; a filter on one may be anywhere. */
  private static boolean isArithmetic(SqlKind kind) {
    return kind == SqlKind.PLUS || kind == SqlKind.MINUS || kind == SqlKind.TIMES;
  }

  private static boolean widens(RexCall cast) {
    DataType to = TypeMapping.dataType(cast.getType());
    DataType from =
        TypeCoercion.signedBeside(
            TypeMapping.dataType(cast.getOperands().getFirst().getType()), to);
    if (from.equals(to) || to instanceof DataType.Str) {
      return true;
    }
    if (from.isNumeric() && to.isFloat()) {
      return true;
    }
    if (from.isWhole() && to.isWhole()) {
      return rank(from) <= rank(to);
    }
    if (to instanceof DataType.Int128) {
      return from instanceof DataType.Decimal one && one.scale() == 0;
    }
    if (to instanceof DataType.Decimal other) {
      int whole = other.precision() - other.scale();
      return from instanceof DataType.Decimal one
          ? other.scale() >= one.scale() && whole >= one.precision() - one.scale()
          : from.isInteger() && whole >= digits(from);
    }
    return from instanceof DataType.Date && to instanceof DataType.Timestamp;
  }

  private static int rank(DataType type) {
    return switch (type) {
      case DataType.Int8 ignored -> 1;
      case DataType.Int16 ignored -> 2;
      case DataType.Int32 ignored -> 4;
      case DataType.Int128 ignored -> 16;
      default -> 8;
    };
  }

  private static int digits(DataType type) {
    return switch (type) {
      case DataType.Int8 ignored -> 3;
      case DataType.Int16 ignored -> 5;
      case DataType.Int32 ignored -> 10;
      default -> 19;
    };
  }
}
