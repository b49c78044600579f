package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Relation.JoinType;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses FROM: tables, joins, which bind tighter than commas, and what replaces them. */
final class RelationParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ExpressionParser expressions;

  RelationParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.expressions = queries.expressions();
  }

  Relation list() {
    Relation left = joined();
    while (tokens.acceptComma()) {
      Relation right = joined();
      left = join(left, right, JoinType.COMMA, false, false, null, null, List.of());
    }
    return left;
  }

  private Relation join(
      Relation left,
      Relation right,
      JoinType type,
      boolean isNatural,
      boolean isAsOf,
      @Nullable Expression match,
      @Nullable Expression condition,
      List<Name> using) {
    return new Relation.Join(
        left,
        right,
        type,
        isNatural,
        isAsOf,
        match,
        condition,
        using,
        tokens.since(left.span().start()));
  }

  private Relation joined() {
    Relation left = primary();
    while (isJoin()) {
      left = joinStep(left);
    }
    return left;
  }

  /** Whether the next words begin a join. */
  private boolean isJoin() {
    Token token = tokens.peek();
    return switch (token.keyword()) {
      case "JOIN", "INNER", "CROSS", "NATURAL", "LEFT", "RIGHT", "FULL" -> true;
      case "SEMI", "ANTI", "POSITIONAL" -> tokens.peek(1).isWord("JOIN");
      case "OUTER" -> tokens.peek(1).isWord("APPLY");
      case "LATERAL" -> tokens.peek(1).isWord("VIEW");
      case "ASOF" ->
          switch (tokens.peek(1).keyword()) {
            case "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI" -> true;
            default -> false;
          };
      default -> false;
    };
  }

  private Relation joinStep(Relation left) {
    if (tokens.isNext("LATERAL", "VIEW")) {
      return lateralView(left);
    }
    if (tokens.accept("CROSS", "APPLY")) {
      return join(left, primary(), JoinType.CROSS, false, false, null, null, List.of());
    }
    if (tokens.isNext("OUTER", "APPLY")) {
      tokens.take();
      Span always = tokens.take().span();
      return leftLateral(left, primary(), always);
    }
    boolean isNatural = tokens.accept("NATURAL");
    boolean isAsOf = tokens.accept("ASOF");
    JoinType type = type();
    isAsOf |= tokens.accept("ASOF");
    tokens.expect("JOIN");
    Relation right = primary();
    if (type == JoinType.CROSS || type == JoinType.POSITIONAL || isNatural) {
      return join(left, right, type, isNatural, isAsOf, null, null, List.of());
    }
    while (!isCondition() && isJoin()) {
      right = joinStep(right);
    }
    Expression match = null;
    if (tokens.accept("MATCH_CONDITION")) {
      boolean isOpen = tokens.acceptSymbol("(");
      match = expressions.parse();
      if (isOpen) {
        tokens.expectSymbol(")");
      }
    }
    if (tokens.accept("USING")) {
      tokens.expectSymbol("(");
      List<Name> using = tokens.namesToParenthesis("a column");
      return join(left, right, type, false, isAsOf, match, null, using);
    }
    if (match != null && !tokens.isNext("ON")) {
      return join(left, right, type, false, isAsOf, match, null, List.of());
    }
    if (!tokens.accept("ON")) {
      throw tokens.expected("ON or USING");
    }
    Expression condition = expressions.parse();
    return join(left, right, type, false, isAsOf, match, condition, List.of());
  }

  private Relation leftLateral(Relation left, Relation right, Span always) {
    Expression condition = new Expression.BooleanLiteral(true, always);
    return join(left, right, JoinType.LEFT, false, false, null, condition, List.of());
  }

  /** Parses {@code LATERAL VIEW [OUTER] explode(list) t AS a, b}: an unnest of each row. */
  private Relation lateralView(Relation left) {
    Token lateral = tokens.take();
    tokens.take();
    boolean isOuter = tokens.accept("OUTER");
    Name function = tokens.anyName("explode");
    if (!function.text().equalsIgnoreCase("explode")) {
      throw tokens.error(
          "LATERAL VIEW takes explode(list); join other functions by CROSS JOIN LATERAL", lateral);
    }
    Expression.Call call = call(List.of(new Name("unnest", false, function.span())));
    Name table =
        TokenStream.isName(tokens.peek()) ? tokens.name("a table") : function; // it may be left out
    List<Name> columns = new ArrayList<>();
    if (tokens.accept("AS")) {
      do {
        columns.add(tokens.name("a column"));
      } while (tokens.acceptComma());
    }
    Relation elements =
        new Relation.Function(
            call,
            true,
            false,
            new Relation.Alias(table, columns),
            tokens.since(function.span().start()));
    return isOuter
        ? leftLateral(left, elements, lateral.span())
        : join(left, elements, JoinType.CROSS, false, false, null, null, List.of());
  }

  private boolean isCondition() {
    return tokens.isNext("ON") || tokens.isNext("USING") || tokens.isNext("MATCH_CONDITION");
  }

  private JoinType type() {
    if (tokens.accept("CROSS")) {
      return JoinType.CROSS;
    }
    if (tokens.accept("INNER")) {
      return JoinType.INNER;
    }
    if (tokens.accept("SEMI")) {
      return JoinType.SEMI;
    }
    if (tokens.accept("ANTI")) {
      return JoinType.ANTI;
    }
    if (tokens.accept("POSITIONAL")) {
      return JoinType.POSITIONAL;
    }
    if (tokens.accept("LEFT")) {
      if (tokens.accept("SEMI")) {
        return JoinType.SEMI;
      }
      if (tokens.accept("ANTI")) {
        return JoinType.ANTI;
      }
      tokens.accept("OUTER");
      return JoinType.LEFT;
    }
    if (tokens.accept("RIGHT")) {
      tokens.accept("OUTER");
      return JoinType.RIGHT;
    }
    if (tokens.accept("FULL")) {
      tokens.accept("OUTER");
      return JoinType.FULL;
    }
    return JoinType.INNER;
  }

  private Relation primary() {
    Relation relation = tokens.nested(this::plain);
    while (true) {
      if (tokens.isNext("PIVOT") && tokens.peek(1).isSymbol("(")) {
        relation = shapes().pivot(relation);
      } else if (isUnpivot()) {
        relation = shapes().unpivot(relation);
      } else if (tokens.accept("TABLESAMPLE")) {
        relation = aliased(new SampleParser(tokens).of(relation));
      } else {
        return relation;
      }
    }
  }

  /** Parses an alias behind a relation, if there is one. */
  private Relation aliased(Relation relation) {
    Relation.Alias alias = alias();
    return alias == null
        ? relation
        : new Relation.Parenthesized(relation, alias, tokens.since(relation.span().start()));
  }

  private ShapeParser shapes() {
    return new ShapeParser(tokens, queries, this);
  }

  private boolean isUnpivot() {
    Token next = tokens.peek(1);
    return tokens.isNext("UNPIVOT")
        && (next.isSymbol("(") || next.isWord("INCLUDE") || next.isWord("EXCLUDE"));
  }

  /** Parses a table, or what is in parentheses, and its alias. */
  Relation plain() {
    Token token = tokens.peek();
    if (tokens.isPrefixAlias()) {
      Relation.Alias alias = new Relation.Alias(tokens.prefixAlias(), List.of());
      return new Relation.Parenthesized(plain(), alias, tokens.since(token.start()));
    }
    if (tokens.isNext("VALUES") && QueryParser.isRows(tokens.peek(1))) {
      Query values = Query.of(queries.values());
      return new Relation.Derived(values, false, alias(), tokens.since(token.start()));
    }
    boolean isLateral = tokens.accept("LATERAL");
    if (queries.isQueryInParentheses()) {
      Query query = queries.inParentheses();
      Relation.Alias alias = alias();
      return new Relation.Derived(query, isLateral, alias, tokens.since(token.start()));
    }
    if (!isLateral && tokens.acceptSymbol("(")) {
      Relation inner = list();
      tokens.expectSymbol(")");
      Relation.Alias alias = alias();
      return new Relation.Parenthesized(inner, alias, tokens.since(token.start()));
    }
    if (tokens.peek().kind() == Token.Kind.TEXT) {
      Token path = tokens.take();
      Relation.Alias alias = alias();
      return tokens.source(
          new Relation.File(
              new Expression.TextLiteral(path.text(), path.span()),
              alias,
              tokens.since(token.start())));
    }
    if (tokens.isNext("TABLE") && tokens.peek(1).isSymbol("(")) {
      tokens.take();
      tokens.take();
      Expression.Call call = call(tokens.tableName("a table").parts());
      tokens.expectSymbol(")");
      return function(call, isLateral, token.start());
    }
    TableName name = tokens.tableName("a table");
    if (tokens.isNextSymbol("(")) {
      return function(call(name.parts()), isLateral, token.start());
    }
    if (isLateral) {
      throw tokens.expected("\"(\"");
    }
    Relation.Alias alias = alias();
    return new Relation.Table(name, alias, tokens.since(token.start()));
  }

  /** Parses the name of a table, or a path, without alias. */
  Relation table() {
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.TEXT) {
      tokens.take();
      return tokens.source(
          new Relation.File(
              new Expression.TextLiteral(token.text(), token.span()), null, token.span()));
    }
    return new Relation.Table(tokens.tableName("a table"), null, tokens.since(token.start()));
  }

  private Expression.Call call(List<Name> names) {
    int start = names.getFirst().span().start();
    Expression call = expressions.primaries().calls().parse(names, start);
    if (call instanceof Expression.Call plain) {
      return plain;
    }
    throw tokens.expected("a table function");
  }

  private Relation function(Expression.Call call, boolean isLateral, int start) {
    boolean withOrdinality = tokens.accept("WITH", "ORDINALITY");
    Relation.Alias alias = alias();
    return tokens.source(
        new Relation.Function(call, isLateral, withOrdinality, alias, tokens.since(start)));
  }

  Relation.@Nullable Alias alias() {
    Token token = tokens.peek();
    boolean isAs = token.isWord("AS");
    if (!isAs && isContextualKeyword()) {
      return null;
    }
    Name name = tokens.alias(Keywords.AFTER_TABLE);
    if (name == null) {
      return null;
    }
    List<Name> columns =
        tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
    return new Relation.Alias(name, columns);
  }

  /** Whether a word that may name a table begins something else here. */
  private boolean isContextualKeyword() {
    return isJoin() || (tokens.isNext("WITH") && tokens.peek(1).isWord("ORDINALITY"));
  }
}
