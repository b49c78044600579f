package dev.heddle.kernel;

import java.util.Locale;
import java.util.Set;

/**
 * What a cell is.
 *
 * @param language how it is to be read
 * @param text without the mark of its language
 * @param line where the text begins in the cell, from 1
 */
record CellText(Language language, String text, int line) {
  private static final Set<String> STATEMENTS =
      Set.of(
          "select",
          "with",
          "from",
          "values",
          "create",
          "insert",
          "drop",
          "copy",
          "explain",
          "show",
          "describe",
          "cache",
          "uncache",
          "persist",
          "unpersist");

  /** First words of statements that are Java's names too, unless a word follows. */
  private static final Set<String> SETTINGS = Set.of("use", "set", "reset");

  /** How a cell is read. */
  enum Language {
    SQL,
    JAVA,
    PLOT,
    UNKNOWN_MARK
  }

  static CellText of(String cell) {
    String text = cell.stripLeading();
    int line = 1 + newlines(cell, cell.length() - text.length());
    if (!text.startsWith("%")) {
      return new CellText(isSql(text) ? Language.SQL : Language.JAVA, text, line);
    }
    int end = text.indexOf('\n');
    String first = (end < 0 ? text : text.substring(0, end)).strip();
    String rest = end < 0 ? "" : text.substring(end + 1);
    String word = first.split("\\s", 2)[0];
    String behind = first.substring(word.length()).strip();
    String body = behind.isEmpty() ? rest : behind + "\n" + rest;
    int bodyLine = behind.isEmpty() ? line + 1 : line;
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "%%sql", "%sql" -> new CellText(Language.SQL, body, bodyLine);
      case "%%java", "%java" -> new CellText(Language.JAVA, body, bodyLine);
      case "%plot", "%%plot" -> new CellText(Language.PLOT, body.replace('\n', ' '), line);
      default -> new CellText(Language.UNKNOWN_MARK, word, line);
    };
  }

  private static int newlines(String text, int end) {
    return (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  /** Returns whether a text begins as a statement does, behind comments. */
  private static boolean isSql(String text) {
    String rest = text;
    while (true) {
      if (rest.startsWith("--")) {
        int end = rest.indexOf('\n');
        if (end < 0) {
          return true; // no Java begins so
        }
        rest = rest.substring(end).stripLeading();
      } else if (rest.startsWith("/*") && rest.indexOf("*/", 2) >= 0) {
        rest = rest.substring(rest.indexOf("*/", 2) + 2).stripLeading();
      } else {
        break;
      }
    }
    int end = 0;
    while (end < rest.length() && Character.isLetter(rest.charAt(end))) {
      end++;
    }
    String word = rest.substring(0, end).toLowerCase(Locale.ROOT);
    String behind = rest.substring(end).stripLeading();
    boolean isApart = behind.length() < rest.length() - end || behind.isEmpty();
    if (SETTINGS.contains(word)) {
      return isApart && !behind.isEmpty() && Character.isLetter(behind.charAt(0));
    }
    if (!STATEMENTS.contains(word)) {
      return false;
    }
    return isApart
        ? !behind.startsWith("=") && !behind.startsWith(".")
        : (word.equals("select") || word.equals("values"))
            && (behind.startsWith("(") || behind.startsWith("'") || behind.startsWith("*"));
  }
}
