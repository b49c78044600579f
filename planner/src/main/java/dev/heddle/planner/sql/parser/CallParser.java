package dev.heddle.planner.sql.parser;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Expression.Argument;
import dev.heddle.planner.sql.tree.Expression.NullsOption;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TypeName;
import dev.heddle.planner.sql.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses calls, among them those with keywords between their arguments. */
final class CallParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;
  private final TypeParser types;

  CallParser(
      TokenStream tokens, ExpressionParser expressions, QueryParser queries, TypeParser types) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.queries = queries;
    this.types = types;
  }

  /** Parses a call, of which the name has been taken. */
  Expression parse(List<Name> name, int start) {
    tokens.expectSymbol("(");
    Expression special =
        name.size() == 1 && !name.getFirst().isQuoted() ? special(name, start) : null;
    return special != null ? special : plain(name, start);
  }

  /** Parses what has a grammar of its own; null if it is like any call. */
  private @Nullable Expression special(List<Name> name, int start) {
    return switch (name.getFirst().text().toUpperCase(Locale.ROOT)) {
      case "CAST" -> cast(false, start);
      case "TRY_CAST", "SAFE_CAST" -> cast(true, start);
      case "EXTRACT" -> extract(name, start);
      case "TRIM" -> trim(name, start);
      case "SUBSTRING", "SUBSTR" -> between(name, start, List.of("FROM", "FOR"));
      case "OVERLAY" -> between(name, start, List.of("PLACING", "FROM", "FOR"));
      case "POSITION" -> position(name, start);
      case "COLUMNS" -> expressions.primaries().stars().columns(start);
      case "FLOOR", "CEIL", "CEILING" -> between(name, start, List.of("TO"));
      default -> null;
    };
  }

  private Expression cast(boolean isTry, int start) {
    Expression operand = expressions.parse();
    tokens.expect("AS");
    TypeName type = types.parse();
    tokens.expectSymbol(")");
    return new Expression.Cast(operand, type, isTry, tokens.since(start));
  }

  /** {@code EXTRACT(unit FROM a)}: arguments unit and a. */
  private @Nullable Expression extract(List<Name> name, int start) {
    if (!tokens.peek(1).isWord("FROM")) {
      return null;
    }
    Token unit = tokens.take();
    Expression field =
        unit.kind() == Token.Kind.TEXT
            ? new Expression.TextLiteral(unit.text(), unit.span())
            : word(unit);
    tokens.take();
    Expression operand = expressions.parse();
    tokens.expectSymbol(")");
    return call(name, List.of(argument(field), argument(operand)), start);
  }

  private static Expression word(Token token) {
    Name name = new Name(token.text(), token.kind() == Token.Kind.QUOTED_NAME, token.span());
    return new Expression.ColumnReference(List.of(name), token.span());
  }

  /** {@code TRIM([BOTH] [characters] FROM a)}: a call of trim, ltrim or rtrim. */
  private @Nullable Expression trim(List<Name> name, int start) {
    String function = "trim";
    if (tokens.accept("LEADING")) {
      function = "ltrim";
    } else if (tokens.accept("TRAILING")) {
      function = "rtrim";
    } else {
      tokens.accept("BOTH");
    }
    Expression first = tokens.isNext("FROM") ? null : expressions.parse();
    if (!tokens.accept("FROM")) {
      List<Argument> arguments = new ArrayList<>();
      arguments.add(argument(requireNonNull(first)));
      if (tokens.acceptSymbol(",")) {
        arguments.add(argument(expressions.parse()));
      }
      tokens.expectSymbol(")");
      return call(List.of(renamed(name, function)), arguments, start);
    }
    List<Argument> arguments = new ArrayList<>();
    arguments.add(argument(expressions.parse()));
    if (first != null) {
      arguments.add(argument(first));
    }
    tokens.expectSymbol(")");
    return call(List.of(renamed(name, function)), arguments, start);
  }

  private static Name renamed(List<Name> name, String function) {
    return new Name(function, false, name.getFirst().span());
  }

  /** Arguments with a keyword, or a comma, between each two: {@code SUBSTRING(a FROM b FOR c)}. */
  private @Nullable Expression between(List<Name> name, int start, List<String> words) {
    if (tokens.isNextSymbol(")")) {
      return null;
    }
    List<Argument> arguments = new ArrayList<>();
    arguments.add(argument(expressions.parse()));
    if (words.contains("FROM") && tokens.isNext("FOR")) { // from the first character
      arguments.add(argument(new Expression.NumberLiteral("1", tokens.peek().span())));
    }
    while (!tokens.isNextSymbol(")")) {
      boolean isSeparated = tokens.acceptSymbol(",") || words.stream().anyMatch(tokens::accept);
      if (!isSeparated) {
        throw tokens.expected("\")\"");
      }
      arguments.add(argument(expressions.parse()));
    }
    tokens.expectSymbol(")");
    return call(name, arguments, start);
  }

  /** {@code POSITION(a IN b)}: arguments a and b. */
  private @Nullable Expression position(List<Name> name, int start) {
    if (tokens.isNextSymbol(")")) {
      return null;
    }
    Expression first = expressions.parse();
    Expression second;
    if (first instanceof Expression.InExpression in && !in.isNegated()) {
      first = in.operand();
      second = in.list();
    } else if (first instanceof Expression.InList in
        && !in.isNegated()
        && in.members().size() == 1) {
      first = in.operand();
      second = in.members().getFirst();
    } else {
      tokens.expectSymbol(",");
      second = expressions.parse();
    }
    List<Argument> arguments = new ArrayList<>(List.of(argument(first), argument(second)));
    if (tokens.acceptSymbol(",")) { // where to begin
      arguments.add(argument(expressions.parse()));
    }
    tokens.expectSymbol(")");
    return call(name, arguments, start);
  }

  private static Argument argument(Expression value) {
    return new Argument(null, value);
  }

  private Expression call(List<Name> name, List<Argument> arguments, int start) {
    return new Expression.Call(
        name, arguments, false, List.of(), List.of(), null, false, null, null, tokens.since(start));
  }

  /** Parses the arguments of {@code value.function(...)}. */
  Expression method(Expression value, Name function) {
    tokens.expectSymbol("(");
    return plain(List.of(function), function.span().start()).on(function, value);
  }

  private Expression.Call plain(List<Name> name, int start) {
    boolean isDistinct = tokens.accept("DISTINCT");
    if (!isDistinct) {
      acceptAll();
    }
    List<Argument> arguments = new ArrayList<>();
    boolean takesLambda = takesLambda(name);
    while (!tokens.isNextSymbol(")") && !tokens.isNext("ORDER", "BY")) {
      arguments.add(argument(takesLambda));
      if (!tokens.acceptSymbol(",")) {
        break;
      }
    }
    List<OrderItem> orderBy = List.of();
    NullsOption nulls = nulls();
    if (tokens.accept("ORDER", "BY")) {
      orderBy = queries.orderItems();
    }
    if (nulls == null) {
      nulls = nulls();
    }
    tokens.expectSymbol(")");
    return suffixed(name, arguments, isDistinct, orderBy, nulls, start);
  }

  /** {@code ALL} before arguments is the default. */
  private void acceptAll() {
    Token next = tokens.peek(1);
    if (tokens.isNext("ALL") && !next.isSymbol(")") && !next.isSymbol(",")) {
      tokens.take();
    }
  }

  private @Nullable NullsOption nulls() {
    if (tokens.accept("IGNORE", "NULLS")) {
      return NullsOption.IGNORE;
    }
    return tokens.accept("RESPECT", "NULLS") ? NullsOption.RESPECT : null;
  }

  /** Whether an arrow behind a name is that of a lambda; elsewhere it is one into JSON. */
  private static boolean takesLambda(List<Name> name) {
    return FunctionCatalogue.find(name.getLast().text()).stream()
        .anyMatch(LambdaEntry.class::isInstance);
  }

  private Argument argument(boolean takesLambda) {
    Token token = tokens.peek();
    Token next = tokens.peek(1);
    boolean isNamed =
        (token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_NAME)
            && (next.isSymbol(":=") || next.isSymbol("=>"));
    if (isNamed) {
      Name name = tokens.anyName("a name");
      tokens.take();
      return new Argument(name, value(takesLambda));
    }
    return argument(value(takesLambda));
  }

  /** Parses an expression or a lambda. */
  Expression valueOrLambda() {
    return value(true);
  }

  private Expression value(boolean takesLambda) {
    Token token = tokens.peek();
    boolean isLambda =
        token.isWord("LAMBDA")
            && TokenStream.isName(tokens.peek(1))
            && (tokens.peek(2).isSymbol(":") || tokens.peek(2).isSymbol(","));
    if (isLambda) {
      return lambda(tokens.take().start());
    }
    if (!isArrow(takesLambda)) {
      return expressions.parse();
    }
    Expression left = expressions.primaries().parse();
    tokens.expectSymbol("->");
    Expression body = expressions.parse();
    return new Expression.Arrow(left, body, tokens.since(token.start()));
  }

  /**
   * Whether names and an arrow follow. A function that takes no lambda has an error of its own for
   * what can be nothing else, {@code x -> x + 1}.
   */
  private boolean isArrow(boolean takesLambda) {
    Token first = tokens.peek();
    if (TokenStream.isName(first)) {
      return tokens.peek(1).isSymbol("->")
          && (takesLambda || first.text().equals(tokens.peek(2).text()));
    }
    if (!first.isSymbol("(")) {
      return false;
    }
    int at = 1;
    while (TokenStream.isName(tokens.peek(at)) && tokens.peek(at + 1).isSymbol(",")) {
      at += 2;
    }
    return (takesLambda || at > 1)
        && TokenStream.isName(tokens.peek(at))
        && tokens.peek(at + 1).isSymbol(")")
        && tokens.peek(at + 2).isSymbol("->");
  }

  private Expression lambda(int start) {
    List<Name> parameters = new ArrayList<>();
    do {
      parameters.add(tokens.name("a name"));
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(":");
    Expression body = expressions.parse();
    return new Expression.Lambda(parameters, body, tokens.since(start));
  }

  private Expression.Call suffixed(
      List<Name> name,
      List<Argument> arguments,
      boolean isDistinct,
      List<OrderItem> orderBy,
      @Nullable NullsOption nullsInside,
      int start) {
    if (tokens.isNext("EXPORT_STATE")) {
      throw tokens.error(
          "states of aggregates cannot be read; leave EXPORT_STATE out", tokens.peek());
    }
    List<OrderItem> withinGroup = List.of();
    if (tokens.accept("WITHIN", "GROUP")) {
      tokens.expectSymbol("(");
      tokens.expect("ORDER", "BY");
      withinGroup = queries.orderItems();
      tokens.expectSymbol(")");
    }
    Expression filter = null;
    if (tokens.isNext("FILTER") && tokens.peek(1).isSymbol("(")) {
      tokens.take();
      tokens.take();
      tokens.accept("WHERE");
      filter = expressions.parse();
      tokens.expectSymbol(")");
    }
    boolean isFromLast = isFromEnd("LAST");
    if (isFromLast || isFromEnd("FIRST")) {
      tokens.take();
      tokens.take();
    }
    NullsOption nulls = nulls();
    Window over = null;
    if (isOver()) {
      tokens.take();
      over = queries.windows().over();
    }
    Span span = tokens.since(start);
    return new Expression.Call(
        name,
        arguments,
        isDistinct,
        orderBy,
        withinGroup,
        filter,
        isFromLast,
        nulls == null ? nullsInside : nulls,
        over,
        span);
  }

  /** Whether {@code FROM FIRST} or {@code FROM LAST} follows, and belongs to the call. */
  private boolean isFromEnd(String end) {
    Token next = tokens.peek(2);
    return tokens.isNext("FROM", end)
        && (next.isWord("OVER") || next.isWord("IGNORE") || next.isWord("RESPECT"));
  }

  private boolean isOver() {
    Token next = tokens.peek(1);
    return tokens.isNext("OVER") && (next.isSymbol("(") || TokenStream.isName(next));
  }
}
