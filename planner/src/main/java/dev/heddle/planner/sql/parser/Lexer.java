package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into tokens; comments and blanks are left out. Used once.
 *
 * <p>Comments are {@code --} to the end of the line and {@code /*} to the next {@code * /}, which
 * do not nest.
 */
final class Lexer {
  private static final String[] SYMBOLS = {
    "!~~*", "!~~", "!~*", "!~", "~~~", "~~*", "~~", "~*", "^@", "@>", "<@", "&&", "::", ":=", "=>",
    "->>", "->", "<=>", "<->", "<=", ">=", "<>", "!=", "==", "||", "//", "**", "<<", ">>>", ">>"
  };
  private static final String SINGLE_SYMBOLS = "()[]{},;.+-*/%<>=:~^&|#@!";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String script;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String script) {
    this.script = script;
  }

  /**
   * Returns the tokens of a script, with one of kind END at its end.
   *
   * @throws AnalysisException of code SYNTAX for an unclosed quote or comment and for characters
   *     that no token begins with
   */
  static List<Token> tokens(String script) {
    Lexer lexer = new Lexer(script);
    while (lexer.skipBlanks()) {
      CancelPoint.check();
      lexer.read();
    }
    int end = script.length();
    lexer.tokens.add(new Token(Token.Kind.END, end, end, "", ""));
    return lexer.tokens;
  }

  private AnalysisException error(int offset, String message) {
    return SyntaxErrors.at(script, offset, message);
  }

  private char peek(int distance) {
    return at + distance < script.length() ? script.charAt(at + distance) : '\0';
  }

  private boolean skipBlanks() {
    while (at < script.length()) {
      char c = script.charAt(at);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BYTE_ORDER_MARK) {
        at++;
      } else if (c == '-' && peek(1) == '-') {
        int end = script.indexOf('\n', at);
        at = end < 0 ? script.length() : end;
      } else if (c == '/' && peek(1) == '*') {
        int end = script.indexOf("*/", at + 2);
        if (end < 0) {
          throw error(at, "the comment is not closed");
        }
        at = end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  private void add(Token.Kind kind, int start, String text) {
    tokens.add(new Token(kind, start, at, text, ""));
  }

  private void read() {
    int start = at;
    char c = script.charAt(at);
    if (c == '\'') {
      add(Token.Kind.TEXT, start, quoted('\''));
    } else if (c == '"') {
      add(Token.Kind.QUOTED_NAME, start, quoted('"'));
    } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      number(start);
    } else if (c == '$' && dollarQuote() != null) {
      dollarQuoted(start, dollarQuote());
    } else if (c == '?') {
      at++;
      add(Token.Kind.PARAMETER, start, "?");
    } else if (c == '$' && (Character.isJavaIdentifierPart(peek(1)) && peek(1) != '$')) {
      at++;
      add(Token.Kind.PARAMETER, start, word());
    } else if (peek(1) == '\'' && "eExXnNrR".indexOf(c) >= 0) {
      at++;
      prefixed(start, Character.toUpperCase(c));
    } else if ((c == 'u' || c == 'U') && peek(1) == '&' && peek(2) == '\'') {
      at += 2;
      add(
          Token.Kind.TEXT,
          start,
          TextEscapes.unicode(quoted('\''), message -> error(start, message)));
    } else if (Character.isUnicodeIdentifierStart(script.codePointAt(at)) || c == '_') {
      String word = word();
      tokens.add(new Token(Token.Kind.WORD, start, at, word, word.toUpperCase(Locale.ROOT)));
    } else {
      symbol(start);
    }
  }

  private void prefixed(int start, char prefix) {
    if (prefix == 'E') {
      String raw = escaped();
      add(Token.Kind.TEXT, start, TextEscapes.backslash(raw, message -> error(start, message)));
      return;
    }
    String content = quoted('\'');
    if (prefix == 'N' || prefix == 'R') { // nothing in either is escaped
      add(Token.Kind.TEXT, start, content);
      return;
    }
    boolean isHex = content.chars().allMatch(d -> Character.digit(d, 16) >= 0 && d < 128);
    if (!isHex || content.length() % 2 != 0) {
      throw error(
          start,
          "X'" + content + "' is no binary value; write two hexadecimal digits for each byte");
    }
    add(Token.Kind.BINARY, start, content);
  }

  /** Reads what is between quotes; a doubled quote is one of the content. */
  private String quoted(char quote) {
    int start = at;
    StringBuilder content = new StringBuilder();
    at++;
    while (at < script.length()) {
      int end = script.indexOf(quote, at);
      if (end < 0) {
        break;
      }
      content.append(script, at, end);
      at = end + 1;
      if (peek(0) != quote) {
        return content.toString();
      }
      content.append(quote);
      at++;
    }
    throw error(start, "the quote is not closed");
  }

  /** Reads what is between quotes where a backslash keeps the next character from closing. */
  private String escaped() {
    int start = at;
    StringBuilder content = new StringBuilder();
    at++;
    while (at < script.length()) {
      char c = script.charAt(at++);
      if (c == '\\' && at < script.length()) {
        content.append(c).append(script.charAt(at++));
      } else if (c != '\'') {
        content.append(c);
      } else if (peek(0) == '\'') {
        content.append("\\'");
        at++;
      } else {
        return content.toString();
      }
    }
    throw error(start, "the quote is not closed");
  }

  /** Returns {@code $$} or {@code $tag$} if one is here; null if none is. */
  private @Nullable String dollarQuote() {
    int end = at + 1;
    while (end < script.length()
        && Character.isUnicodeIdentifierPart(script.charAt(end))
        && !(end == at + 1 && isDigit(script.charAt(end)))) {
      end++;
    }
    return end < script.length() && script.charAt(end) == '$'
        ? script.substring(at, end + 1)
        : null;
  }

  /** Reads a text up to the same quote again; nothing in it has a meaning. */
  private void dollarQuoted(int start, String quote) {
    int end = script.indexOf(quote, at + quote.length());
    if (end < 0) {
      throw error(start, "the quote " + quote + " is not closed");
    }
    String content = script.substring(at + quote.length(), end);
    at = end + quote.length();
    add(Token.Kind.TEXT, start, content);
  }

  private String word() {
    int start = at;
    while (at < script.length()) {
      int point = script.codePointAt(at);
      if ((!Character.isUnicodeIdentifierPart(point) && point != '$')
          || Character.isIdentifierIgnorable(point)) {
        break;
      }
      at += Character.charCount(point);
    }
    return script.substring(start, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void digits() {
    while (isDigit(peek(0)) || (peek(0) == '_' && isDigit(peek(1)))) {
      at++;
    }
  }

  private void number(int start) {
    if (peek(0) == '0' && isRadix(peek(1), peek(2), 'x', 16)) {
      integer(start, 16);
      return;
    }
    if (peek(0) == '0' && isRadix(peek(1), peek(2), 'b', 2)) {
      integer(start, 2);
      return;
    }
    digits();
    if (peek(0) == '.' && peek(1) != '.') {
      at++;
      digits();
    }
    boolean isExponent = peek(0) == 'e' || peek(0) == 'E';
    int signed = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if (isExponent && isDigit(peek(signed))) {
      at += signed;
      digits();
    }
    String digits = script.substring(start, at).replace("_", "");
    String suffix = suffix(digits);
    if (suffix == null) {
      requireEnd(start);
      add(Token.Kind.NUMBER, start, digits);
      return;
    }
    add(Token.Kind.NUMBER, start, digits);
    if (!suffix.isEmpty()) {
      add(Token.Kind.SYMBOL, start, "::");
      tokens.add(new Token(Token.Kind.WORD, start, at, suffix, suffix));
    }
  }

  /**
   * Takes a letter behind a number that names its type, as in {@code 2L}, {@code 1.5D} and {@code
   * 1.5BD}; returns the type's name, empty where the digits have it already, null without a letter.
   */
  private @Nullable String suffix(String digits) {
    boolean isDecimal = "bB".indexOf(peek(0)) >= 0 && "dD".indexOf(peek(1)) >= 0;
    int length = isDecimal ? 2 : 1;
    if (Character.isUnicodeIdentifierPart(peek(length)) && peek(length) != '\0') {
      return null;
    }
    boolean isInteger = digits.chars().allMatch(digit -> isDigit((char) digit));
    String type =
        switch (Character.toUpperCase(peek(0))) {
          case 'L' -> isInteger ? "BIGINT" : null;
          case 'S' -> isInteger ? "SMALLINT" : null;
          case 'Y' -> isInteger ? "TINYINT" : null;
          case 'D' -> "DOUBLE";
          case 'F' -> "REAL";
          case 'B' -> isDecimal ? "" : null;
          default -> null;
        };
    if (type != null) {
      at += length;
    }
    return type;
  }

  private static boolean isRadix(char mark, char digit, char wanted, int radix) {
    return Character.toLowerCase(mark) == wanted
        && digit < 128
        && Character.digit(digit, radix) >= 0;
  }

  /** Reads {@code 0xFF} or {@code 0b101}; the token has decimal digits. */
  private void integer(int start, int radix) {
    at += 2;
    int digits = at;
    while (at < script.length()
        && peek(0) < 128
        && (Character.digit(peek(0), radix) >= 0
            || (peek(0) == '_' && Character.digit(peek(1), radix) >= 0))) {
      at++;
    }
    requireEnd(start);
    String text = script.substring(digits, at).replace("_", "");
    add(Token.Kind.NUMBER, start, new BigInteger(text, radix).toString());
  }

  private void requireEnd(int start) {
    if (Character.isUnicodeIdentifierPart(peek(0)) && peek(0) != '\0') {
      int end = at;
      word();
      throw error(
          start,
          "\""
              + script.substring(start, at)
              + "\" is no number; write a blank after "
              + script.substring(start, end)
              + ", or quote it if it is a name");
    }
  }

  private void symbol(int start) {
    for (String symbol : SYMBOLS) {
      if (script.startsWith(symbol, at)) {
        at += symbol.length();
        add(Token.Kind.SYMBOL, start, symbol);
        return;
      }
    }
    int point = script.codePointAt(at);
    if (SINGLE_SYMBOLS.indexOf(point) < 0) {
      throw error(start, "unexpected character \"" + Character.toString(point) + "\"");
    }
    at++;
    add(Token.Kind.SYMBOL, start, Character.toString(point));
  }
}
