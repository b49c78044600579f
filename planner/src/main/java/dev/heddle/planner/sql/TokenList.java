package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.AbstractList;
import java.util.List;

/** The tokens of a text, which may be asked about positions outside of them. Immutable. */
final class TokenList extends AbstractList<Token> {
  private final List<Token> tokens;

  TokenList(List<Token> tokens) {
    this.tokens = List.copyOf(tokens);
  }

  @Override
  public Token get(int index) {
    return tokens.get(index);
  }

  @Override
  public int size() {
    return tokens.size();
  }

  /** Whether there is a token at a position, and it is a sign. */
  boolean isSign(int i, char sign) {
    return i >= 0 && i < tokens.size() && tokens.get(i).isSign(sign);
  }

  /** Whether there is a token at a position, and it is a word. */
  boolean isWord(int i, String word) {
    return i >= 0 && i < tokens.size() && tokens.get(i).isWord(word);
  }

  /** Returns by how much a token changes the number of brackets, of any kind, that are open. */
  int nesting(int i) {
    Token token = tokens.get(i);
    if (token.kind() != Kind.SIGN) {
      return 0;
    }
    return "([{".contains(token.text()) ? 1 : ")]}".contains(token.text()) ? -1 : 0;
  }

  /** Returns where a bracket is closed that opens at a position, or -1. */
  int closing(int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += nesting(i);
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
