package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Expression.ComparisonOperator;
import dev.heddle.planner.sql.tree.Expression.InfixOperator;
import dev.heddle.planner.sql.tree.Expression.IsKind;
import dev.heddle.planner.sql.tree.Expression.PatternKind;
import dev.heddle.planner.sql.tree.Expression.PrefixOperator;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parses expressions. From weak to strong: OR; AND; NOT; IS; comparisons; IN, LIKE, BETWEEN; {@code
 * ||}, {@code ~}, {@code ->} and {@code ->>}; {@code & | << >>}, of one strength; {@code + -}, and
 * what {@code ~} before an operand takes; {@code * / // %}; {@code ^}; a sign; {@code ::},
 * subscripts and fields.
 */
final class ExpressionParser {
  private static final Map<String, ComparisonOperator> COMPARISONS =
      Map.of(
          "=", ComparisonOperator.EQUAL,
          "==", ComparisonOperator.EQUAL,
          "<>", ComparisonOperator.NOT_EQUAL,
          "!=", ComparisonOperator.NOT_EQUAL,
          "<", ComparisonOperator.LESS,
          "<=", ComparisonOperator.LESS_OR_EQUAL,
          ">", ComparisonOperator.GREATER,
          ">=", ComparisonOperator.GREATER_OR_EQUAL);
  private static final Map<String, InfixOperator> TEXT_OPERATORS =
      Map.ofEntries(
          Map.entry("||", InfixOperator.CONCAT),
          Map.entry("->", InfixOperator.EXTRACT),
          Map.entry("->>", InfixOperator.EXTRACT_TEXT),
          Map.entry("~", InfixOperator.MATCHES),
          Map.entry("!~", InfixOperator.NOT_MATCHES),
          Map.entry("~*", InfixOperator.MATCHES_IGNORING_CASE),
          Map.entry("!~*", InfixOperator.NOT_MATCHES_IGNORING_CASE),
          Map.entry("^@", InfixOperator.STARTS_WITH),
          Map.entry("@>", InfixOperator.CONTAINS),
          Map.entry("<@", InfixOperator.CONTAINED_IN),
          Map.entry("<=>", InfixOperator.EQUAL_OR_COSINE),
          Map.entry("<->", InfixOperator.DISTANCE),
          Map.entry("&&", InfixOperator.INTERSECTS));
  private static final Map<String, InfixOperator> BITS =
      Map.of(
          "&", InfixOperator.BIT_AND,
          "|", InfixOperator.BIT_OR,
          "<<", InfixOperator.SHIFT_LEFT,
          ">>", InfixOperator.SHIFT_RIGHT,
          ">>>", InfixOperator.SHIFT_RIGHT_UNSIGNED);
  private static final Map<String, PatternKind> PATTERNS =
      Map.of(
          "~~", PatternKind.LIKE,
          "!~~", PatternKind.LIKE,
          "~~*", PatternKind.ILIKE,
          "!~~*", PatternKind.ILIKE,
          "~~~", PatternKind.GLOB);
  private static final Map<String, InfixOperator> SUMS =
      Map.of("+", InfixOperator.ADD, "-", InfixOperator.SUBTRACT);
  private static final Map<String, InfixOperator> PRODUCTS =
      Map.of(
          "*", InfixOperator.MULTIPLY,
          "/", InfixOperator.DIVIDE,
          "//", InfixOperator.INTEGER_DIVIDE,
          "%", InfixOperator.MODULO);
  private static final Map<String, InfixOperator> POWERS =
      Map.of("^", InfixOperator.POWER, "**", InfixOperator.POWER);

  private final TokenStream tokens;
  private final PrimaryParser primaries;
  private final TypeParser types;
  private final QueryParser queries;
  private final IdentityHashMap<Expression, Integer> parentheses =
      new IdentityHashMap<>(); // where they begin

  ExpressionParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.types = new TypeParser(tokens);
    this.primaries = new PrimaryParser(tokens, this, queries, types);
  }

  TypeParser types() {
    return types;
  }

  PrimaryParser primaries() {
    return primaries;
  }

  Expression parse() {
    return tokens.nested(() -> junction(false, () -> junction(true, this::not)));
  }

  /** Parses {@code a, b, c}. */
  List<Expression> list() {
    List<Expression> list = new ArrayList<>();
    do {
      list.add(parse());
    } while (tokens.acceptComma());
    return list;
  }

  private Expression junction(boolean isAnd, Supplier<Expression> operand) {
    Expression first = operand.get();
    String word = isAnd ? "AND" : "OR";
    if (!tokens.isNext(word)) {
      return first;
    }
    List<Expression> operands = new ArrayList<>(List.of(first));
    while (tokens.accept(word)) {
      operands.add(operand.get());
    }
    return new Expression.Junction(isAnd, operands, from(first));
  }

  /** Returns the text since an expression began, with a parenthesis around it. */
  private Span from(Expression first) {
    return tokens.since(start(first));
  }

  private int start(Expression expression) {
    return parentheses.getOrDefault(expression, expression.span().start());
  }

  /** Returns an expression that parentheses are around, of which the first begins at a place. */
  Expression parenthesized(Expression expression, int start) {
    parentheses.put(expression, start);
    return expression;
  }

  private Expression not() {
    if (!tokens.isNext("NOT")) {
      return is();
    }
    int start = tokens.take().start();
    Expression operand = tokens.nested(this::not);
    return new Expression.Prefix(PrefixOperator.NOT, operand, tokens.since(start));
  }

  private Expression is() {
    Expression left = comparison();
    while (true) {
      if (tokens.accept("ISNULL")) {
        left = new Expression.IsTest(left, IsKind.NULL, false, from(left));
      } else if (tokens.accept("NOTNULL")) {
        left = new Expression.IsTest(left, IsKind.NULL, true, from(left));
      } else if (tokens.accept("NOT", "NULL")) {
        left = new Expression.IsTest(left, IsKind.NULL, true, from(left));
      } else if (tokens.accept("IS")) {
        left = isWhat(left, tokens.accept("NOT"));
      } else {
        return left;
      }
    }
  }

  private Expression isWhat(Expression left, boolean isNegated) {
    if (tokens.accept("DISTINCT", "FROM")) {
      Expression right = comparison();
      return new Expression.DistinctTest(left, right, isNegated, from(left));
    }
    for (IsKind kind : IsKind.values()) {
      if (tokens.accept(kind.name())) {
        return new Expression.IsTest(left, kind, isNegated, from(left));
      }
    }
    throw tokens.expected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
  }

  private Expression comparison() {
    Expression left = predicate();
    ComparisonOperator operator = comparisonOperator();
    while (operator != null) {
      tokens.take();
      boolean isQuantified =
          (tokens.isNext("ANY") || tokens.isNext("SOME") || tokens.isNext("ALL"))
              && tokens.peek(1).isSymbol("(");
      if (isQuantified) {
        left = quantified(operator, left);
      } else {
        Expression right = predicate();
        left = new Expression.Comparison(operator, left, right, from(left));
      }
      operator = comparisonOperator();
    }
    return left;
  }

  /** Returns whether a percent sign ends an expression, as in LIMIT, and is no operator. */
  private boolean isPercentage(Token sign) {
    Token next = tokens.peek(1);
    return sign.isSymbol("%")
        && (next.kind() == Token.Kind.END
            || next.isSymbol(")")
            || next.isSymbol(";")
            || next.isWord("OFFSET")
            || next.isWord("ROW")
            || next.isWord("ROWS"));
  }

  private @Nullable ComparisonOperator comparisonOperator() {
    Token token = tokens.peek();
    return token.kind() == Token.Kind.SYMBOL ? COMPARISONS.get(token.text()) : null;
  }

  private Expression quantified(ComparisonOperator operator, Expression left) {
    boolean isAll = tokens.take().isWord("ALL");
    if (queries.isQueryInParentheses()) {
      Query query = queries.inParentheses();
      return new Expression.QuantifiedQuery(operator, left, isAll, query, from(left));
    }
    tokens.expectSymbol("(");
    Expression list = parse();
    tokens.expectSymbol(")");
    return new Expression.QuantifiedList(operator, left, isAll, list, from(left));
  }

  private Expression predicate() {
    Expression left = operand();
    while (true) {
      boolean isNegated = tokens.isNext("NOT") && isPredicate(1);
      if (!isNegated && !isPredicate(0)) {
        return left;
      }
      if (isNegated) {
        tokens.take();
      }
      left = predicate(left, isNegated);
    }
  }

  private boolean isPredicate(int distance) {
    Token token = tokens.peek(distance);
    return switch (token.keyword()) {
      case "IN", "LIKE", "ILIKE", "SIMILAR", "BETWEEN" -> true;
      case "GLOB" -> isOperand(tokens.peek(distance + 1));
      case "OVERLAPS" -> tokens.peek(distance + 1).isSymbol("(");
      default -> PATTERNS.containsKey(token.text()) && token.kind() == Token.Kind.SYMBOL;
    };
  }

  private static boolean isOperand(Token token) {
    return token.kind() == Token.Kind.TEXT || token.isSymbol("(") || TokenStream.isName(token);
  }

  private Expression predicate(Expression left, boolean isNegated) {
    if (tokens.peek().kind() == Token.Kind.SYMBOL) {
      String symbol = tokens.take().text();
      return pattern(PATTERNS.get(symbol), left, isNegated ^ symbol.startsWith("!"));
    }
    switch (tokens.take().keyword()) {
      case "IN" -> {
        return in(left, isNegated);
      }
      case "BETWEEN" -> {
        boolean isSymmetric = tokens.accept("SYMMETRIC");
        if (!isSymmetric) {
          tokens.accept("ASYMMETRIC");
        }
        Expression low = operand();
        tokens.expect("AND");
        Expression high = operand();
        return new Expression.Between(left, low, high, isSymmetric, isNegated, from(left));
      }
      case "LIKE" -> {
        return pattern(PatternKind.LIKE, left, isNegated);
      }
      case "ILIKE" -> {
        return pattern(PatternKind.ILIKE, left, isNegated);
      }
      case "GLOB" -> {
        return pattern(PatternKind.GLOB, left, isNegated);
      }
      case "OVERLAPS" -> {
        return overlaps(left, isNegated);
      }
      default -> {
        tokens.expect("TO");
        return pattern(PatternKind.SIMILAR, left, isNegated);
      }
    }
  }

  /** Parses an operand that ends before a comparison, IN, LIKE or BETWEEN. */
  Expression operand() {
    return infix(TEXT_OPERATORS, () -> infix(BITS, this::sum));
  }

  /** Parses an operand, or a comparison of two, that ends before IN. */
  Expression compared() {
    Expression left = operand();
    ComparisonOperator operator = comparisonOperator();
    if (operator == null) {
      return left;
    }
    tokens.take();
    Expression right = operand();
    return new Expression.Comparison(operator, left, right, from(left));
  }

  private Expression in(Expression left, boolean isNegated) {
    if (queries.isQueryInParentheses()) {
      Query query = queries.inParentheses();
      return new Expression.InQuery(left, query, isNegated, from(left));
    }
    if (tokens.acceptSymbol("(")) {
      List<Expression> members = tokens.isNextSymbol(")") ? List.of() : list();
      tokens.expectSymbol(")");
      return new Expression.InList(left, members, isNegated, from(left));
    }
    Expression list = operand();
    return new Expression.InExpression(left, list, isNegated, from(left));
  }

  private Expression overlaps(Expression left, boolean isNegated) {
    Expression right = operand();
    boolean arePeriods =
        left instanceof Expression.RowValue first
            && first.elements().size() == 2
            && right instanceof Expression.RowValue second
            && second.elements().size() == 2;
    if (!arePeriods) {
      throw tokens.error(
          "OVERLAPS takes two periods: (start, end) OVERLAPS (start, end)", tokens.peek());
    }
    Expression test =
        new Expression.Overlaps(
            (Expression.RowValue) left, (Expression.RowValue) right, from(left));
    return isNegated ? new Expression.Prefix(PrefixOperator.NOT, test, from(left)) : test;
  }

  private Expression pattern(PatternKind kind, Expression left, boolean isNegated) {
    boolean isQuantified =
        (tokens.isNext("ANY") || tokens.isNext("SOME") || tokens.isNext("ALL"))
            && tokens.peek(1).isSymbol("(");
    if (isQuantified) {
      return quantified(kind, left, isNegated);
    }
    Expression pattern = operand();
    Expression escape = tokens.accept("ESCAPE") ? operand() : null;
    return StarParser.selecting(
        new Expression.PatternTest(kind, left, pattern, escape, isNegated, from(left)));
  }

  /** Parses {@code LIKE ANY (a, b)}, whose patterns are written out, as a test for each. */
  private Expression quantified(PatternKind kind, Expression left, boolean isNegated) {
    boolean isAll = tokens.take().isWord("ALL");
    tokens.expectSymbol("(");
    List<Expression> patterns = list();
    tokens.expectSymbol(")");
    if (patterns.size() == 1 && patterns.getFirst() instanceof Expression.ListLiteral list) {
      patterns = list.elements();
    }
    List<Expression> tests = new ArrayList<>();
    for (Expression pattern : patterns) {
      tests.add(new Expression.PatternTest(kind, left, pattern, null, isNegated, from(left)));
    }
    return tests.size() == 1 ? tests.getFirst() : new Expression.Junction(isAll, tests, from(left));
  }

  /** Parses {@code ~a}: the bits that an integer does not have. */
  private Expression complement() {
    return function("bitwise_not", tokens.take(), tokens.nested(this::sum));
  }

  /** Returns the call that a sign before or behind its argument means. */
  private Expression function(String name, Token sign, Expression of) {
    Span span = tokens.since(Math.min(sign.start(), start(of)));
    return Expression.Call.of(new Name(name, false, sign.span()), List.of(of), span);
  }

  private Expression sum() {
    return infix(SUMS, () -> infix(PRODUCTS, () -> infix(POWERS, this::zoned)));
  }

  /** Parses {@code a AT TIME ZONE zone}: a call of timezone. */
  private Expression zoned() {
    Expression time = signed();
    while (tokens.isNext("AT", "TIME", "ZONE")) {
      Token word = tokens.take();
      tokens.expect("TIME", "ZONE");
      Expression zone = signed();
      time =
          Expression.Call.of(
              new Name("timezone", false, word.span()), List.of(zone, time), from(time));
    }
    return time;
  }

  private Expression infix(Map<String, InfixOperator> operators, Supplier<Expression> operand) {
    Expression first = operand.get();
    InfixOperator operator = infixOperator(operators);
    if (operator == null) {
      return first;
    }
    List<Expression.Term> rest = new ArrayList<>();
    while (operator != null) {
      tokens.take();
      rest.add(new Expression.Term(operator, operand.get()));
      operator = infixOperator(operators);
    }
    return new Expression.Infix(first, rest, from(first));
  }

  private @Nullable InfixOperator infixOperator(Map<String, InfixOperator> operators) {
    Token token = tokens.peek();
    if (token.isWord("DIV") && operators == PRODUCTS && startsOperand(tokens.peek(1))) {
      return InfixOperator.INTEGER_DIVIDE;
    }
    return token.kind() == Token.Kind.SYMBOL && !isPercentage(token)
        ? operators.get(token.text())
        : null;
  }

  /** Whether a token that follows a word makes it an operator, and no alias. */
  private static boolean startsOperand(Token token) {
    return token.kind() == Token.Kind.NUMBER || token.isWord("INTERVAL") || isOperand(token);
  }

  private Expression signed() {
    Token token = tokens.peek();
    if (token.isSymbol("~")) {
      return complement();
    }
    PrefixOperator operator =
        token.isSymbol("-")
            ? PrefixOperator.NEGATE
            : token.isSymbol("+")
                ? PrefixOperator.PLUS
                : token.isWord("NOT") || token.isSymbol("!") ? PrefixOperator.NOT : null;
    if (token.isSymbol("@")) {
      return function("abs", tokens.take(), tokens.nested(this::signed));
    }
    if (operator == null) {
      return postfix();
    }
    tokens.take();
    Expression operand =
        tokens.nested(operator == PrefixOperator.NOT ? this::comparison : this::signed);
    return new Expression.Prefix(operator, operand, tokens.since(token.start()));
  }

  private Expression postfix() {
    Expression of = primaries.parse();
    while (true) {
      if (tokens.acceptSymbol("::")) {
        TypeName type = types.parse();
        of = new Expression.Cast(of, type, false, from(of));
      } else if (tokens.acceptSymbol("[")) {
        of = subscript(of);
      } else if (tokens.isNextSymbol("!")) {
        of = function("factorial", tokens.take(), of);
      } else if (tokens.isNextSymbol(".") && tokens.peek(1).isSymbol("*")) {
        tokens.take();
        of = primaries.stars().star(of, start(of));
      } else if (tokens.isNext("COLLATE") && TokenStream.isName(tokens.peek(1))) {
        tokens.take();
        List<Name> collation = new ArrayList<>();
        do {
          collation.add(tokens.anyName("a collation"));
        } while (tokens.acceptSymbol("."));
        of = new Expression.Collate(of, collation, from(of));
      } else if (tokens.acceptSymbol(".")) {
        Name field = tokens.anyName("a field");
        of =
            tokens.isNextSymbol("(")
                ? primaries.calls().method(of, field)
                : new Expression.FieldAccess(of, field, from(of));
      } else {
        return of;
      }
    }
  }

  private Expression subscript(Expression of) {
    Expression from = tokens.isNextSymbol(":") ? null : parse();
    if (from != null && tokens.acceptSymbol("]")) {
      return new Expression.Subscript(of, from, from(of));
    }
    tokens.expectSymbol(":");
    boolean isOpen = tokens.isNextSymbol("-") && tokens.peek(1).isSymbol(":");
    if (isOpen) {
      tokens.take();
    }
    Expression to = isOpen || tokens.isNextSymbol("]") ? null : parse();
    Expression step = tokens.acceptSymbol(":") ? parse() : null;
    tokens.expectSymbol("]");
    return new Expression.Slice(of, from, to, step, from(of));
  }
}
