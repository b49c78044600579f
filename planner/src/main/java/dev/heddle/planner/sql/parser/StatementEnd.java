package dev.heddle.planner.sql.parser;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds whether a text that is still being typed ends with a statement's semicolon. Unlike the
 * lexer it accepts everything: what is wrong in a whole statement is reported by the parser.
 */
final class StatementEnd {
  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

  private final String text;
  private final Matcher dollars;
  private int at;

  private StatementEnd(String text) {
    this.text = text;
    this.dollars = DOLLAR_QUOTE.matcher(text);
  }

  static boolean isReached(String text) {
    return new StatementEnd(text).isReached();
  }

  private boolean isReached() {
    boolean isEnded = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (text.startsWith("--", at)) {
        skipTo("\n", 2, text.length());
      } else if (text.startsWith("/*", at)) {
        if (!skipTo("*/", 2, -1)) {
          return false;
        }
      } else if (c == '\'' || c == '"') {
        isEnded = false;
        if (!skipQuoted(c, isEscaped())) {
          return false;
        }
      } else if (c == '$' && dollars.region(at, text.length()).lookingAt()) {
        isEnded = false;
        String quote = dollars.group();
        if (!skipTo(quote, quote.length(), -1)) {
          return false;
        }
      } else {
        isEnded = c == ';' || (isEnded && Character.isWhitespace(c));
        at++;
      }
    }
    return isEnded;
  }

  /** Goes behind the next end; where there is none to the end that is given, unless it is -1. */
  private boolean skipTo(String end, int from, int otherwise) {
    int found = text.indexOf(end, at + from);
    at = found < 0 ? otherwise : found + end.length();
    return at >= 0;
  }

  /** Whether the quote here opens a text in which backslashes escape: {@code E'it\'s'}. */
  private boolean isEscaped() {
    boolean isPrefixed = at > 0 && (text.charAt(at - 1) == 'e' || text.charAt(at - 1) == 'E');
    return isPrefixed && (at < 2 || !Character.isUnicodeIdentifierPart(text.charAt(at - 2)));
  }

  /** Goes behind the closing quote; false if there is none. A doubled quote is two texts here. */
  private boolean skipQuoted(char quote, boolean isEscaped) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return true;
      }
      if (isEscaped && c == '\\') {
        at++;
      }
    }
    return false;
  }
}
