package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a script into statements at semicolons outside of strings, quoted names and comments, and
 * parses each.
 */
public final class ScriptParser {
  private ScriptParser() {}

  /**
   * Returns the statements of a script, without empty ones.
   *
   * @throws dev.heddle.frame.error.AnalysisException of code SYNTAX, with line and column in the
   *     script; queries inside statements are not parsed here
   */
  public static List<Statement> parse(String script) {
    // A byte order mark is no part of the text.
    return parseText(script.startsWith("\uFEFF") ? script.substring(1) : script);
  }

  private static List<Statement> parseText(String script) {
    List<Statement> statements = new ArrayList<>();
    List<Token> current = new ArrayList<>();
    for (Token token : SqlTokens.of(script)) {
      if (!token.isSign(';')) {
        current.add(token);
      } else {
        add(script, current, statements);
        current.clear();
      }
    }
    add(script, current, statements);
    return statements;
  }

  /**
   * Returns whether a text ends with a semicolon that is outside of strings, quoted names and
   * comments; blanks and whole comments may follow it.
   */
  public static boolean endsStatement(String text) {
    int end = -1;
    boolean isEnded = false;
    for (Token token : SqlTokens.of(text)) {
      end = token.end();
      isEnded = token.isSign(';');
    }
    return isEnded && !SqlTokens.hasOpenComment(text.substring(end));
  }

  private static void add(String script, List<Token> tokens, List<Statement> statements) {
    if (!tokens.isEmpty()) {
      statements.add(new StatementParser(script, List.copyOf(tokens)).parse());
    }
  }
}
