package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Relation.PivotKey;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses what turns rows and columns of a relation into others: PIVOT and UNPIVOT, behind a
 * relation or before it, SUMMARIZE, and DESCRIBE and SHOW in the place of a query.
 */
final class ShapeParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ExpressionParser expressions;
  private final RelationParser relations;

  ShapeParser(TokenStream tokens, QueryParser queries, RelationParser relations) {
    this.tokens = tokens;
    this.queries = queries;
    this.expressions = queries.expressions();
    this.relations = relations;
  }

  // Behind a relation

  /** Parses {@code PIVOT (aggregates FOR key IN (values) ... [GROUP BY groups])}. */
  Relation pivot(Relation input) {
    tokens.take();
    tokens.expectSymbol("(");
    List<Query.SelectItem> aggregates = items("FOR");
    tokens.expect("FOR");
    List<PivotKey> keys = new ArrayList<>();
    do {
      keys.add(standardKey());
    } while (!tokens.isNextSymbol(")") && !tokens.isNext("GROUP", "BY"));
    List<Expression> groups = tokens.accept("GROUP", "BY") ? expressions.list() : null;
    tokens.expectSymbol(")");
    Relation.Alias alias = relations.alias();
    return new Relation.Pivot(
        input, aggregates, keys, groups, alias, tokens.since(input.span().start()));
  }

  private PivotKey standardKey() {
    int start = tokens.peek().start();
    List<Expression> parts = new ArrayList<>();
    columns().forEach(name -> parts.add(reference(name)));
    tokens.expect("IN");
    return new PivotKey(parts, values(), tokens.since(start));
  }

  private static Expression reference(Name name) {
    return new Expression.ColumnReference(List.of(name), name.span());
  }

  private List<Query.SelectItem> values() {
    tokens.expectSymbol("(");
    List<Query.SelectItem> values = items("");
    tokens.expectSymbol(")");
    return values;
  }

  /** Parses expressions with aliases up to a word or a closing parenthesis. */
  private List<Query.SelectItem> items(String end) {
    List<Query.SelectItem> items = new ArrayList<>();
    do {
      int start = tokens.peek().start();
      Expression value = expressions.parse();
      Span span = tokens.since(start);
      boolean isEnd = tokens.isNextSymbol(")") || tokens.isNext(end);
      Name alias = isEnd ? null : tokens.alias(Keywords.AFTER_TABLE);
      items.add(new Query.SelectItem(value, alias, span));
    } while (tokens.acceptComma());
    return items;
  }

  /** Parses {@code a} or {@code (a, b)}. */
  private List<Name> columns() {
    return tokens.acceptSymbol("(")
        ? tokens.namesToParenthesis("a column")
        : List.of(tokens.name("a column"));
  }

  /** Parses {@code UNPIVOT [INCLUDE NULLS] (values FOR keys IN (columns))}. */
  Relation unpivot(Relation input) {
    tokens.take();
    boolean includesNulls = includesNulls();
    tokens.expectSymbol("(");
    List<Name> values = columns();
    tokens.expect("FOR");
    List<Name> keys = columns();
    tokens.expect("IN");
    tokens.expectSymbol("(");
    List<Relation.UnpivotColumns> columns = unpivoted();
    tokens.expectSymbol(")");
    tokens.expectSymbol(")");
    Relation.Alias alias = relations.alias();
    return new Relation.Unpivot(
        input, includesNulls, values, keys, columns, alias, tokens.since(input.span().start()));
  }

  private boolean includesNulls() {
    boolean includesNulls = tokens.accept("INCLUDE", "NULLS");
    if (!includesNulls) {
      tokens.accept("EXCLUDE", "NULLS");
    }
    return includesNulls;
  }

  private List<Relation.UnpivotColumns> unpivoted() {
    List<Relation.UnpivotColumns> columns = new ArrayList<>();
    do {
      Expression written = expressions.parse();
      List<Expression> parts =
          written instanceof Expression.RowValue row ? row.elements() : List.of(written);
      columns.add(
          new Relation.UnpivotColumns(parts, tokens.accept("AS") ? expressions.parse() : null));
    } while (tokens.acceptComma());
    return columns;
  }

  // Before a relation

  /** Whether a statement of this kind begins, which ON tells from a table called PIVOT. */
  boolean isShape(int distance) {
    return switch (tokens.peek(distance).keyword()) {
      case "PIVOT", "PIVOT_WIDER" -> {
        Token behind = tokens.peek(behindInput(distance + 1));
        yield behind.isWord("ON") || behind.isWord("USING") || behind.isWord("GROUP");
      }
      case "UNPIVOT" -> {
        int input = distance + (tokens.peek(distance + 2).isWord("NULLS") ? 3 : 1);
        Token behind = tokens.peek(behindInput(input));
        yield behind.isWord("ON") || behind.isWord("INCLUDE");
      }
      case "SUMMARIZE" -> isDescribed(distance + 1);
      default -> false;
    };
  }

  /** Returns the place behind a table and its alias, or that of what is no table. */
  private int behindInput(int distance) {
    int at = distance;
    if (tokens.peek(at).isSymbol("(")) {
      at = tokens.closing(at) == 0 ? at : tokens.closing(at) + 1;
    } else if (tokens.peek(at).kind() == Token.Kind.TEXT) {
      at++;
    } else if (TokenStream.isName(tokens.peek(at))) {
      at = behindName(at);
      at = tokens.peek(at).isSymbol("(") ? tokens.closing(at) + 1 : at;
    } else {
      return at;
    }
    if (tokens.peek(at).isWord("AS")) {
      at++;
    }
    if (TokenStream.isName(tokens.peek(at)) && !tokens.peek(at).isWord("INCLUDE")) {
      at++;
    }
    return at;
  }

  private int behindName(int distance) {
    int at = distance + 1;
    while (tokens.peek(at).isSymbol(".")) {
      at += 2;
    }
    return at;
  }

  /** Whether a query follows, or the name or path of a table and nothing else. */
  private boolean isDescribed(int distance) {
    Token token = tokens.peek(distance);
    if (queries.isQueryStart(distance) || queries.isQueryInParentheses(distance)) {
      return true;
    }
    if (token.kind() != Token.Kind.TEXT && !TokenStream.isName(token)) {
      return false;
    }
    Token behind = tokens.peek(behindName(distance));
    return behind.kind() == Token.Kind.END || behind.isSymbol(")") || behind.isSymbol(";");
  }

  /** Whether DESCRIBE or SHOW begins what is in the place of a query. */
  boolean isDescription(int distance) {
    return switch (tokens.peek(distance).keyword()) {
      case "DESCRIBE", "DESC", "SHOW" ->
          isDescribed(distance + 1) || CatalogueQueries.isNext(tokens, distance + 1);
      default -> false;
    };
  }

  /** Parses a statement of these kinds as a query. */
  Query.Body shape() {
    int start = tokens.peek().start();
    if (isDescription(0) && CatalogueQueries.isNext(tokens, 1)) {
      tokens.take();
      return CatalogueQueries.take(tokens, start);
    }
    Relation relation =
        switch (tokens.take().keyword()) {
          case "PIVOT", "PIVOT_WIDER" -> pivotOn(start);
          case "UNPIVOT" -> unpivotOn(start);
          case "SUMMARIZE" -> {
            Query query = described();
            yield new Relation.Summary(query, tokens.since(start));
          }
          case "SHOW" -> shown(start);
          default -> new Relation.Description(described(), tokens.since(start));
        };
    return SelectParser.allOf(relation, tokens.since(start));
  }

  private Relation shown(int start) {
    if (tokens.accept("TABLES")) {
      return new Relation.Description(null, tokens.since(start));
    }
    return new Relation.Description(described(), tokens.since(start));
  }

  private Query described() {
    if (queries.isQuery()) {
      return queries.parse();
    }
    int start = tokens.peek().start();
    return Query.of(SelectParser.allOf(relations.table(), tokens.since(start)));
  }

  private Relation pivotOn(int start) {
    Relation input = relations.plain();
    List<PivotKey> keys = new ArrayList<>();
    if (!tokens.isNext("USING") && !tokens.isNext("GROUP", "BY")) {
      tokens.expect("ON");
      do {
        keys.add(key());
      } while (tokens.acceptComma());
    }
    List<Query.SelectItem> aggregates = tokens.accept("USING") ? items("GROUP") : List.of();
    List<Expression> groups = tokens.accept("GROUP", "BY") ? expressions.list() : null;
    return new Relation.Pivot(input, aggregates, keys, groups, null, tokens.since(start));
  }

  private PivotKey key() {
    int start = tokens.peek().start();
    Expression part = expressions.compared();
    List<Query.SelectItem> values = tokens.accept("IN") ? values() : null;
    return new PivotKey(List.of(part), values, tokens.since(start));
  }

  private Relation unpivotOn(int start) {
    boolean includesNulls = includesNulls();
    Relation input = relations.plain();
    includesNulls |= includesNulls();
    tokens.expect("ON");
    List<Relation.UnpivotColumns> columns = unpivoted();
    Span span = tokens.since(start);
    List<Name> keys = List.of(new Name("name", false, span));
    List<Name> values = List.of(new Name("value", false, span));
    if (tokens.accept("INTO")) {
      tokens.expect("NAME");
      keys = List.of(tokens.name("a column"));
      tokens.expect("VALUE");
      values = names();
    }
    return new Relation.Unpivot(
        input, includesNulls, values, keys, columns, null, tokens.since(start));
  }

  private List<Name> names() {
    List<Name> names = new ArrayList<>();
    do {
      names.add(tokens.name("a column"));
    } while (tokens.acceptComma());
    return names;
  }
}
