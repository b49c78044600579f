package dev.heddle.physical.expr;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.FieldNode;
import dev.heddle.physical.expr.node.JsonValueNode;
import dev.heddle.physical.expr.node.ListOfNode;
import dev.heddle.physical.expr.node.ListOrderNode;
import dev.heddle.physical.expr.node.LiteralNode;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.RowCallNode;
import dev.heddle.physical.expr.node.StructOfNode;
import dev.heddle.physical.expr.node.TextWriteNode;
import dev.heddle.physical.expr.node.ValueFunctions;
import dev.heddle.physical.kernel.json.JsonAppender;
import dev.heddle.physical.kernel.list.ListOrders;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the nodes of functions on lists, structs and maps, and of those computed value by value.
 */
final class NestedFunctionCompiler {
  private NestedFunctionCompiler() {}

  static boolean isList(Node node) {
    return node.type instanceof DataType.ListOf || node.type instanceof DataType.MapOf;
  }

  /** Returns null in place of a call on nothing but nulls. */
  static Node nothing(List<Node> arguments, DataType type, MemoryAccount account) {
    arguments.forEach(Node::close);
    return new LiteralNode(Optional.empty(), type, account);
  }

  static Node field(List<Node> arguments, DataType type) {
    DataType.Struct struct = (DataType.Struct) arguments.getFirst().type;
    Node field = new FieldNode(arguments.getFirst(), struct.indexOf(text(arguments.get(1))), type);
    arguments.get(1).close();
    return field;
  }

  static Node struct(List<Node> arguments, DataType type) {
    List<Node> values = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      arguments.get(i).close();
      values.add(arguments.get(i + 1));
    }
    return new StructOfNode(values, type);
  }

  /** Returns a key and its value as lists of one; lists as they are. */
  static List<Node> lists(List<Node> arguments) {
    return arguments.getFirst().type instanceof DataType.ListOf
        ? arguments
        : arguments.stream()
            .map(value -> (Node) new ListOfNode(List.of(value), new DataType.ListOf(value.type)))
            .toList();
  }

  static Node sort(List<Node> arguments, DataType type) {
    SortDirection direction =
        arguments.size() > 1 && text(arguments.get(1)).equalsIgnoreCase("desc")
            ? SortDirection.DESCENDING
            : SortDirection.ASCENDING;
    NullPlacement nulls =
        arguments.size() > 2 && text(arguments.get(2)).equalsIgnoreCase("nulls first")
            ? NullPlacement.FIRST
            : NullPlacement.LAST;
    arguments.subList(1, arguments.size()).forEach(Node::close);
    return new ListOrderNode(arguments.getFirst(), type, orders -> orders.sort(direction, nulls));
  }

  static Node distinct(List<Node> arguments, DataType type) {
    return new ListOrderNode(arguments.getFirst(), type, ListOrders::distinct);
  }

  static Node reverse(List<Node> arguments, DataType type) {
    return isList(arguments.getFirst())
        ? new ListOrderNode(arguments.getFirst(), type, ListOrders::reverse)
        : new TextWriteNode(ScalarFunction.REVERSE, arguments);
  }

  /** A function that is computed value by value; the first argument is its name. */
  static Node value(List<Node> arguments, DataType type, ZoneId zone) {
    ValueFunction function = ValueFunction.of(text(arguments.getFirst()));
    arguments.getFirst().close();
    List<Node> given = arguments.subList(1, arguments.size());
    if (function == ValueFunction.JSON_TRANSFORM
        || function == ValueFunction.JSON_TRANSFORM_STRICT) {
      given.getLast().close();
      boolean isStrict = function == ValueFunction.JSON_TRANSFORM_STRICT;
      return new JsonValueNode(
          given.getFirst(),
          type,
          isStrict ? JsonAppender.Fit.STRICT : JsonAppender.Fit.LENIENT,
          zone);
    }
    List<DataType> types = given.stream().map(argument -> argument.type).toList();
    return new RowCallNode(
        ValueFunctions.of(function, types, type),
        given,
        function.isStrict() ? given.size() : 0,
        type);
  }

  private static String text(Node literal) {
    if (literal instanceof LiteralNode node
        && node.value.orElse(null) instanceof ScanValue.Bytes(byte[] bytes)) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    throw new IllegalStateException("The argument is no text literal");
  }
}
