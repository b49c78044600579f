package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Span;

/**
 * A token.
 *
 * @param start offset of its first character in the script
 * @param end offset after its last character
 * @param text its content: of quoted names and texts without quotes and escapes, of words as
 *     written, of symbols the symbol
 * @param keyword a word in upper case; empty for all other kinds
 */
record Token(Kind kind, int start, int end, String text, String keyword) {
  /** What a token is. */
  enum Kind {
    WORD,
    QUOTED_NAME,
    TEXT,
    BINARY,
    NUMBER,
    PARAMETER,
    SYMBOL,
    END
  }

  boolean isWord(String upper) {
    return keyword.equals(upper);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  Span span() {
    return new Span(start, end);
  }
}
