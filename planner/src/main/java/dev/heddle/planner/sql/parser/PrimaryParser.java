package dev.heddle.planner.sql.parser;

import dev.heddle.frame.schema.IntervalText;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses the operands of operators: literals, names, calls and parentheses. */
final class PrimaryParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;
  private final TypeParser types;
  private final CallParser calls;
  private final StarParser stars;

  PrimaryParser(
      TokenStream tokens, ExpressionParser expressions, QueryParser queries, TypeParser types) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.queries = queries;
    this.types = types;
    this.calls = new CallParser(tokens, expressions, queries, types);
    this.stars = new StarParser(tokens, expressions, queries);
  }

  CallParser calls() {
    return calls;
  }

  StarParser stars() {
    return stars;
  }

  Expression parse() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER -> {
        tokens.take();
        yield new Expression.NumberLiteral(token.text(), token.span());
      }
      case TEXT -> {
        tokens.take();
        yield new Expression.TextLiteral(token.text(), token.span());
      }
      case BINARY -> {
        tokens.take();
        yield new Expression.BinaryLiteral(token.text(), token.span());
      }
      case PARAMETER -> parameter(tokens.take());
      case SYMBOL -> symbol(token);
      case QUOTED_NAME -> nameOrCall();
      case WORD -> word(token);
      case END -> throw tokens.expected("an expression");
    };
  }

  private Expression parameter(Token token) {
    return new Expression.Parameter(tokens.parameter(token), token.span());
  }

  private Expression symbol(Token token) {
    return switch (token.text()) {
      case "(" -> parenthesized(token.start());
      case "[" -> {
        tokens.take();
        yield list(token.start());
      }
      case "{" -> struct(token.start());
      case "*" -> stars.isUnpacking() ? stars.unpacked() : stars.star(null, token.start());
      default -> throw tokens.expected("an expression");
    };
  }

  private Expression parenthesized(int start) {
    if (queries.isQueryInParentheses()) {
      Query query = queries.inParentheses();
      return new Expression.ScalarQuery(query, tokens.since(start));
    }
    tokens.take();
    if (tokens.isNextSymbol(")")) {
      throw tokens.expected("an expression");
    }
    List<Expression> elements = expressions.list();
    boolean isOneOfRow = elements.size() == 1 && tokens.peek(-1).isSymbol(",");
    tokens.expectSymbol(")");
    if (elements.size() == 1 && !isOneOfRow) {
      return expressions.parenthesized(elements.getFirst(), start);
    }
    return new Expression.RowValue(elements, tokens.since(start));
  }

  /** Parses {@code a, b]} or {@code value for x in list]}. */
  private Expression list(int start) {
    List<Expression> elements = new ArrayList<>();
    while (!tokens.isNextSymbol("]")) {
      elements.add(expressions.parse());
      if (elements.size() == 1 && tokens.isNext("FOR")) {
        return comprehension(elements.getFirst(), start);
      }
      if (!tokens.acceptSymbol(",")) {
        break;
      }
    }
    tokens.expectSymbol("]");
    return new Expression.ListLiteral(elements, tokens.since(start));
  }

  private Expression comprehension(Expression value, int start) {
    tokens.expect("FOR");
    List<Name> parameters = new ArrayList<>();
    do {
      parameters.add(tokens.name("a name"));
    } while (tokens.acceptSymbol(","));
    tokens.expect("IN");
    Expression list = expressions.parse();
    Expression condition = tokens.accept("IF") ? expressions.parse() : null;
    tokens.expectSymbol("]");
    return new Expression.ListComprehension(
        value, parameters, list, condition, tokens.since(start));
  }

  private Expression struct(int start) {
    tokens.take();
    List<Expression.FieldValue> fields = new ArrayList<>();
    while (!tokens.isNextSymbol("}")) {
      Name name =
          tokens.peek().kind() == Token.Kind.TEXT ? tokens.textName() : tokens.anyName("a field");
      tokens.expectSymbol(":");
      fields.add(new Expression.FieldValue(name, fieldValue()));
      if (!tokens.acceptSymbol(",")) {
        break;
      }
    }
    tokens.expectSymbol("}");
    return new Expression.StructLiteral(fields, tokens.since(start));
  }

  /** Parses an expression, or a type of several words, which no expression begins with. */
  private Expression fieldValue() {
    Token token = tokens.peek();
    boolean isMoment = token.isWord("TIMESTAMP") || token.isWord("TIME");
    int next = isMoment && tokens.closing(1) > 0 ? tokens.closing(1) + 1 : 1;
    boolean isZoned =
        isMoment && (tokens.peek(next).isWord("WITH") || tokens.peek(next).isWord("WITHOUT"));
    if (isZoned || tokens.isNext("DOUBLE", "PRECISION")) {
      TypeName type = types.parse();
      return new Expression.TypeReference(type, type.span());
    }
    return expressions.parse();
  }

  private Expression map(int start) {
    List<Expression> keys = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    boolean isBraces = tokens.take().isSymbol("{");
    String close = isBraces ? "}" : "]";
    while (!tokens.isNextSymbol(close)) {
      keys.add(expressions.parse());
      tokens.expectSymbol(isBraces ? ":" : ",");
      values.add(expressions.parse());
      if (!tokens.acceptSymbol(",")) {
        break;
      }
    }
    tokens.expectSymbol(close);
    return new Expression.MapLiteral(keys, values, tokens.since(start));
  }

  private Expression word(Token token) {
    Token next = tokens.peek(1);
    boolean isText = next.kind() == Token.Kind.TEXT;
    boolean isOpen = next.isSymbol("(");
    boolean isBracket = next.isSymbol("[");
    int start = token.start();
    switch (token.keyword()) {
      case "NULL" -> {
        tokens.take();
        return new Expression.NullLiteral(token.span());
      }
      case "TRUE", "FALSE" -> {
        tokens.take();
        return new Expression.BooleanLiteral(token.isWord("TRUE"), token.span());
      }
      case "CASE" -> {
        tokens.take();
        return caseOf(start);
      }
      case "DEFAULT" -> {
        if (tokens.takesDefaults()) {
          tokens.take();
          return new Expression.DefaultValue(token.span());
        }
      }
      case "EXISTS" -> {
        if (queries.isQueryInParentheses(1)) {
          tokens.take();
          Query query = queries.inParentheses();
          return new Expression.Exists(query, tokens.since(start));
        }
      }
      case "ARRAY" -> {
        if (isBracket) {
          tokens.take();
          tokens.take();
          return list(start);
        }
        if (queries.isQueryInParentheses(1)) {
          tokens.take();
          Query query = queries.inParentheses();
          return new Expression.ArrayQuery(query, tokens.since(start));
        }
      }
      case "MAP" -> {
        if (isBracket || next.isSymbol("{")) {
          tokens.take();
          return map(start);
        }
      }
      case "ROW" -> {
        if (isOpen) {
          tokens.take();
          return row(start);
        }
      }
      case "DATE",
          "UUID",
          "JSON",
          "BLOB",
          "BYTEA",
          "BOOLEAN",
          "INTEGER",
          "BIGINT",
          "DOUBLE",
          "FLOAT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "HUGEINT",
          "TIMESTAMPTZ",
          "DATETIME",
          "TIMESTAMP_LTZ",
          "TIMESTAMP_NTZ",
          "TIMESTAMP_S",
          "TIMESTAMP_MS",
          "TIMESTAMP_US",
          "TIMESTAMP_NS" -> {
        if (isText) {
          return typed(start);
        }
      }
      case "TIME", "TIMESTAMP" -> {
        if (isText || isZoned()) {
          return typed(start);
        }
      }
      case "INTERVAL" -> {
        if (isInterval(next)) {
          tokens.take();
          return interval(start);
        }
      }
      default -> {
        // A name or a call, as are the words above where nothing of theirs follows.
      }
    }
    return nameOrCall();
  }

  /** Whether {@code WITH TIME ZONE '...'}, or the same with WITHOUT or digits, follows. */
  private boolean isZoned() {
    int i = 1;
    if (tokens.peek(i).isSymbol("(") && tokens.peek(i + 2).isSymbol(")")) {
      i += 3;
    }
    if (tokens.peek(i).isWord("WITH") || tokens.peek(i).isWord("WITHOUT")) {
      i += tokens.peek(i + 1).isWord("LOCAL") ? 4 : 3;
    }
    return tokens.peek(i).kind() == Token.Kind.TEXT;
  }

  private Expression typed(int start) {
    TypeName type = types.parse();
    return new Expression.TypedLiteral(type, tokens.take().text(), tokens.since(start));
  }

  private boolean isInterval(Token next) {
    if (next.kind() == Token.Kind.TEXT || next.kind() == Token.Kind.NUMBER) {
      return true;
    }
    if (next.isSymbol("-") || next.isSymbol("+")) {
      Token amount = tokens.peek(2);
      return (amount.kind() == Token.Kind.TEXT || amount.kind() == Token.Kind.NUMBER)
          && (amount.kind() == Token.Kind.TEXT
              || IntervalText.Unit.ofWord(tokens.peek(3).keyword()) != null);
    }
    if (next.isSymbol("(")) {
      int close = tokens.closing(1);
      return close > 0 && IntervalText.Unit.ofWord(tokens.peek(close + 1).keyword()) != null;
    }
    return false;
  }

  private Expression interval(int start) {
    Token token = tokens.peek();
    Expression amount;
    if (token.isSymbol("(")) {
      amount = parenthesized(token.start());
    } else if (token.isSymbol("-") || token.isSymbol("+")) {
      tokens.take();
      Expression operand = parse();
      amount =
          new Expression.Prefix(
              token.isSymbol("-")
                  ? Expression.PrefixOperator.NEGATE
                  : Expression.PrefixOperator.PLUS,
              operand,
              tokens.since(token.start()));
    } else {
      amount = parse();
    }
    IntervalText.Unit unit = unit();
    IntervalText.Unit to = null;
    if (unit != null && tokens.accept("TO")) {
      to = unit();
      if (to == null) {
        throw tokens.expected("a unit such as MONTH or SECOND");
      }
    }
    if (unit == null && token.kind() == Token.Kind.NUMBER) {
      throw tokens.expected("a unit such as DAY or HOUR");
    }
    Expression interval = new Expression.Interval(amount, unit, to, tokens.since(start));
    if (!isAmount() || unit == null || to != null) {
      return interval;
    }
    Expression rest = interval(tokens.peek().start()); // 5 days 3 hours
    return new Expression.Infix(
        interval,
        List.of(new Expression.Term(Expression.InfixOperator.ADD, rest)),
        tokens.since(start));
  }

  /** Whether a number and its unit come next. */
  private boolean isAmount() {
    int at = tokens.isNextSymbol("-") ? 1 : 0;
    Token number = tokens.peek(at);
    return (number.kind() == Token.Kind.NUMBER || (at == 0 && number.kind() == Token.Kind.TEXT))
        && IntervalText.Unit.ofWord(tokens.peek(at + 1).keyword()) != null;
  }

  /** Takes a unit; null if none comes next. */
  private IntervalText.@Nullable Unit unit() {
    Token token = tokens.peek();
    IntervalText.Unit unit =
        token.kind() == Token.Kind.WORD ? IntervalText.Unit.ofWord(token.keyword()) : null;
    if (unit != null) {
      tokens.take();
      if (tokens.isNextSymbol("(")) {
        throw tokens.error(
            "an interval takes no precision; leave the number behind its unit out", tokens.peek());
      }
    }
    return unit;
  }

  private Expression caseOf(int start) {
    Expression operand = tokens.isNext("WHEN") ? null : expressions.parse();
    List<Expression.When> branches = new ArrayList<>();
    while (tokens.accept("WHEN")) {
      Expression condition = expressions.parse();
      tokens.expect("THEN");
      branches.add(new Expression.When(condition, expressions.parse()));
    }
    if (branches.isEmpty()) {
      throw tokens.expected("WHEN");
    }
    Expression otherwise = tokens.accept("ELSE") ? expressions.parse() : null;
    tokens.expect("END");
    return new Expression.Case(operand, branches, otherwise, tokens.since(start));
  }

  private Expression row(int start) {
    tokens.take();
    List<Expression> elements = tokens.isNextSymbol(")") ? List.of() : expressions.list();
    tokens.expectSymbol(")");
    return new Expression.RowValue(elements, tokens.since(start));
  }

  /** Parses {@code a.b.c}, {@code a.b(...)} or {@code a.*}. */
  private Expression nameOrCall() {
    int start = tokens.peek().start();
    boolean isCall =
        tokens.peek(1).isSymbol("(")
            && (TokenStream.isName(tokens.peek())
                || tokens.isNext("LIKE")
                || tokens.isNext("SOME"));
    List<Name> parts = new ArrayList<>();
    parts.add(isCall ? tokens.anyName("a function") : tokens.name("an expression"));
    while (!isCall && tokens.isNextSymbol(".") && !tokens.peek(1).isSymbol("*")) {
      tokens.take();
      parts.add(tokens.anyName("a name"));
      isCall = tokens.isNextSymbol("(");
    }
    if (isCall) {
      return calls.parse(parts, start);
    }
    Expression column = new Expression.ColumnReference(parts, tokens.since(start));
    if (tokens.acceptSymbol(".")) {
      return stars.star(column, start);
    }
    return column;
  }
}
