package dev.heddle.physical.expr;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.node.CaselessLikeNode;
import dev.heddle.physical.expr.node.CoalesceNode;
import dev.heddle.physical.expr.node.DateUnitNode;
import dev.heddle.physical.expr.node.LikeNode;
import dev.heddle.physical.expr.node.LiteralNode;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.PatternNode;
import dev.heddle.physical.expr.node.RegexNode;
import dev.heddle.physical.expr.node.RowCallNode;
import dev.heddle.physical.expr.node.RowFunctions;
import dev.heddle.physical.expr.node.TextSliceNode;
import dev.heddle.physical.expr.node.TextWriteNode;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.regex.Regexes;
import dev.heddle.physical.kernel.text.LikePattern;
import dev.heddle.physical.kernel.time.DateUnits;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chooses the nodes of functions with patterns, units and defaults that are compiled once. */
final class TextFunctionCompiler {
  private final QueryTime time;
  private final MemoryAccount account;

  TextFunctionCompiler(QueryTime time, MemoryAccount account) {
    this.time = time;
    this.account = account;
  }

  /** Returns this number of arguments, a blank in place of a last one that is missing. */
  List<Node> withBlank(int count, List<Node> arguments) {
    if (arguments.size() == count) {
      return arguments;
    }
    List<Node> all = new ArrayList<>(arguments);
    ScanValue blank = new ScanValue.Bytes(new byte[] {' '});
    all.add(new LiteralNode(Optional.of(blank), DataType.STRING, account));
    return all;
  }

  Node like(ScalarFunction function, List<Node> arguments) {
    Node input = arguments.get(0);
    Node pattern = arguments.get(1);
    boolean ignoresCase = function == ScalarFunction.ILIKE;
    int escape = -1;
    if (arguments.size() > 2) {
      Optional<String> given = literal(function, arguments.get(2));
      if (given.isEmpty()) {
        return nothing(arguments, DataType.BOOL);
      }
      escape = escape(given.get());
    }
    if (ignoresCase) {
      escape = escape < 0 ? -1 : Character.toLowerCase(escape);
    }
    if (pattern instanceof LiteralNode literal && text(literal).isPresent()) {
      String written = text(literal).get();
      return ignoresCase
          ? new CaselessLikeNode(input, lower(written), escape)
          : new LikeNode(input, LikePattern.compile(written, escape));
    }
    return ignoresCase
        ? new PatternNode(lower(input), lower(pattern), escape)
        : new PatternNode(input, pattern, escape);
  }

  private static Node lower(Node text) {
    return new TextWriteNode(ScalarFunction.LOWER, List.of(text));
  }

  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    text.codePoints().map(Character::toLowerCase).forEach(lower::appendCodePoint);
    return lower.toString();
  }

  private static int escape(String text) {
    if (text.isEmpty()) {
      return -1;
    }
    if (text.codePointCount(0, text.length()) > 1) {
      throw Failures.argument(
          "Cannot use LIKE escape \"" + Failures.shorten(text) + "\": it must be one character");
    }
    return text.codePointAt(0);
  }

  Node regex(ScalarFunction function, List<Node> arguments) {
    Node input = arguments.getFirst();
    boolean tests = function == ScalarFunction.REGEXP_MATCHES;
    List<String> texts = new ArrayList<>();
    int group = 0;
    boolean isOfNoGroup = false;
    for (Node argument : arguments.subList(1, arguments.size())) {
      if (argument.type instanceof DataType.Str) {
        Optional<String> text = literal(function, argument);
        if (text.isEmpty()) {
          return nothing(arguments, tests ? DataType.BOOL : DataType.STRING);
        }
        texts.add(text.get());
      } else if (argument instanceof LiteralNode literal && literal.value.isPresent()) {
        BigInteger whole = ((ScanValue.Whole) literal.value.get()).value();
        group = whole.bitLength() < 31 ? whole.intValue() : -1;
      } else {
        isOfNoGroup = true;
      }
    }
    if (isOfNoGroup) {
      ScanValue none = ScanValue.Whole.of(0);
      return new TextSliceNode(
          ScalarFunction.LEFT,
          List.of(input, new LiteralNode(Optional.of(none), DataType.INT64, account)));
    }
    return switch (function) {
      case REGEXP_MATCHES ->
          new RegexNode(RegexNode.Action.MATCHES, input, Regexes.of(texts.getFirst()));
      case REGEXP_EXTRACT ->
          new RegexNode(
              RegexNode.Action.EXTRACT, input, Regexes.extracting(texts.getFirst(), group));
      default -> {
        String options = texts.size() > 2 ? texts.get(2) : "";
        Regexes regex = Regexes.replacing(texts.get(0), texts.get(1), options);
        yield new RegexNode(RegexNode.Action.REPLACE, input, regex);
      }
    };
  }

  Node dateUnit(DateUnitNode.Action action, List<Node> arguments, DataType type) {
    if (type instanceof DataType.Interval) {
      return new RowCallNode(RowFunctions.of(ScalarFunction.DATE_TRUNC, type), arguments, type);
    }
    if (!(arguments.getFirst() instanceof LiteralNode literal)) {
      return new DateUnitNode(action, null, arguments, type, time.zone());
    }
    Optional<String> unit = text(literal);
    if (unit.isEmpty()) {
      return nothing(arguments, type);
    }
    List<Node> moments = arguments.subList(1, arguments.size());
    return new DateUnitNode(action, DateUnits.Unit.of(unit.get()), moments, type, time.zone());
  }

  /** Returns a text that is a comma where the given one is null. */
  Node orComma(Node text) {
    if (text instanceof LiteralNode literal && literal.value.isPresent()) {
      return text;
    }
    byte[] comma = ",".getBytes(StandardCharsets.UTF_8);
    Node other = new LiteralNode(Optional.of(new ScanValue.Bytes(comma)), DataType.STRING, account);
    return new CoalesceNode(List.of(text, other), DataType.STRING);
  }

  private Node nothing(List<Node> arguments, DataType type) {
    arguments.forEach(Node::close);
    return new LiteralNode(Optional.empty(), type, account);
  }

  /** Returns a literal's text, empty for null. */
  private static Optional<String> literal(ScalarFunction function, Node node) {
    if (node instanceof LiteralNode literal) {
      return text(literal);
    }
    throw new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot evaluate "
            + function.displayName()
            + " with a pattern, unit or option that is not a constant; write it as a literal");
  }

  private static Optional<String> text(LiteralNode literal) {
    return literal
        .value
        .filter(v -> v instanceof ScanValue.Bytes)
        .map(v -> new String(((ScanValue.Bytes) v).value(), StandardCharsets.UTF_8));
  }
}
