package dev.heddle.jdbc.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT into a table, as far as its words tell.
 *
 * @param table the table's name as it was written, perhaps with its schema
 * @param isReturning whether it has RETURNING
 * @param end the place behind its last word
 */
public record InsertText(String table, boolean isReturning, int end) {
  /** A word, a quote or a sign that is in no parentheses. */
  private record Part(String text, int end) {
    boolean is(String word) {
      return text.equalsIgnoreCase(word);
    }

    boolean isName() {
      char first = text.charAt(0);
      return first == '"' || Character.isLetter(first) || first == '_';
    }
  }

  /** Returns what a statement is; null if it is no INSERT into a table. */
  public static @Nullable InsertText of(String statement) {
    List<Part> parts = parts(statement);
    int at = 0;
    if (!parts.isEmpty() && parts.getFirst().is("WITH")) {
      while (at < parts.size() && !parts.get(at).is("INSERT")) {
        at++;
      }
    }
    if (at >= parts.size() || !parts.get(at).is("INSERT")) {
      return null;
    }
    at += at + 1 < parts.size() && parts.get(at + 1).is("OR") ? 3 : 1;
    if (at + 1 >= parts.size() || !parts.get(at).is("INTO") || !parts.get(at + 1).isName()) {
      return null;
    }
    at++;
    StringBuilder table = new StringBuilder(parts.get(at).text());
    while (at + 2 < parts.size() && parts.get(at + 1).is(".")) {
      table.append('.').append(parts.get(at + 2).text());
      at += 2;
    }
    boolean isReturning =
        parts.subList(at, parts.size()).stream().anyMatch(part -> part.is("RETURNING"));
    return new InsertText(table.toString(), isReturning, parts.getLast().end());
  }

  /** Returns what is in no parentheses, but for semicolons; a group of these is one part. */
  private static List<Part> parts(String text) {
    List<Part> parts = new ArrayList<>();
    int depth = 0;
    int at = 0;
    while (at < text.length()) {
      int start = at;
      char first = text.charAt(at);
      int next = SqlText.skip(text, at);
      boolean isComment = next > at && first != '\'' && first != '"';
      at = next > at ? next : wordEnd(text, at);
      if (first == ')' && depth > 0) {
        depth--;
      }
      if (depth == 0 && !isComment && !Character.isWhitespace(first) && first != ';') {
        parts.add(new Part(text.substring(start, at), at));
      }
      if (first == '(') {
        depth++;
      }
    }
    return parts;
  }

  private static int wordEnd(String text, int start) {
    int end = start;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return Math.max(end, start + 1);
  }

  /**
   * Returns whether the text of a default calls a function, so that each row has its own value, or
   * is a constant.
   */
  public static boolean isComputed(String defaultText) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < defaultText.length()) {
      int next = SqlText.skip(defaultText, at);
      int end = next > at ? next : wordEnd(defaultText, at);
      if (!Character.isWhitespace(defaultText.charAt(at))) {
        words.add(defaultText.substring(at, end));
      }
      at = end;
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).toUpperCase(Locale.ROOT);
      boolean isCalled = i + 1 < words.size() && words.get(i + 1).equals("(");
      boolean isType =
          i > 0 && (words.get(i - 1).equals(":") || words.get(i - 1).equalsIgnoreCase("AS"));
      if (word.startsWith("CURRENT_") || word.startsWith("LOCALTIME")) {
        return true;
      }
      if (isCalled
          && !isType
          && Character.isLetter(word.charAt(0))
          && !word.equals("CAST")
          && !word.equals("TRY_CAST")) {
        return true;
      }
    }
    return false;
  }
}
