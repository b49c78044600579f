package dev.heddle.jdbc.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the parts of a text that are no quotes, quoted names and comments. */
public final class SqlText {
  private SqlText() {}

  /**
   * Returns the end of the quote, quoted name or comment that starts at a place; else the place.
   */
  static int skip(String text, int at) {
    char first = text.charAt(at);
    if (first == '\'' || first == '"') {
      return closing(text, at + 1, first);
    }
    if (text.startsWith("--", at)) {
      int end = text.indexOf('\n', at);
      return end < 0 ? text.length() : end;
    }
    if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      return end < 0 ? text.length() : end + 2;
    }
    return at;
  }

  /** Returns the place after the closing quote; one that is doubled closes and opens again. */
  private static int closing(String text, int from, char quote) {
    int end = text.indexOf(quote, from);
    return end < 0 ? text.length() : end + 1;
  }

  /** Returns the number of {@code ?}. */
  public static int parameters(String text) {
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      int next = skip(text, at);
      if (next == at) {
        count += text.charAt(at) == '?' ? 1 : 0;
        next++;
      }
      at = next;
    }
    return count;
  }

  /** Returns the statements of a text, which semicolons divide; those of no words are left out. */
  public static List<String> statements(String text) {
    List<String> statements = new ArrayList<>();
    int start = 0;
    int at = 0;
    boolean hasWords = false;
    while (at < text.length()) {
      int next = skip(text, at);
      if (next > at) {
        hasWords |= text.charAt(at) == '\'' || text.charAt(at) == '"';
        at = next;
        continue;
      }
      char character = text.charAt(at);
      at++;
      if (character != ';') {
        hasWords |= !Character.isWhitespace(character);
        continue;
      }
      if (hasWords) {
        statements.add(text.substring(start, at - 1));
      }
      start = at;
      hasWords = false;
    }
    if (hasWords) {
      statements.add(text.substring(start));
    }
    return statements;
  }

  /** Returns whether a text begins as a query does. */
  public static boolean isQuery(String text) {
    return switch (firstWord(text)) {
      case "SELECT", "FROM", "WITH", "VALUES", "TABLE" -> true;
      default -> false;
    };
  }

  /** Returns whether a text begins with a statement that changes no table. */
  public static boolean isSetting(String text) {
    return switch (firstWord(text)) {
      case "SET", "RESET", "USE", "BEGIN", "START", "COMMIT", "END", "ROLLBACK" -> true;
      default -> false;
    };
  }

  /** Returns whether a text begins as a statement does that ends a transaction. */
  public static boolean endsTransaction(String text) {
    return switch (firstWord(text)) {
      case "COMMIT", "END", "ROLLBACK", "ABORT" -> true;
      default -> false;
    };
  }

  /**
   * Returns the place of the one row of {@code INSERT INTO t VALUES (...)}, its opening
   * parenthesis, or -1 for other texts.
   */
  public static int insertedRow(String text) {
    if (!firstWord(text).equals("INSERT")) {
      return -1;
    }
    int depth = 0;
    int row = -1;
    int at = 0;
    while (at < text.length()) {
      int next = skip(text, at);
      if (next > at) {
        at = next;
        continue;
      }
      char character = text.charAt(at);
      boolean isOutside = depth == 0 && !Character.isWhitespace(character) && character != ';';
      if (row >= 0 && isOutside && at > row) {
        return -1; // something follows the row
      }
      if (character == '(') {
        if (depth == 0
            && text.substring(0, at).strip().toUpperCase(Locale.ROOT).endsWith("VALUES")) {
          row = at;
        }
        depth++;
      } else if (character == ')') {
        depth--;
      }
      at++;
    }
    return row;
  }

  private static String firstWord(String text) {
    int at = 0;
    while (at < text.length()) {
      int next = skip(text, at);
      if (next == at) {
        if (Character.isLetter(text.charAt(at))) {
          break;
        }
        next++;
      }
      at = next;
    }
    int end = at;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(at, end).toUpperCase(Locale.ROOT);
  }
}
