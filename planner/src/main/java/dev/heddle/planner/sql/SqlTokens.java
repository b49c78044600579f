package dev.heddle.planner.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Cuts SQL text into tokens: words, numbers, strings, quoted names, signs. Comments and blanks are
 * left out.
 *
 * <p>It accepts everything; what is wrong is for the parser to say. An unterminated string, name or
 * comment reaches to the end.
 */
public final class SqlTokens {
  /** What a token is. */
  enum Kind {
    WORD,
    NUMBER,
    STRING,
    QUOTED_NAME,
    SIGN
  }

  /**
   * A token.
   *
   * @param start offset of its first character
   * @param end offset behind its last character
   * @param text as written
   */
  record Token(Kind kind, int start, int end, String text) {
    boolean isWord(String word) {
      return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSign(char sign) {
      return kind == Kind.SIGN && text.charAt(0) == sign;
    }

    /** Whether an operand may end with it. */
    boolean endsOperand() {
      return switch (kind) {
        case WORD -> !BEFORE_OPERANDS.contains(upper());
        case QUOTED_NAME, STRING, NUMBER -> true;
        case SIGN -> ")]}".contains(text);
      };
    }

    String upper() {
      return text.toUpperCase(Locale.ROOT);
    }

    /** Returns the content of a string or quoted name. */
    String content() {
      String quote = text.substring(0, 1);
      boolean isClosed = text.length() > 1 && text.endsWith(quote);
      return text.substring(1, isClosed ? text.length() - 1 : text.length())
          .replace(quote + quote, quote);
    }
  }

  /** Words that no operand ends with: what comes next begins one, and is no argument list. */
  static final Set<String> BEFORE_OPERANDS =
      Set.of(
          "SELECT",
          "ALL",
          "DISTINCT",
          "WHERE",
          "AND",
          "OR",
          "NOT",
          "ON",
          "WHEN",
          "THEN",
          "ELSE",
          "CASE",
          "IN",
          "LIKE",
          "ILIKE",
          "BETWEEN",
          "HAVING",
          "BY",
          "VALUES",
          "QUALIFY",
          "LIMIT",
          "OFFSET",
          "RETURN",
          "AS",
          "FROM",
          "ANY",
          "SOME");

  private final String text;
  private int at;

  private SqlTokens(String text) {
    this.text = text;
  }

  static TokenList of(String text) {
    return new TokenList(new SqlTokens(text).tokens());
  }

  /**
   * Returns whether a text ends with a semicolon that is outside of strings, quoted names and
   * comments; blanks and whole comments may follow it.
   */
  public static boolean endsStatement(String text) {
    int end = -1;
    boolean isEnded = false;
    for (Token token : of(text)) {
      end = token.end();
      isEnded = token.isSign(';');
    }
    return isEnded && !hasOpenComment(text.substring(end));
  }

  /** Returns whether a text of blanks and comments ends within a comment of several lines. */
  private static boolean hasOpenComment(String blanks) {
    int at = 0;
    while (at < blanks.length()) {
      boolean isLine = blanks.startsWith("--", at);
      if (isLine || blanks.startsWith("/*", at)) {
        int end = isLine ? blanks.indexOf('\n', at) : blanks.indexOf("*/", at + 2);
        if (end < 0) {
          return !isLine;
        }
        at = end + (isLine ? 1 : 2);
      } else {
        at++;
      }
    }
    return false;
  }

  private List<Token> tokens() {
    List<Token> tokens = new ArrayList<>();
    while (skipBlank()) {
      int start = at;
      Kind kind = read();
      tokens.add(new Token(kind, start, at, text.substring(start, at)));
    }
    return tokens;
  }

  private char peek(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : '\0';
  }

  /** Skips blanks and comments; false at the end. */
  private boolean skipBlank() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '-' && peek(1) == '-') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == '/' && peek(1) == '*') {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  private Kind read() {
    char c = text.charAt(at);
    if (c == '\'') {
      readQuoted('\'');
      return Kind.STRING;
    }
    if (c == '"') {
      readQuoted('"');
      return Kind.QUOTED_NAME;
    }
    if (Character.isJavaIdentifierStart(c)) {
      while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
        at++;
      }
      return Kind.WORD;
    }
    if (Character.isDigit(c)) {
      while (at < text.length()
          && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
        at++;
      }
      return Kind.NUMBER;
    }
    at++;
    return Kind.SIGN;
  }

  private void readQuoted(char quote) {
    at++;
    while (at < text.length()) {
      if (text.charAt(at++) == quote) {
        if (peek(0) != quote) {
          return;
        }
        at++;
      }
    }
  }
}
