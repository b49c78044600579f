package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;

/** Parses SQL text into its syntax tree. Thread-safe; holds nothing. */
public final class SqlParser {
  private SqlParser() {}

  /**
   * Returns the statements of a script, which semicolons separate, without empty ones.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static List<Statement> script(String script) {
    TokenStream tokens = new TokenStream(script);
    StatementParser parser = new StatementParser(tokens);
    List<Statement> statements = new ArrayList<>();
    while (true) {
      while (tokens.acceptSymbol(";")) {
        // An empty statement.
      }
      if (tokens.isAtEnd()) {
        return statements;
      }
      statements.add(parser.parse());
    }
  }

  /**
   * Returns one query; a semicolon may follow it.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static Query query(String text) {
    TokenStream tokens = new TokenStream(text);
    Query query = new QueryParser(tokens).parse();
    while (tokens.acceptSymbol(";")) {
      // A script of one query.
    }
    if (!tokens.isAtEnd()) {
      throw tokens.unexpected();
    }
    return query;
  }

  /**
   * Returns one expression.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static Expression expression(String text) {
    TokenStream tokens = new TokenStream(text);
    Expression expression = new QueryParser(tokens).expressions().parse();
    if (!tokens.isAtEnd()) {
      throw tokens.unexpected();
    }
    return expression;
  }
}
