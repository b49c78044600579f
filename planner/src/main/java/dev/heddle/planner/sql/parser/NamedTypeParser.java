package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;

/** Parses CREATE TYPE and DROP TYPE. */
final class NamedTypeParser {
  private final TokenStream tokens;
  private final QueryParser queries;

  NamedTypeParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
  }

  /** Takes TYPE if it comes next. */
  boolean accept() {
    return tokens.accept("TYPE");
  }

  Statement.CreateType create(int start) {
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    TableName name = tokens.tableName("the name of a type");
    tokens.expect("AS");
    boolean isOfQuery = tokens.isNext("ENUM") && queries.isQueryInParentheses(1);
    TypeName type = null;
    Query labels = null;
    if (isOfQuery) {
      tokens.take();
      tokens.expectSymbol("(");
      labels = queries.parse();
      tokens.expectSymbol(")");
    } else {
      type = queries.expressions().types().parse();
    }
    return new Statement.CreateType(name, false, ifNotExists, type, labels, tokens.since(start));
  }

  Statement.DropType drop(int start) {
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = tokens.tableName("the name of a type");
    return new Statement.DropType(name, ifExists, tokens.since(start));
  }
}
