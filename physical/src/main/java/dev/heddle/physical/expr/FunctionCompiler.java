package dev.heddle.physical.expr;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.DateParts;
import dev.heddle.physical.kernel.IntegerArithmetic.Operation;
import dev.heddle.physical.kernel.LikePattern;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Chooses the node of each catalogue function. */
final class FunctionCompiler {
  private final QueryTime time;

  FunctionCompiler(QueryTime time) {
    this.time = time;
  }

  Node compile(PhysicalExpr.Call call, List<Node> arguments) {
    ScalarFunction function = call.function();
    DataType type = call.type();
    return switch (function) {
      case ADD -> sum(1, arguments, type);
      case SUBTRACT -> sum(-1, arguments, type);
      case MULTIPLY -> arithmetic(Operation.MULTIPLY, arguments, type);
      case DIVIDE, TRUE_DIVIDE -> arithmetic(Operation.DIVIDE, arguments, type);
      case FLOOR_DIVIDE -> arithmetic(Operation.FLOOR_DIVIDE, arguments, type);
      case MODULO -> arithmetic(Operation.MODULO, arguments, type);
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ ->
          new CompareNode(Compiler.operator(function), arguments.get(0), arguments.get(1));
      case IS_DISTINCT_FROM -> new DistinctNode(arguments.get(0), arguments.get(1), true);
      case IS_NOT_DISTINCT_FROM -> new DistinctNode(arguments.get(0), arguments.get(1), false);
      case AND -> new LogicNode(true, arguments);
      case OR -> new LogicNode(false, arguments);
      case NOT -> new TruthNode(TruthNode.Test.NOT, arguments.getFirst());
      case IS_NULL -> new TruthNode(TruthNode.Test.IS_NULL, arguments.getFirst());
      case IS_NOT_NULL -> new TruthNode(TruthNode.Test.IS_NOT_NULL, arguments.getFirst());
      case IS_TRUE -> new TruthNode(TruthNode.Test.IS_TRUE, arguments.getFirst());
      case IS_NOT_TRUE -> new TruthNode(TruthNode.Test.IS_NOT_TRUE, arguments.getFirst());
      case IS_FALSE -> new TruthNode(TruthNode.Test.IS_FALSE, arguments.getFirst());
      case IS_NOT_FALSE -> new TruthNode(TruthNode.Test.IS_NOT_FALSE, arguments.getFirst());
      case COALESCE -> new CoalesceNode(arguments, type);
      case LIKE -> like(arguments);
      case SUBSTRING -> new SubstringNode(arguments);
      case YEAR -> part(DateParts.Part.YEAR, arguments);
      case QUARTER -> part(DateParts.Part.QUARTER, arguments);
      case MONTH -> part(DateParts.Part.MONTH, arguments);
      case WEEK -> part(DateParts.Part.WEEK, arguments);
      case DAY -> part(DateParts.Part.DAY, arguments);
      case DAY_OF_WEEK -> part(DateParts.Part.DAY_OF_WEEK, arguments);
      case ISO_DAY_OF_WEEK -> part(DateParts.Part.ISO_DAY_OF_WEEK, arguments);
      case DAY_OF_YEAR -> part(DateParts.Part.DAY_OF_YEAR, arguments);
      case HOUR -> part(DateParts.Part.HOUR, arguments);
      case MINUTE -> part(DateParts.Part.MINUTE, arguments);
      case SECOND -> part(DateParts.Part.SECOND, arguments);
      case MILLISECOND -> part(DateParts.Part.MILLISECOND, arguments);
      case MICROSECOND -> part(DateParts.Part.MICROSECOND, arguments);
      default ->
          throw new HeddleException(
              ErrorCode.UNSUPPORTED, "Cannot evaluate function " + function.displayName());
    };
  }

  private Node part(DateParts.Part part, List<Node> arguments) {
    return new DatePartNode(part, arguments.getFirst(), time.zone());
  }

  private Node sum(int sign, List<Node> arguments, DataType type) {
    Node left = arguments.get(0);
    Node right = arguments.get(1);
    if (left.type.isNumeric() && right.type.isNumeric()) {
      return arithmetic(sign > 0 ? Operation.ADD : Operation.SUBTRACT, arguments, type);
    }
    boolean turned =
        left.type.isNumeric()
            || (left.type instanceof DataType.Interval
                && !(right.type instanceof DataType.Interval));
    return turned
        ? new DateArithmeticNode(sign, right, left, type, time.zone())
        : new DateArithmeticNode(sign, left, right, type, time.zone());
  }

  private Node arithmetic(Operation operation, List<Node> arguments, DataType type) {
    return new ArithmeticNode(operation, arguments.get(0), arguments.get(1), type);
  }

  private Node like(List<Node> arguments) {
    Optional<byte[]> pattern = text(arguments.get(1));
    if (pattern.isEmpty()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED, "Cannot evaluate LIKE with a pattern that is no constant");
    }
    return new LikeNode(
        arguments.get(0),
        LikePattern.compile(new String(pattern.get(), StandardCharsets.UTF_8), escape(arguments)));
  }

  private static int escape(List<Node> arguments) {
    return arguments.size() < 3
        ? -1
        : text(arguments.get(2))
            .map(b -> new String(b, StandardCharsets.UTF_8).codePointAt(0))
            .orElse(-1);
  }

  /** Returns the text of a literal that is not null. */
  static Optional<byte[]> text(Node node) {
    return node instanceof LiteralNode literal
            && literal.value.isPresent()
            && literal.value.get() instanceof ScanValue.Bytes(byte[] bytes)
        ? Optional.of(bytes)
        : Optional.empty();
  }

  Node textToBinary(Node input, CastMode mode) {
    throw new HeddleException(ErrorCode.UNSUPPORTED, "Cannot cast to VARBINARY in mode " + mode);
  }
}
