package dev.heddle.planner.sql.parser;

import dev.heddle.frame.plan.LimitKind;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.OrderItem;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Query.SetKind;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses queries: WITH, set operations, ORDER BY and LIMIT; holds the parsers of the clauses. */
final class QueryParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final SelectParser selects;
  private final WindowParser windows;

  QueryParser(TokenStream tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens, this);
    this.windows = new WindowParser(tokens, this);
    this.selects = new SelectParser(tokens, this);
  }

  /** Parses the columns of a select list. */
  List<Query.SelectItem> selectItems() {
    return selects.items();
  }

  ExpressionParser expressions() {
    return expressions;
  }

  WindowParser windows() {
    return windows;
  }

  /** Whether a query comes next, in parentheses or not. */
  boolean isQuery() {
    return isQueryStart(0) || isQueryInParentheses(0);
  }

  private ShapeParser shapes() {
    return new ShapeParser(tokens, this, selects.relations());
  }

  boolean isQueryStart(int distance) {
    Token token = tokens.peek(distance);
    return switch (token.keyword()) {
      case "SELECT", "WITH", "FROM" -> true;
      case "VALUES" -> isRows(tokens.peek(distance + 1));
      case "TABLE" -> TokenStream.isName(tokens.peek(distance + 1));
      case "PIVOT", "PIVOT_WIDER", "UNPIVOT", "SUMMARIZE" -> shapes().isShape(distance);
      default -> false;
    };
  }

  /** Whether the next token opens parentheses around a query. */
  boolean isQueryInParentheses() {
    return isQueryInParentheses(0);
  }

  /** Whether a token further on opens parentheses around a query and nothing else. */
  boolean isQueryInParentheses(int distance) {
    int inner = distance;
    while (tokens.peek(inner).isSymbol("(")) {
      inner++;
    }
    if (inner == distance || !(isQueryStart(inner) || shapes().isDescription(inner))) {
      return false;
    }
    // The query may be an operand of an expression: ((select 1) + 1).
    for (int open = inner - 1; open > distance; open--) {
      int close = tokens.closing(open);
      if (close > 0 && !isAfterQuery(tokens.peek(close + 1))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAfterQuery(Token token) {
    return token.isSymbol(")")
        || switch (token.keyword()) {
          case "UNION", "INTERSECT", "EXCEPT", "MINUS", "ORDER", "LIMIT", "OFFSET", "FETCH" -> true;
          default -> false;
        };
  }

  Query inParentheses() {
    tokens.expectSymbol("(");
    Query query = parse();
    tokens.expectSymbol(")");
    return query;
  }

  Query parse() {
    return tokens.nested(this::query);
  }

  private Query query() {
    int start = tokens.peek().start();
    Statement.With with = with();
    Query.Body body = body();
    List<OrderItem> orderBy = List.of();
    OrderItem orderByAll = null;
    if (tokens.accept("ORDER", "BY")) {
      if (tokens.isNext("ALL")) {
        orderByAll = orderItem();
      } else {
        orderBy = orderItems();
      }
    }
    Limits limits = limits();
    Span span = tokens.since(start);
    return new Query(
        with.isRecursive(),
        with.tables(),
        body,
        orderBy,
        orderByAll,
        limits.limit,
        limits.offset,
        limits.kind,
        span);
  }

  /** Parses WITH, if it comes next. */
  Statement.With with() {
    int start = tokens.peek().start();
    if (!tokens.accept("WITH")) {
      return Statement.With.none(start);
    }
    boolean isRecursive = tokens.accept("RECURSIVE");
    List<Query.CommonTable> tables = new ArrayList<>();
    do {
      tables.add(commonTable());
    } while (tokens.acceptComma());
    return new Statement.With(isRecursive, tables, tokens.since(start));
  }

  private Query.CommonTable commonTable() {
    Name name = tokens.name("the name of a common table expression");
    List<Name> columns =
        tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
    tokens.expect("AS");
    Boolean isMaterialized = null;
    if (tokens.accept("MATERIALIZED")) {
      isMaterialized = true;
    } else if (tokens.accept("NOT", "MATERIALIZED")) {
      isMaterialized = false;
    }
    Query query = inParentheses();
    return new Query.CommonTable(
        name, columns, isMaterialized, query, tokens.since(name.span().start()));
  }

  private Query.Body body() {
    Query.Body first = intersections();
    List<Query.SetTerm> rest = new ArrayList<>();
    while (true) {
      SetKind kind;
      if (tokens.accept("UNION")) {
        kind = SetKind.UNION;
      } else if (tokens.accept("EXCEPT") || tokens.accept("MINUS")) {
        kind = SetKind.EXCEPT;
      } else {
        return rest.isEmpty()
            ? first
            : new Query.SetOperations(first, rest, tokens.since(first.span().start()));
      }
      rest.add(setTerm(kind, true));
    }
  }

  private Query.Body intersections() {
    Query.Body first = primary();
    List<Query.SetTerm> rest = new ArrayList<>();
    while (tokens.accept("INTERSECT")) {
      rest.add(setTerm(SetKind.INTERSECT, false));
    }
    return rest.isEmpty()
        ? first
        : new Query.SetOperations(first, rest, tokens.since(first.span().start()));
  }

  private Query.SetTerm setTerm(SetKind kind, boolean isWeak) {
    boolean isAll = tokens.accept("ALL");
    if (!isAll) {
      tokens.accept("DISTINCT");
    }
    boolean byName = tokens.accept("BY", "NAME");
    return new Query.SetTerm(kind, isAll, byName, isWeak ? intersections() : primary());
  }

  private Query.Body primary() {
    Token token = tokens.peek();
    if (token.isSymbol("(")) {
      Query query = inParentheses();
      return new Query.Nested(query, tokens.since(token.start()));
    }
    return switch (token.keyword()) {
      case "SELECT" -> selects.select();
      case "FROM" -> selects.fromFirst();
      case "VALUES" -> values();
      case "TABLE" -> table();
      case "PIVOT", "PIVOT_WIDER", "UNPIVOT", "SUMMARIZE" -> shapes().shape();
      default -> {
        if (tokens.isInParenthesis() && shapes().isDescription(0)) {
          yield shapes().shape();
        }
        if (StatementParser.isStatement(tokens.peek())) {
          throw tokens.error(
              "a query is expected here; other statements are run by execute", tokens.peek());
        }
        throw tokens.expected("a query");
      }
    };
  }

  /** Whether VALUES before a token is no name. */
  static boolean isRows(Token token) {
    return token.isSymbol("(")
        || token.kind() == Token.Kind.TEXT
        || token.kind() == Token.Kind.NUMBER;
  }

  Query.Body values() {
    int start = tokens.take().start();
    List<List<Expression>> rows = new ArrayList<>();
    do {
      if (!tokens.isNext("ROW") && !tokens.isNextSymbol("(")) { // rows of one column
        rows.add(List.of(expressions.parse()));
        continue;
      }
      tokens.accept("ROW");
      tokens.expectSymbol("(");
      rows.add(expressions.list());
      tokens.expectSymbol(")");
    } while (tokens.acceptComma());
    return new Query.Values(rows, tokens.since(start));
  }

  /** Parses {@code TABLE name}. */
  private Query.Body table() {
    int start = tokens.take().start();
    Relation relation = selects.relations().table();
    return SelectParser.allOf(relation, tokens.since(start));
  }

  /** Parses keys after ORDER BY. */
  List<OrderItem> orderItems() {
    List<OrderItem> items = new ArrayList<>();
    do {
      items.add(orderItem());
    } while (tokens.acceptComma());
    return items;
  }

  private OrderItem orderItem() {
    Token first = tokens.peek();
    Expression key;
    if (tokens.accept("ALL")) {
      key = Expression.Star.all(first.span());
    } else {
      key = expressions.parse();
    }
    boolean isDescending = tokens.accept("DESC");
    if (!isDescending) {
      tokens.accept("ASC");
    }
    Boolean nullsFirst = null;
    if (tokens.accept("NULLS")) {
      nullsFirst = tokens.accept("FIRST");
      if (!nullsFirst) {
        tokens.expect("LAST");
      }
    }
    return new OrderItem(key, isDescending, nullsFirst, tokens.since(first.start()));
  }

  private record Limits(@Nullable Expression limit, @Nullable Expression offset, LimitKind kind) {}

  /** Parses LIMIT, OFFSET and FETCH, in any order, each at most once. */
  private Limits limits() {
    Expression limit = null;
    Expression offset = null;
    LimitKind kind = LimitKind.ROWS;
    boolean hasLimit = false;
    while (true) {
      Token token = tokens.peek();
      if (!hasLimit && tokens.accept("LIMIT")) {
        hasLimit = true;
        if (tokens.accept("ALL")) {
          continue;
        }
        limit = expressions.parse();
        if (tokens.acceptSymbol("%") || tokens.accept("PERCENT")) {
          kind = LimitKind.PERCENT;
        } else if (offset == null && tokens.acceptSymbol(",")) {
          offset = limit;
          limit = expressions.parse();
        }
      } else if (offset == null && tokens.accept("OFFSET")) {
        offset = expressions.parse();
        acceptRows();
      } else if (!hasLimit && token.isWord("FETCH")) {
        hasLimit = true;
        limit = fetchCount();
        kind = fetchKind();
      } else {
        return new Limits(limit, offset, kind);
      }
    }
  }

  private Expression fetchCount() {
    Token fetch = tokens.take();
    if (!tokens.accept("FIRST")) {
      tokens.expect("NEXT");
    }
    boolean hasNumber = !tokens.isNext("ROW") && !tokens.isNext("ROWS");
    return hasNumber ? expressions.parse() : new Expression.NumberLiteral("1", fetch.span());
  }

  private LimitKind fetchKind() {
    boolean isPercent = tokens.acceptSymbol("%") || tokens.accept("PERCENT");
    if (!acceptRows()) {
      throw tokens.expected("ROWS");
    }
    if (!isPercent && tokens.accept("WITH", "TIES")) {
      return LimitKind.WITH_TIES;
    }
    tokens.expect("ONLY");
    return isPercent ? LimitKind.PERCENT : LimitKind.ROWS;
  }

  private boolean acceptRows() {
    return tokens.accept("ROWS") || tokens.accept("ROW");
  }
}
