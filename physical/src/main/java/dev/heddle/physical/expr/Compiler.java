package dev.heddle.physical.expr;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.CastNode;
import dev.heddle.physical.expr.node.ColumnNode;
import dev.heddle.physical.expr.node.ConstantCaseNode;
import dev.heddle.physical.expr.node.ConstantNode;
import dev.heddle.physical.expr.node.DictionaryNode;
import dev.heddle.physical.expr.node.FormatNode;
import dev.heddle.physical.expr.node.InNode;
import dev.heddle.physical.expr.node.JsonCastNode;
import dev.heddle.physical.expr.node.JsonFormatNode;
import dev.heddle.physical.expr.node.JsonValueNode;
import dev.heddle.physical.expr.node.LambdaParameterNode;
import dev.heddle.physical.expr.node.ListFilterNode;
import dev.heddle.physical.expr.node.ListReduceNode;
import dev.heddle.physical.expr.node.ListTransformNode;
import dev.heddle.physical.expr.node.LiteralNode;
import dev.heddle.physical.expr.node.MapKeysNode;
import dev.heddle.physical.expr.node.NestedBytesNode;
import dev.heddle.physical.expr.node.NestedCastNode;
import dev.heddle.physical.expr.node.NestedTextNode;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.NullCastNode;
import dev.heddle.physical.expr.node.RowCallNode;
import dev.heddle.physical.expr.node.RowFunctions;
import dev.heddle.physical.expr.node.SharedNode;
import dev.heddle.physical.expr.node.StrictNode;
import dev.heddle.physical.expr.node.StructMapNode;
import dev.heddle.physical.expr.node.UserCallNode;
import dev.heddle.physical.expr.node.UuidBytesNode;
import dev.heddle.physical.kernel.compare.ValueSet;
import dev.heddle.physical.kernel.json.JsonAppender;
import dev.heddle.physical.kernel.number.NumericRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Turns expressions into nodes of one thread, sharing equal parts.
 *
 * <p>A part that occurs more than once is computed once for the same rows. The largest parts that
 * read one text column and cannot fail are computed on its dictionary where it has one.
 */
final class Compiler {
  private final QueryTime time;
  private final MemoryAccount account;
  private final FunctionCompiler functions;
  private final Map<PhysicalExpr, Integer> uses = new HashMap<>();
  private final Map<PhysicalExpr, Integer> slots = new HashMap<>();
  private final IdentityHashMap<PhysicalExpr, Reads> reads = new IdentityHashMap<>();
  private boolean onDictionary;

  Compiler(List<PhysicalExpr> expressions, QueryTime time, MemoryAccount account) {
    this.time = time;
    this.account = account;
    this.functions = new FunctionCompiler(time, account);
    expressions.forEach(this::count);
  }

  private void count(PhysicalExpr expression) {
    if (uses.merge(expression, 1, Integer::sum) == 1) {
      Expressions.forEachChild(expression, this::count);
    }
  }

  /** Compiles an expression, or a part of one that this compiler was made with. */
  Node compile(PhysicalExpr expression) {
    Node node = onDictionaryOrPlain(expression);
    boolean simple =
        expression instanceof PhysicalExpr.ColumnRef || expression instanceof PhysicalExpr.Literal;
    if (simple
        || node.isConstant()
        || uses.getOrDefault(expression, 1) == 1
        || Expressions.hasLambdaParameter(expression) // has another value in other places
        || !Expressions.isDeterministic(expression)) {
      return node;
    }
    return new SharedNode(node, slots.computeIfAbsent(expression, ignored -> slots.size()));
  }

  List<Node> compileAll(List<PhysicalExpr> expressions) {
    List<Node> nodes = new ArrayList<>(expressions.size());
    for (PhysicalExpr expression : expressions) {
      nodes.add(compile(expression));
    }
    return nodes;
  }

  private Node onDictionaryOrPlain(PhysicalExpr expression) {
    if (onDictionary
        || expression.type().isNested()
        || !readsOneTextColumn(expression)
        || Expressions.hasLambdaParameter(expression)
        || Expressions.hasUserCall(expression)) { // which can fail for values of no row
      return plain(expression);
    }
    onDictionary = true;
    Node node = plain(expression);
    onDictionary = false;
    if (node.canFail()) {
      node.close();
      return plain(expression);
    }
    int column = reads(expression).column;
    return Expressions.isNullForNulls(expression)
        ? DictionaryNode.nullForNull(node, column, account)
        : DictionaryNode.of(node, column, account);
  }

  private boolean readsOneTextColumn(PhysicalExpr expression) {
    Reads read = reads(expression);
    return !(expression instanceof PhysicalExpr.ColumnRef) && read.column >= 0 && read.isText;
  }

  /** Returns what an expression reads; each part is asked again for each expression around it. */
  private Reads reads(PhysicalExpr expression) {
    Reads known = reads.get(expression);
    if (known == null) {
      Reads[] found = {Reads.NOTHING};
      if (expression instanceof PhysicalExpr.ColumnRef ref) {
        boolean isText =
            ref.type() instanceof DataType.Str || ref.type() instanceof DataType.Binary;
        found[0] = new Reads(ref.index(), isText);
      }
      Expressions.forEachChild(expression, child -> found[0] = found[0].with(reads(child)));
      known = found[0];
      reads.put(expression, known);
    }
    return known;
  }

  /**
   * What an expression reads.
   *
   * @param column the only column, or {@link #NONE} or {@link #SEVERAL}
   * @param isText whether one is a text or binary
   */
  private record Reads(int column, boolean isText) {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;
    private static final Reads NOTHING = new Reads(NONE, false);

    Reads with(Reads other) {
      boolean isSame = column == other.column || other.column == NONE;
      int both = isSame ? column : column == NONE ? other.column : SEVERAL;
      return new Reads(both, isText || other.isText);
    }
  }

  private Node plain(PhysicalExpr expression) {
    return switch (expression) {
      case PhysicalExpr.ColumnRef ref -> new ColumnNode(ref.index(), ref.type());
      case PhysicalExpr.Literal literal ->
          new LiteralNode(literal.value(), literal.type(), account);
      case PhysicalExpr.Cast cast -> cast(compile(cast.input()), cast.type(), cast.mode());
      case PhysicalExpr.In in -> in(in);
      case PhysicalExpr.Case choice ->
          ConstantCaseNode.of(
              compileAll(choice.branches().stream().map(PhysicalExpr.Branch::condition).toList()),
              compileAs(
                  choice.type(),
                  Stream.concat(
                          choice.branches().stream().map(PhysicalExpr.Branch::value),
                          Stream.of(choice.otherwise()))
                      .toList()),
              choice.type(),
              account);
      case PhysicalExpr.UserCall call -> new UserCallNode(call.function(), userArguments(call));
      case PhysicalExpr.LambdaParameter parameter ->
          new LambdaParameterNode(parameter.slot(), parameter.type());
      case PhysicalExpr.Call call when call.function().takesLambda() -> lambda(call);
      case PhysicalExpr.Call call -> folded(functions.compile(call, arguments(call)));
    };
  }

  private Node lambda(PhysicalExpr.Call call) {
    Node list = compile(call.arguments().get(0));
    int binding =
        ((ScanValue.Whole) ((PhysicalExpr.Literal) call.arguments().get(1)).value().orElseThrow())
            .value()
            .intValueExact();
    Node body = compile(call.arguments().get(2));
    return switch (call.function()) {
      case LIST_TRANSFORM -> new ListTransformNode(list, binding, body, call.type());
      case LIST_FILTER -> new ListFilterNode(list, binding, body, call.type());
      default -> new ListReduceNode(list, binding, body, call.type());
    };
  }

  private List<Node> userArguments(PhysicalExpr.UserCall call) {
    List<Node> nodes = new ArrayList<>(call.arguments().size());
    for (int i = 0; i < call.arguments().size(); i++) {
      nodes.addAll(
          compileAs(call.function().argumentTypes().get(i), List.of(call.arguments().get(i))));
    }
    return nodes;
  }

  private List<Node> arguments(PhysicalExpr.Call call) {
    return switch (call.function()) {
      case COALESCE, NULLIF, GREATEST, LEAST -> compileAs(call.type(), call.arguments());
      case EQ, NOT_EQ, LT, LT_EQ, GT, GT_EQ, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> {
        DataType left = call.arguments().get(0).type();
        DataType right = call.arguments().get(1).type();
        yield compileAs(left instanceof DataType.Null ? right : left, call.arguments());
      }
      default -> compileAll(call.arguments());
    };
  }

  /**
   * Compiles expressions whose values are in one column or are compared: memory would be misread if
   * they were not all alike.
   */
  private List<Node> compileAs(DataType type, List<PhysicalExpr> expressions) {
    List<Node> nodes = new ArrayList<>(expressions.size());
    for (PhysicalExpr expression : expressions) {
      Node node = compile(expression);
      if (node.type instanceof DataType.Null && !(type instanceof DataType.Null)) {
        node = cast(node, type, CastMode.STRICT);
      }
      requireAlike(node.type, type);
      nodes.add(node);
    }
    return nodes;
  }

  private static void requireAlike(DataType actual, DataType wanted) {
    if (!isAlike(actual, wanted)) {
      throw new IllegalStateException(
          "Expression of type " + actual.sqlName() + " where " + wanted.sqlName() + " belongs");
    }
  }

  /** Returns whether the bytes of the types' values mean the same. */
  static boolean isAlike(DataType left, DataType right) {
    return left.equals(right)
        || (left instanceof DataType.Decimal a
            && right instanceof DataType.Decimal b
            && a.scale() == b.scale()
            && a.fitsLong() == b.fitsLong());
  }

  /** Evaluates a call on constants once. */
  Node folded(Node node) {
    if (node instanceof StrictNode strict) {
      for (Node argument : strict.arguments) {
        if (!argument.isConstant()) {
          return node;
        }
      }
      return new ConstantNode(node, account);
    }
    return node;
  }

  private Node in(PhysicalExpr.In in) {
    in.values().forEach(v -> requireAlike(v.type(), in.input().type()));
    List<ScanValue> values = in.values().stream().map(v -> v.value().orElseThrow()).toList();
    return folded(new InNode(compile(in.input()), new ValueSet(values)));
  }

  Node cast(Node input, DataType type, CastMode mode) {
    DataType from = input.type;
    if (from.equals(type)) {
      return input;
    }
    if (from instanceof DataType.Null && input.canFail()) {
      return new NullCastNode(input, type);
    }
    if (from instanceof DataType.Null) {
      input.close();
      return new LiteralNode(Optional.empty(), type, account);
    }
    return folded(
        switch (type) {
          case DataType.Str _ ->
              from instanceof DataType.Json
                  ? new JsonCastNode(input, type, mode)
                  : new FormatNode(input, time.zone());
          case DataType.Json _ ->
              from instanceof DataType.Str
                  ? new JsonCastNode(input, type, mode)
                  : new JsonFormatNode(input, time.zone());
          case DataType.Binary _ -> {
            if (from instanceof DataType.Uuid) {
              yield new UuidBytesNode(input);
            }
            yield from.isNested()
                ? new NestedBytesNode(input, type)
                : functions.textToBinary(asText(input), mode);
          }
          case DataType.ListOf _, DataType.Struct _, DataType.MapOf _
              when from instanceof DataType.Json ->
              new JsonValueNode(input, type, fit(mode), time.zone());
          case DataType.ListOf _, DataType.Struct _, DataType.MapOf _ ->
              switch (from) {
                case DataType.Binary _ -> new NestedBytesNode(input, type);
                case DataType.Str _ -> parsed(input, type, mode);
                case DataType.Enumeration _ -> parsed(asText(input), type, mode);
                case DataType.Struct _ when type instanceof DataType.MapOf map ->
                    new MapKeysNode(
                        new StructMapNode(input, map, mode, this::cast), mode, time.zone());
                case DataType _ ->
                    withKeys(from, new NestedCastNode(input, type, mode, this::cast), mode);
              };
          case DataType.Enumeration _ ->
              new CastNode(
                  from instanceof DataType.Json ? jsonText(input) : input, type, mode, time.zone());
          default ->
              new CastNode(
                  from instanceof DataType.Json ? jsonText(input) : asText(input),
                  type,
                  mode,
                  time.zone());
        });
  }

  /** Returns the labels of an enumeration, and other values as they are. */
  private Node asText(Node input) {
    return input.type instanceof DataType.Enumeration ? new FormatNode(input, time.zone()) : input;
  }

  private static JsonAppender.Fit fit(CastMode mode) {
    return mode == CastMode.STRICT ? JsonAppender.Fit.EXACT : JsonAppender.Fit.LENIENT;
  }

  /** Returns what a text in JSON says, null of its null, and the text of other values. */
  private static Node jsonText(Node input) {
    return new RowCallNode(
        RowFunctions.of(ScalarFunction.JSON_EXTRACT_STRING, DataType.STRING),
        List.of(input),
        DataType.STRING);
  }

  /** Returns what a text of a list, struct or map says: its parts, and then what each means. */
  private Node parsed(Node text, DataType type, CastMode mode) {
    Node parts = new NestedTextNode(text, type, mode, time.zone());
    Node checked =
        parts.type instanceof DataType.MapOf ? new MapKeysNode(parts, mode, time.zone()) : parts;
    return cast(checked, type, mode);
  }

  /** Returns a converted value, whose keys are looked at again if it is a map with other ones. */
  private Node withKeys(DataType from, Node converted, CastMode mode) {
    return from instanceof DataType.MapOf source
            && converted.type instanceof DataType.MapOf target
            && !source.key().equals(target.key())
        ? new MapKeysNode(converted, mode, time.zone())
        : converted;
  }

  /** Returns the comparison that a function represents. */
  static NumericRange.Operator operator(ScalarFunction function) {
    return switch (function) {
      case EQ -> NumericRange.Operator.EQUAL;
      case NOT_EQ -> NumericRange.Operator.NOT_EQUAL;
      case LT -> NumericRange.Operator.LESS;
      case LT_EQ -> NumericRange.Operator.LESS_OR_EQUAL;
      case GT -> NumericRange.Operator.GREATER;
      case GT_EQ -> NumericRange.Operator.GREATER_OR_EQUAL;
      default -> throw new IllegalStateException("No comparison: " + function);
    };
  }
}
