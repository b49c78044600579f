package dev.heddle.physical.expr;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.ArithmeticNode;
import dev.heddle.physical.expr.node.BinaryNode;
import dev.heddle.physical.expr.node.BitsNode;
import dev.heddle.physical.expr.node.ByteFunctions;
import dev.heddle.physical.expr.node.CoalesceNode;
import dev.heddle.physical.expr.node.CompareNode;
import dev.heddle.physical.expr.node.ConcatEqualNode;
import dev.heddle.physical.expr.node.ConcatNode;
import dev.heddle.physical.expr.node.DateArithmeticNode;
import dev.heddle.physical.expr.node.DatePartNode;
import dev.heddle.physical.expr.node.DateUnitNode;
import dev.heddle.physical.expr.node.DayNode;
import dev.heddle.physical.expr.node.DistinctNode;
import dev.heddle.physical.expr.node.EpochNode;
import dev.heddle.physical.expr.node.EpochStepsNode;
import dev.heddle.physical.expr.node.ExtremeNode;
import dev.heddle.physical.expr.node.FiniteNode;
import dev.heddle.physical.expr.node.FlattenNode;
import dev.heddle.physical.expr.node.InfiniteNode;
import dev.heddle.physical.expr.node.IntervalParts;
import dev.heddle.physical.expr.node.IntervalProductNode;
import dev.heddle.physical.expr.node.JsonFormatNode;
import dev.heddle.physical.expr.node.ListConcatNode;
import dev.heddle.physical.expr.node.ListIntersectNode;
import dev.heddle.physical.expr.node.ListJoinNode;
import dev.heddle.physical.expr.node.ListNumberNode;
import dev.heddle.physical.expr.node.ListOfNode;
import dev.heddle.physical.expr.node.ListPickNode;
import dev.heddle.physical.expr.node.ListPositionNode;
import dev.heddle.physical.expr.node.ListRepeatNode;
import dev.heddle.physical.expr.node.ListSliceNode;
import dev.heddle.physical.expr.node.ListZipNode;
import dev.heddle.physical.expr.node.LiteralNode;
import dev.heddle.physical.expr.node.LogicNode;
import dev.heddle.physical.expr.node.MakeDateNode;
import dev.heddle.physical.expr.node.MapExtractNode;
import dev.heddle.physical.expr.node.MapOfNode;
import dev.heddle.physical.expr.node.MapPartNode;
import dev.heddle.physical.expr.node.MathNode;
import dev.heddle.physical.expr.node.NanNode;
import dev.heddle.physical.expr.node.NestedBytesNode;
import dev.heddle.physical.expr.node.NestedFunctions;
import dev.heddle.physical.expr.node.NextFloatNode;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.NullIfNode;
import dev.heddle.physical.expr.node.NumberNode;
import dev.heddle.physical.expr.node.NumberRangeNode;
import dev.heddle.physical.expr.node.RowCallNode;
import dev.heddle.physical.expr.node.RowFunctions;
import dev.heddle.physical.expr.node.SplitNode;
import dev.heddle.physical.expr.node.SubstringNode;
import dev.heddle.physical.expr.node.TextNumberNode;
import dev.heddle.physical.expr.node.TextSliceNode;
import dev.heddle.physical.expr.node.TextTestNode;
import dev.heddle.physical.expr.node.TextWriteNode;
import dev.heddle.physical.expr.node.TimeFunctions;
import dev.heddle.physical.expr.node.TruthNode;
import dev.heddle.physical.expr.node.TryNode;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.number.FloatFunctions;
import dev.heddle.physical.kernel.number.IntegerArithmetic.Operation;
import dev.heddle.physical.kernel.number.IntegerBits;
import dev.heddle.physical.kernel.number.NumberFunctions;
import dev.heddle.physical.kernel.text.TextTests;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.kernel.time.DateParts;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.util.List;
import java.util.Optional;

/** Chooses the node of each catalogue function. */
final class FunctionCompiler {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final QueryTime time;
  private final MemoryAccount account;
  private final TextFunctionCompiler texts;

  FunctionCompiler(QueryTime time, MemoryAccount account) {
    this.time = time;
    this.account = account;
    this.texts = new TextFunctionCompiler(time, account);
  }

  Node compile(PhysicalExpr.Call call, List<Node> arguments) {
    ScalarFunction function = call.function();
    DataType type = call.type();
    return switch (function) {
      case ADD -> sum(1, arguments, type);
      case SUBTRACT -> sum(-1, arguments, type);
      case MULTIPLY -> product(arguments, type);
      case DIVIDE, TRUE_DIVIDE ->
          type instanceof DataType.Interval
              ? new RowCallNode(IntervalParts.quotient(), arguments, type)
              : arithmetic(Operation.DIVIDE, arguments, type);
      case FLOOR_DIVIDE -> arithmetic(Operation.FLOOR_DIVIDE, arguments, type);
      case MODULO -> arithmetic(Operation.MODULO, arguments, type);
      case NEGATE -> new NumberNode(NumberFunctions.Function.NEGATE, arguments, type);
      case EQ, NOT_EQ -> equality(function, arguments.get(0), arguments.get(1));
      case LT, LT_EQ, GT, GT_EQ ->
          new CompareNode(
              Compiler.operator(function), inOrder(arguments.get(0)), inOrder(arguments.get(1)));
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM ->
          new DistinctNode(function, arguments.get(0), arguments.get(1));
      case AND, OR -> new LogicNode(function, arguments);
      case NOT -> truth(TruthNode.Test.NOT, arguments);
      case IS_NULL -> truth(TruthNode.Test.IS_NULL, arguments);
      case IS_NOT_NULL -> truth(TruthNode.Test.IS_NOT_NULL, arguments);
      case IS_TRUE -> truth(TruthNode.Test.IS_TRUE, arguments);
      case IS_NOT_TRUE -> truth(TruthNode.Test.IS_NOT_TRUE, arguments);
      case IS_FALSE -> truth(TruthNode.Test.IS_FALSE, arguments);
      case IS_NOT_FALSE -> truth(TruthNode.Test.IS_NOT_FALSE, arguments);
      case IS_NAN -> new NanNode(arguments.getFirst());
      case IS_FINITE, IS_INFINITE -> new InfiniteNode(function, arguments.getFirst());
      case COALESCE -> new CoalesceNode(arguments, type);
      case TRY -> new TryNode(arguments.getFirst());
      case NULLIF -> new NullIfNode(arguments.get(0), arguments.get(1), type);
      case GREATEST, LEAST -> extreme(function, arguments, type);
      case LIKE, ILIKE -> texts.like(function, arguments);
      case SUBSTRING ->
          type instanceof DataType.Binary
              ? ofBytes(function, arguments)
              : new SubstringNode(arguments);
      case UPPER, LOWER, REPLACE -> new TextWriteNode(function, arguments);
      case REPEAT ->
          type instanceof DataType.Binary
              ? ofBytes(function, arguments)
              : NestedFunctionCompiler.isList(arguments.getFirst())
                  ? new ListRepeatNode(arguments, type)
                  : new TextWriteNode(function, arguments);
      case LPAD, RPAD -> new TextWriteNode(function, texts.withBlank(3, arguments));
      case TRIM, LTRIM, RTRIM -> new TextSliceNode(function, texts.withBlank(2, arguments));
      case LEFT, RIGHT, SPLIT_PART ->
          type instanceof DataType.Binary
              ? ofBytes(function, arguments)
              : new TextSliceNode(function, arguments);
      case REVERSE -> NestedFunctionCompiler.reverse(arguments, type);
      case LENGTH, CONTAINS ->
          NestedFunctionCompiler.isList(arguments.getFirst())
              ? new ListNumberNode(function, arguments, type)
              : function == ScalarFunction.LENGTH
                  ? new TextNumberNode(function, arguments)
                  : test(TextTests.Test.CONTAINS, arguments);
      case OCTET_LENGTH, POSITION -> new TextNumberNode(function, arguments);
      case CONCAT_OPERATOR ->
          type.isNested()
              ? new ListConcatNode(function, arguments, type)
              : new ConcatNode(ConcatNode.Mode.STRICT, arguments, type);
      case CONCAT ->
          type.isNested()
              ? new ListConcatNode(function, arguments, type)
              : new ConcatNode(ConcatNode.Mode.SKIPPING, arguments, type);
      case CONCAT_WS -> new ConcatNode(ConcatNode.Mode.SEPARATED, arguments, type);
      case STARTS_WITH -> test(TextTests.Test.STARTS_WITH, arguments);
      case ENDS_WITH -> test(TextTests.Test.ENDS_WITH, arguments);
      case REGEXP_MATCHES, REGEXP_EXTRACT, REGEXP_REPLACE -> texts.regex(function, arguments);
      case BITWISE_AND -> bits(IntegerBits.Function.AND, arguments, type);
      case BITWISE_OR -> bits(IntegerBits.Function.OR, arguments, type);
      case BITWISE_XOR -> bits(IntegerBits.Function.XOR, arguments, type);
      case LEFT_SHIFT -> bits(IntegerBits.Function.LEFT_CHECKED, arguments, type);
      case RIGHT_SHIFT -> bits(IntegerBits.Function.RIGHT_CHECKED, arguments, type);
      case SHIFT_LEFT -> bits(IntegerBits.Function.LEFT, arguments, type);
      case SHIFT_RIGHT -> bits(IntegerBits.Function.RIGHT, arguments, type);
      case SHIFT_RIGHT_UNSIGNED -> bits(IntegerBits.Function.RIGHT_UNSIGNED, arguments, type);
      case GCD -> bits(IntegerBits.Function.GCD, arguments, type);
      case LCM -> bits(IntegerBits.Function.LCM, arguments, type);
      case VALUE, CHECKED_VALUE -> NestedFunctionCompiler.value(arguments, type, time.zone());
      case ROUND_EVEN -> new NumberNode(NumberFunctions.Function.ROUND_EVEN, arguments, type);
      case ACOSH -> new MathNode(FloatFunctions.Function.ACOSH, arguments);
      case ASINH -> new MathNode(FloatFunctions.Function.ASINH, arguments);
      case ATANH -> new MathNode(FloatFunctions.Function.ATANH, arguments);
      case GAMMA -> new MathNode(FloatFunctions.Function.GAMMA, arguments);
      case LGAMMA -> new MathNode(FloatFunctions.Function.LGAMMA, arguments);
      case EXPM1 -> new MathNode(FloatFunctions.Function.EXPM1, arguments);
      case LOG1P -> new MathNode(FloatFunctions.Function.LOG1P, arguments);
      case HYPOT -> new MathNode(FloatFunctions.Function.HYPOT, arguments);
      case NEXT_AFTER ->
          call.type() instanceof DataType.Float32
              ? new NextFloatNode(arguments)
              : new MathNode(FloatFunctions.Function.NEXT_AFTER, arguments);
      case ABS -> new NumberNode(NumberFunctions.Function.ABS, arguments, type);
      case SIGN -> new NumberNode(NumberFunctions.Function.SIGN, arguments, type);
      case CEIL -> new NumberNode(NumberFunctions.Function.CEIL, arguments, type);
      case FLOOR -> new NumberNode(NumberFunctions.Function.FLOOR, arguments, type);
      case ROUND -> new NumberNode(NumberFunctions.Function.ROUND, arguments, type);
      case TRUNC ->
          type instanceof DataType.Date
              ? texts.dateUnit(DateUnitNode.Action.TRUNCATE, arguments.reversed(), type)
              : new NumberNode(NumberFunctions.Function.TRUNC, arguments, type);
      case SQRT -> new MathNode(FloatFunctions.Function.SQRT, arguments);
      case CBRT -> new MathNode(FloatFunctions.Function.CBRT, arguments);
      case EXP -> new MathNode(FloatFunctions.Function.EXP, arguments);
      case LN -> new MathNode(FloatFunctions.Function.LN, arguments);
      case LOG10 -> new MathNode(FloatFunctions.Function.LOG10, arguments);
      case LOG2 -> new MathNode(FloatFunctions.Function.LOG2, arguments);
      case POWER -> new MathNode(FloatFunctions.Function.POWER, arguments);
      case SIN -> new MathNode(FloatFunctions.Function.SIN, arguments);
      case COS -> new MathNode(FloatFunctions.Function.COS, arguments);
      case TAN -> new MathNode(FloatFunctions.Function.TAN, arguments);
      case COT -> new MathNode(FloatFunctions.Function.COT, arguments);
      case ASIN -> new MathNode(FloatFunctions.Function.ASIN, arguments);
      case ACOS -> new MathNode(FloatFunctions.Function.ACOS, arguments);
      case ATAN -> new MathNode(FloatFunctions.Function.ATAN, arguments);
      case ATAN2 -> new MathNode(FloatFunctions.Function.ATAN2, arguments);
      case SINH -> new MathNode(FloatFunctions.Function.SINH, arguments);
      case COSH -> new MathNode(FloatFunctions.Function.COSH, arguments);
      case TANH -> new MathNode(FloatFunctions.Function.TANH, arguments);
      case DEGREES -> new MathNode(FloatFunctions.Function.DEGREES, arguments);
      case RADIANS -> new MathNode(FloatFunctions.Function.RADIANS, arguments);
      case PI -> constant(new ScanValue.Floating(Math.PI), type);
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
      case NANOSECOND -> part(DateParts.Part.NANOSECOND, arguments);
      case EPOCH_MS -> epochSteps(EpochStepsNode.MILLIS, arguments, type);
      case EPOCH_US -> epochSteps(EpochStepsNode.MICROS, arguments, type);
      case EPOCH_NS -> epochSteps(EpochStepsNode.NANOS, arguments, type);
      case EPOCH -> new EpochNode(FiniteNode.all(arguments).getFirst());
      case DATE_TRUNC -> texts.dateUnit(DateUnitNode.Action.TRUNCATE, arguments, type);
      case DATE_DIFF -> difference(DateUnitNode.Action.STARTS_BETWEEN, arguments, type);
      case FULL_UNITS_BETWEEN -> difference(DateUnitNode.Action.FULL_BETWEEN, arguments, type);
      case LAST_DAY -> new DayNode(FiniteNode.all(arguments).getFirst(), time.zone());
      case MAKE_DATE -> new MakeDateNode(arguments);
      case CURRENT_DATE -> moment(Math.floorDiv(localNow(), Calendar.MICROS_PER_DAY), type);
      case CURRENT_TIMESTAMP -> moment(time.epochMicros(), type);
      case LOCAL_TIMESTAMP -> moment(localNow(), type);
      case LOCAL_TIME -> moment(Math.floorMod(localNow(), Calendar.MICROS_PER_DAY), type);
      case FIELD -> NestedFunctionCompiler.field(arguments, type);
      case STRUCT_OF -> NestedFunctionCompiler.struct(arguments, type);
      case LIST_OF -> new ListOfNode(arguments, type);
      case MAP_OF -> new MapOfNode(NestedFunctionCompiler.lists(arguments), type, time.zone());
      case ELEMENT, LIST_MIN, LIST_MAX -> pick(function, arguments, type);
      case MAP_EXTRACT ->
          arguments.getFirst().type instanceof DataType.MapOf
              ? new MapExtractNode(arguments, type)
              : pick(ScalarFunction.ELEMENT, arguments, type);
      case LIST_SUM, LIST_AVG, LIST_COUNT -> new ListNumberNode(function, arguments, type);
      case LIST_SORT -> NestedFunctionCompiler.sort(arguments, type);
      case LIST_DISTINCT -> NestedFunctionCompiler.distinct(arguments, type);
      case LIST_JOIN ->
          new ListJoinNode(List.of(arguments.get(0), texts.orComma(arguments.get(1))));
      case LIST_SLICE ->
          isOfText(arguments)
              ? new RowCallNode(RowFunctions.of(function, type), arguments, type)
              : new ListSliceNode(arguments, type);
      case LIST_CONCAT ->
          arguments.getFirst().type instanceof DataType.Null
              ? NestedFunctionCompiler.nothing(arguments, type, account)
              : new ListConcatNode(function, arguments, type);
      case STRING_SPLIT -> new SplitNode(arguments, type);
      case MAP_KEYS -> new MapPartNode(arguments.getFirst(), 0, type);
      case MAP_VALUES -> new MapPartNode(arguments.getFirst(), 1, type);
      case MAP_ENTRIES -> new MapPartNode(arguments.getFirst(), -1, type);
      case LIST_POSITION -> new ListPositionNode(arguments.get(0), arguments.get(1));
      case FLATTEN -> new FlattenNode(arguments.getFirst(), type);
      case LIST_ZIP ->
          arguments.getLast().type instanceof DataType.Bool
              ? new RowCallNode(NestedFunctions.zipped(type), arguments, 0, type)
              : new ListZipNode(arguments, type);
      case LIST_INTERSECT -> new ListIntersectNode(arguments, type);
      case RANGE, GENERATE_SERIES ->
          type.equals(new DataType.ListOf(DataType.INT64))
              ? new NumberRangeNode(function, arguments, type)
              : new RowCallNode(TimeFunctions.range(function, time.zone()), arguments, type);
      case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE, LAMBDA_PARAMETER ->
          throw new IllegalStateException("Compiled in another place: " + function);
      case RANDOM -> throw new IllegalStateException("Not made a column: " + function);
      case CHR,
          ASCII,
          TRANSLATE,
          MD5,
          SHA256,
          HEX,
          UNHEX,
          BASE64,
          FROM_BASE64,
          ENCODE,
          DECODE,
          BIN,
          LEVENSHTEIN ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case BIT_COUNT ->
          new RowCallNode(ByteFunctions.bitCount(arguments.getFirst().type), arguments, type);
      case DAMERAU_LEVENSHTEIN, HAMMING, JACCARD, JARO_SIMILARITY, JARO_WINKLER_SIMILARITY ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case REGEXP_SPLIT -> new RowCallNode(RowFunctions.of(function, type), arguments, 1, type);
      case REGEXP_EXTRACT_ALL, FORMAT, PRINTF, STRFTIME, STRPTIME, TRY_STRPTIME ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case INTERVAL_LENGTH -> new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case DAY_NAME, MONTH_NAME ->
          new RowCallNode(RowFunctions.of(function, type), FiniteNode.all(arguments), type);
      case MAKE_TIMESTAMP, TIME_BUCKET, TIMEZONE ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_HISTOGRAM, LIST_MODE, LIST_ENTROPY -> {
        DataType element = ((DataType.ListOf) arguments.getFirst().type).element();
        yield new RowCallNode(RowFunctions.ofElements(function, element), arguments, type);
      }
      case LIST_MAD, LIST_ANY_VALUE ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_PRODUCT, LIST_MEDIAN, LIST_SEM, LIST_SKEWNESS, LIST_KURTOSIS ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_VAR_POP, LIST_VAR_SAMP, LIST_STDDEV_POP, LIST_STDDEV_SAMP ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_BOOL_AND, LIST_BOOL_OR, LIST_BIT_AND, LIST_BIT_OR, LIST_BIT_XOR ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_INNER_PRODUCT, LIST_DISTANCE ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case LIST_COSINE_SIMILARITY, LIST_COSINE_DISTANCE ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case JSON_EXTRACT, JSON_EXTRACT_STRING, JSON_EXISTS, JSON_VALID, JSON_MINIFY ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case JSON_TYPE, JSON_ARRAY_LENGTH, JSON_KEYS ->
          new RowCallNode(RowFunctions.of(function, type), arguments, type);
      case TO_JSON -> new JsonFormatNode(arguments.getFirst(), time.zone());
    };
  }

  /** Returns a node whose values have an order in memory: nested values have one as bytes. */
  /** Nested values are compared by the bytes that sort as they do, and read back from these. */
  private static Node extreme(ScalarFunction function, List<Node> arguments, DataType type) {
    if (!type.isNested()) {
      return new ExtremeNode(function, arguments, type);
    }
    List<Node> keys = arguments.stream().map(FunctionCompiler::inOrder).toList();
    return new NestedBytesNode(new ExtremeNode(function, keys, DataType.BINARY), type);
  }

  private static Node inOrder(Node input) {
    return input.type.isNested() ? new NestedBytesNode(input, DataType.BINARY) : input;
  }

  private static Node pick(ScalarFunction function, List<Node> arguments, DataType type) {
    return isOfText(arguments)
        ? new RowCallNode(RowFunctions.of(function, type), arguments, type)
        : new ListPickNode(function, arguments, type);
  }

  private static boolean isOfText(List<Node> arguments) {
    return arguments.getFirst().type instanceof DataType.Str;
  }

  private static Node epochSteps(long perSecond, List<Node> arguments, DataType type) {
    return new EpochStepsNode(perSecond, FiniteNode.all(arguments).getFirst(), type);
  }

  private static Node bits(IntegerBits.Function function, List<Node> arguments, DataType type) {
    return new BitsNode(function, arguments, type);
  }

  private static Node truth(TruthNode.Test test, List<Node> arguments) {
    return new TruthNode(test, arguments.getFirst());
  }

  private static Node ofBytes(ScalarFunction function, List<Node> arguments) {
    return new RowCallNode(ByteFunctions.of(function), arguments, DataType.BINARY);
  }

  private static Node test(TextTests.Test test, List<Node> arguments) {
    return new TextTestNode(test, arguments.get(0), arguments.get(1));
  }

  private long localNow() {
    return LocalTimes.of(time.zone(), MICROS_PER_SECOND).toLocal(time.epochMicros());
  }

  private Node moment(long value, DataType type) {
    return constant(ScanValue.Whole.of(value), type);
  }

  private Node constant(ScanValue value, DataType type) {
    return new LiteralNode(Optional.of(value), type, account);
  }

  private Node part(DateParts.Part part, List<Node> arguments) {
    if (arguments.getFirst().type instanceof DataType.Interval) {
      return new RowCallNode(IntervalParts.of(part), arguments, DataType.INT64);
    }
    return new DatePartNode(part, FiniteNode.all(arguments).getFirst(), time.zone());
  }

  private Node difference(DateUnitNode.Action action, List<Node> arguments, DataType type) {
    return texts.dateUnit(action, FiniteNode.all(arguments), type);
  }

  private Node sum(int sign, List<Node> arguments, DataType type) {
    Node left = arguments.get(0);
    Node right = arguments.get(1);
    if (left.type.isNumeric() && right.type.isNumeric()) {
      return arithmetic(sign > 0 ? Operation.ADD : Operation.SUBTRACT, arguments, type);
    }
    boolean intervalFirst =
        left.type instanceof DataType.Interval && !(right.type instanceof DataType.Interval);
    return left.type.isNumeric() || intervalFirst
        ? new DateArithmeticNode(sign, right, left, type, time.zone())
        : new DateArithmeticNode(sign, left, right, type, time.zone());
  }

  private static Node product(List<Node> arguments, DataType type) {
    Node left = arguments.get(0);
    Node right = arguments.get(1);
    if (type instanceof DataType.Interval && (left.type.isFloat() || right.type.isFloat())) {
      return new RowCallNode(IntervalParts.product(), arguments, type);
    }
    if (left.type instanceof DataType.Interval) {
      return new IntervalProductNode(left, right);
    }
    return right.type instanceof DataType.Interval
        ? new IntervalProductNode(right, left)
        : arithmetic(Operation.MULTIPLY, arguments, type);
  }

  private static Node arithmetic(Operation operation, List<Node> arguments, DataType type) {
    return new ArithmeticNode(operation, arguments.get(0), arguments.get(1), type);
  }

  Node textToBinary(Node input, CastMode mode) {
    if (!(input.type instanceof DataType.Str)) {
      throw Failures.cast("", input.type, DataType.BINARY);
    }
    return new BinaryNode(input, mode);
  }

  private static Node equality(ScalarFunction function, Node left, Node right) {
    if (left instanceof ConcatNode concat && concat.isStrict()) {
      return new ConcatEqualNode(function, List.of(concat.arguments), right);
    }
    if (right instanceof ConcatNode concat && concat.isStrict()) {
      return new ConcatEqualNode(function, List.of(concat.arguments), left);
    }
    return new CompareNode(Compiler.operator(function), left, right);
  }
}
