package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses the clauses of one SELECT, which may begin with FROM. */
final class SelectParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ExpressionParser expressions;
  private final RelationParser relations;

  SelectParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.expressions = queries.expressions();
    this.relations = new RelationParser(tokens, queries);
  }

  RelationParser relations() {
    return relations;
  }

  /** Returns {@code SELECT * FROM relation}. */
  static Query.Select allOf(Relation relation, Span span) {
    return new Query.Select(null, List.of(), relation, null, null, null, List.of(), null, span);
  }

  Query.Select select() {
    int start = tokens.peek().start();
    tokens.expect("SELECT");
    List<Expression> distinct = distinct();
    List<Query.SelectItem> items = items();
    Relation from = tokens.accept("FROM") ? relations.list() : null;
    return rest(start, distinct, items, from);
  }

  /** Parses {@code FROM t [SELECT ...] [WHERE ...]}. */
  Query.Select fromFirst() {
    int start = tokens.peek().start();
    tokens.expect("FROM");
    Relation from = relations.list();
    List<Expression> distinct = null;
    List<Query.SelectItem> items = List.of();
    if (tokens.accept("SELECT")) {
      distinct = distinct();
      items = items();
    }
    return rest(start, distinct, items, from);
  }

  private @Nullable List<Expression> distinct() {
    if (!tokens.accept("DISTINCT")) {
      tokens.accept("ALL");
      return null;
    }
    if (!tokens.isNext("ON") || !tokens.peek(1).isSymbol("(")) {
      return List.of();
    }
    tokens.take();
    tokens.take();
    List<Expression> keys = expressions.list();
    tokens.expectSymbol(")");
    return keys;
  }

  List<Query.SelectItem> items() {
    List<Query.SelectItem> items = new ArrayList<>();
    do {
      items.add(item());
    } while (tokens.acceptComma());
    return items;
  }

  /** Parses {@code expression [[AS] alias]} or {@code alias: expression}. */
  Query.SelectItem item() {
    if (tokens.isPrefixAlias()) {
      Name alias = tokens.prefixAlias();
      int from = tokens.peek().start();
      Expression of = expressions.parse();
      return new Query.SelectItem(of, alias, tokens.since(from));
    }
    int start = tokens.peek().start();
    Expression value = expressions.parse();
    Span span = tokens.since(start);
    if (value instanceof Expression.Star) {
      return new Query.SelectItem(value, null, span);
    }
    Name alias =
        tokens.peek().kind() == Token.Kind.TEXT
            ? tokens.textName()
            : tokens.alias(Keywords.AFTER_COLUMN);
    return new Query.SelectItem(value, alias, span);
  }

  private Query.Select rest(
      int start,
      @Nullable List<Expression> distinct,
      List<Query.SelectItem> items,
      @Nullable Relation from) {
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    Query.GroupBy groupBy = tokens.isNext("GROUP", "BY") ? groupBy() : null;
    Expression having = tokens.accept("HAVING") ? expressions.parse() : null;
    List<Query.NamedWindow> windows = windows();
    Expression qualify = tokens.accept("QUALIFY") ? expressions.parse() : null;
    if (windows.isEmpty()) {
      windows = windows();
    }
    Relation rows = from;
    if (from != null && tokens.accept("USING", "SAMPLE")) {
      rows = new SampleParser(tokens).of(from);
    }
    Span span = tokens.since(start);
    return new Query.Select(distinct, items, rows, where, groupBy, having, windows, qualify, span);
  }

  private List<Query.NamedWindow> windows() {
    List<Query.NamedWindow> windows = new ArrayList<>();
    if (tokens.accept("WINDOW")) {
      do {
        Name name = tokens.name("the name of a window");
        tokens.expect("AS");
        windows.add(new Query.NamedWindow(name, queries.windows().inParentheses()));
      } while (tokens.acceptComma());
    }
    return windows;
  }

  private Query.GroupBy groupBy() {
    int start = tokens.take().start();
    tokens.expect("BY");
    if (tokens.accept("ALL")) {
      return new Query.GroupBy(true, List.of(), tokens.since(start));
    }
    return new Query.GroupBy(false, groupElements(), tokens.since(start));
  }

  private List<Query.GroupElement> groupElements() {
    List<Query.GroupElement> elements = new ArrayList<>();
    do {
      elements.add(groupElement());
    } while (tokens.acceptComma());
    return elements;
  }

  private Query.GroupElement groupElement() {
    int start = tokens.peek().start();
    boolean isOpen = tokens.peek(1).isSymbol("(");
    if (isOpen && tokens.accept("ROLLUP")) {
      return new Query.Rollup(keysInParentheses(), tokens.since(start));
    }
    if (isOpen && tokens.accept("CUBE")) {
      return new Query.Cube(keysInParentheses(), tokens.since(start));
    }
    if (tokens.peek(2).isSymbol("(") && tokens.accept("GROUPING", "SETS")) {
      tokens.expectSymbol("(");
      List<Query.GroupElement> sets = tokens.nested(this::groupElements);
      tokens.expectSymbol(")");
      return new Query.GroupingSets(sets, tokens.since(start));
    }
    return keys();
  }

  private List<Query.GroupKeys> keysInParentheses() {
    tokens.expectSymbol("(");
    List<Query.GroupKeys> keys = new ArrayList<>();
    do {
      keys.add(keys());
    } while (tokens.acceptComma());
    tokens.expectSymbol(")");
    return keys;
  }

  /** Parses a key, {@code ()} or {@code (a, b)}. */
  private Query.GroupKeys keys() {
    Token token = tokens.peek();
    if (token.isSymbol("(") && tokens.peek(1).isSymbol(")")) {
      tokens.take();
      tokens.take();
      return new Query.GroupKeys(List.of(), tokens.since(token.start()));
    }
    Expression key = expressions.parse();
    boolean isList = key instanceof Expression.RowValue && token.isSymbol("(");
    List<Expression> keys = isList ? ((Expression.RowValue) key).elements() : List.of(key);
    return new Query.GroupKeys(keys, tokens.since(token.start()));
  }
}
