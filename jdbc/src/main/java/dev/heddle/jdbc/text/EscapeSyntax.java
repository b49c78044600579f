package dev.heddle.jdbc.text;

import dev.heddle.jdbc.error.SqlErrors;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Replaces the escapes of JDBC by SQL. */
public final class EscapeSyntax {
  private final String text;
  private final StringBuilder sql = new StringBuilder();
  private final Deque<Boolean> areEscapes = new ArrayDeque<>(); // of the braces that are open

  private EscapeSyntax(String text) {
    this.text = text;
  }

  /** Returns a text without escapes. */
  public static String translate(String text) throws SQLException {
    return text.indexOf('{') < 0 ? text : new EscapeSyntax(text).translated();
  }

  private String translated() throws SQLException {
    int at = 0;
    while (at < text.length()) {
      int next = SqlText.skip(text, at);
      if (next > at) {
        sql.append(text, at, next);
      } else {
        next = at + 1;
        switch (text.charAt(at)) {
          case '{' -> next = open(at);
          case '}' -> sql.append(!areEscapes.isEmpty() && areEscapes.pop() ? ' ' : '}');
          default -> sql.append(text.charAt(at));
        }
      }
      at = next;
    }
    return sql.toString();
  }

  /** Reads an opening brace and the word behind it, and returns the place after that. */
  private int open(int at) throws SQLException {
    int from = at + 1;
    while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < text.length() && Character.isLetter(text.charAt(to))) {
      to++;
    }
    boolean isCall = from < text.length() && text.charAt(from) == '?';
    String word = isCall ? "call" : text.substring(from, to).toLowerCase(Locale.ROOT);
    boolean endsWord = isCall || (to < text.length() && ends(word, text.charAt(to)));
    String replacement = endsWord ? replacement(word, to - at) : null;
    areEscapes.push(replacement != null);
    if (replacement == null) {
      sql.append('{');
      return at + 1;
    }
    sql.append(replacement);
    return to;
  }

  private static boolean ends(String word, char next) {
    boolean takesText = !word.equals("fn") && !word.equals("oj") && !word.equals("call");
    return Character.isWhitespace(next) || (takesText && next == '\'');
  }

  private static @Nullable String replacement(String word, int length) throws SQLException {
    return switch (word) {
      case "fn", "oj" -> " ".repeat(length); // errors name the place in the text as it was
      case "escape" -> " ".repeat(length - word.length()) + word;
      case "d" -> "DATE";
      case "t" -> "TIME";
      case "ts" -> "TIMESTAMP";
      case "call" -> throw SqlErrors.unsupported("call a procedure, {call ...}");
      default -> null;
    };
  }
}
