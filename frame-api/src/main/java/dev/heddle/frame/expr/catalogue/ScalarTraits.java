package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.List;

/** What sets some scalar functions apart from the others; part of {@link ScalarFunction}. */
public sealed interface ScalarTraits permits ScalarFunction {
  /** Returns how long equal arguments give equal results. */
  default Stability stability() {
    return switch ((ScalarFunction) this) {
      case CURRENT_DATE, CURRENT_TIMESTAMP, LOCAL_TIMESTAMP, LOCAL_TIME -> Stability.STABLE;
      case RANDOM -> Stability.VOLATILE;
      default -> Stability.IMMUTABLE;
    };
  }

  /** Returns whether the call is written between its two arguments. */
  default boolean isInfix() {
    return switch ((ScalarFunction) this) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ -> true;
      case AND, OR, CONCAT_OPERATOR, LIKE, ILIKE -> true;
      default -> false;
    };
  }

  /**
   * Returns which arguments must be literals, by position: parts of patterns that are compiled
   * once, and names.
   */
  default List<Integer> literalArguments() {
    return switch ((ScalarFunction) this) {
      case REGEXP_MATCHES -> List.of(1);
      case REGEXP_EXTRACT -> List.of(1, 2);
      case REGEXP_REPLACE -> List.of(1, 2, 3);
      case LIKE, ILIKE -> List.of(2);
      case FIELD -> List.of(1);
      case VALUE, CHECKED_VALUE -> List.of(0);
      case RANDOM -> List.of(0, 1);
      case LIST_SORT, LAMBDA_PARAMETER -> List.of(1, 2);
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> List.of(1);
      default -> List.of();
    };
  }

  /** Returns whether calls can name it; others are parts of what is written in another way. */
  default boolean isNamed() {
    return switch ((ScalarFunction) this) {
      case LAMBDA_PARAMETER, INTERVAL_LENGTH, VALUE, CHECKED_VALUE, RANDOM -> false;
      default -> true;
    };
  }

  /** Returns whether the last argument is evaluated for the elements of the first one. */
  default boolean takesLambda() {
    return switch ((ScalarFunction) this) {
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> true;
      default -> false;
    };
  }

  /** Returns the types that arguments are taken as: literals as what is beside them, maybe. */
  default List<DataType> readArguments(List<Argument> arguments) {
    return switch ((ScalarFunction) this) {
      case EQ, NOT_EQ, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM ->
          CatalogueFunctions.readEqualLiterals(arguments);
      case LT, LT_EQ, GT, GT_EQ -> CatalogueFunctions.readLiterals(arguments);
      case COALESCE, NULLIF, GREATEST, LEAST ->
          CatalogueFunctions.readNarrowLiterals(
              arguments, CatalogueFunctions.readLiterals(arguments));
      case ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          FLOOR_DIVIDE,
          MODULO,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          LEFT_SHIFT,
          RIGHT_SHIFT ->
          CatalogueFunctions.readNarrowLiterals(arguments, CatalogueFunctions.typesOf(arguments));
      case LIST_OF ->
          CatalogueFunctions.readNarrowLiterals(
              arguments, CatalogueFunctions.readTextLiterals(arguments));
      case CONTAINS, LIST_POSITION -> CatalogueFunctions.readElements(arguments);
      default -> CatalogueFunctions.typesOf(arguments);
    };
  }
}
