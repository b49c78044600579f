package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses SQL text into its syntax tree. Thread-safe; holds nothing. */
public final class SqlParser {
  private SqlParser() {}

  /**
   * Returns the statements and parameters of a script.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static Script script(String script) {
    TokenStream tokens = new TokenStream(script);
    StatementParser parser = new StatementParser(tokens);
    List<Statement> statements = new ArrayList<>();
    while (true) {
      while (tokens.acceptSymbol(";")) {
        // An empty statement.
      }
      if (tokens.isAtEnd()) {
        return new Script(statements, tokens.parameters());
      }
      statements.add(parser.parse());
    }
  }

  /**
   * Returns the paths, and the calls of functions, that are used as tables in the first statement
   * of a script, in its order.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static List<Relation> sources(String script) {
    TokenStream tokens = new TokenStream(script);
    while (tokens.acceptSymbol(";")) {
      // An empty statement.
    }
    if (tokens.isAtEnd()) {
      return List.of();
    }
    Statement unused = new StatementParser(tokens).parse();
    return List.copyOf(tokens.sources());
  }

  /**
   * Returns whether a text ends with a semicolon that is outside of texts, quoted names and
   * comments; blanks and whole comments may follow it.
   */
  public static boolean endsStatement(String text) {
    return StatementEnd.isReached(text);
  }

  /** Returns a name as it can stand in SQL: in double quotes where it must. */
  public static String name(String text) {
    boolean isPlain =
        text.matches("[A-Za-z_][A-Za-z0-9_]*")
            && !Keywords.RESERVED.contains(text.toUpperCase(Locale.ROOT));
    return isPlain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }

  /**
   * Returns the name of a table that a text is, as {@code sales.orders}: parts, each perhaps in
   * double quotes, with points between them.
   *
   * @param span where the text is written
   */
  public static TableName tableName(String text, Span span) {
    List<Name> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean isOpen = false;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && isOpen && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        part.append(c);
        i++;
      } else if (c == '"') {
        isOpen = !isOpen;
        isQuoted = true;
      } else if (c == '.' && !isOpen) {
        parts.add(new Name(part.toString(), isQuoted, span));
        part.setLength(0);
        isQuoted = false;
      } else {
        part.append(c);
      }
    }
    parts.add(new Name(part.toString(), isQuoted, span));
    return new TableName(parts);
  }

  /**
   * Returns one type.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column
   */
  public static TypeName type(String text) {
    TokenStream tokens = new TokenStream(text);
    TypeName type = new TypeParser(tokens).parse();
    if (!tokens.isAtEnd()) {
      throw tokens.unexpected();
    }
    return type;
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
