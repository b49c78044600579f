package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.List;

/**
 * Rewrites how functions over a list's elements are written to what the parser's grammar knows:
 * {@code lambda x, y: e} becomes {@code (x, y) -> e}, and {@code [e for x in l if c]} becomes
 * {@code list_comprehension(x -> e, l, x -> c)}.
 */
final class LambdaSyntax {
  private final List<Token> tokens;
  private final SqlText.Builder builder;

  LambdaSyntax(List<Token> tokens, SqlText.Builder builder) {
    this.tokens = tokens;
    this.builder = builder;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    if (tokens.get(i).isWord("LAMBDA") && i > 0 && (isSign(i - 1, '(') || isSign(i - 1, ','))) {
      int colon = behindNames(i + 1);
      if (isSign(colon, ':')) {
        replace(i, "(");
        replace(colon, ") ->");
      }
    }
  }

  /**
   * Rewrites a list in brackets that says what its elements are made from, all but the closing
   * bracket, which becomes a parenthesis.
   *
   * @return whether it is one
   */
  boolean comprehension(int open) {
    int each = word("FOR", open + 1);
    int in = each < 0 ? -1 : behindNames(each + 1);
    if (in < 0 || in >= tokens.size() || !tokens.get(in).isWord("IN")) {
      return false;
    }
    StringBuilder names = new StringBuilder("(");
    for (int i = each + 1; i < in; i++) {
      names.append(tokens.get(i).text());
    }
    names.append(") -> ");
    replace(open, "list_comprehension(" + names);
    builder.replace(tokens.get(each).start(), tokens.get(in).end(), ",");
    int condition = word("IF", in + 1);
    if (condition >= 0) {
      replace(condition, ", " + names);
    }
    return true;
  }

  /** Returns where a word stands before the bracket around is closed, or -1. */
  private int word(String word, int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() == Kind.SIGN) {
        depth += "([{".contains(token.text()) ? 1 : ")]}".contains(token.text()) ? -1 : 0;
        if (depth < 0) {
          return -1;
        }
      } else if (depth == 0 && token.isWord(word)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns what stands behind names with commas between them. */
  private int behindNames(int first) {
    int behind = first + 1;
    while (isSign(behind, ',')) {
      behind += 2;
    }
    return behind;
  }

  private boolean isSign(int i, char sign) {
    return i < tokens.size() && tokens.get(i).isSign(sign);
  }

  private void replace(int i, String text) {
    builder.replace(tokens.get(i).start(), tokens.get(i).end(), text);
  }
}
