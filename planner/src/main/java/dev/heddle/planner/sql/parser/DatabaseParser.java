package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;

/** Parses statements about schemas and databases. Used for one statement. */
final class DatabaseParser {
  private final TokenStream tokens;

  DatabaseParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Parses what follows {@code CREATE SCHEMA}. */
  Statement createSchema(int start) {
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    TableName name = tokens.tableName("the name of a schema");
    return new Statement.CreateSchema(name, ifNotExists, tokens.since(start));
  }

  /** Parses what follows {@code DROP SCHEMA}. */
  Statement dropSchema(int start) {
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = tokens.tableName("the name of a schema");
    boolean isCascading = tokens.accept("CASCADE");
    if (!isCascading) {
      tokens.accept("RESTRICT");
    }
    return new Statement.DropSchema(name, ifExists, isCascading, tokens.since(start));
  }

  Statement attach(int start) {
    tokens.take();
    tokens.accept("DATABASE");
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    Token path = tokens.peek();
    if (path.kind() != Token.Kind.TEXT) {
      throw tokens.expected("the folder of a database in single quotes");
    }
    tokens.take();
    Expression.TextLiteral folder =
        new Expression.TextLiteral(path.text(), tokens.since(path.start()));
    Name name = tokens.accept("AS") ? tokens.anyName("the name of a database") : null;
    boolean isReadOnly = false;
    if (tokens.acceptSymbol("(")) {
      do {
        tokens.expect("READ_ONLY");
        isReadOnly = !tokens.accept("FALSE");
        tokens.accept("TRUE");
      } while (tokens.acceptComma());
      tokens.expectSymbol(")");
    }
    return new Statement.Attach(folder, name, ifNotExists, isReadOnly, tokens.since(start));
  }

  Statement detach(int start) {
    tokens.take();
    tokens.accept("DATABASE");
    boolean ifExists = tokens.accept("IF", "EXISTS");
    Name name = tokens.anyName("the name of a database");
    return new Statement.Detach(name, ifExists, tokens.since(start));
  }
}
