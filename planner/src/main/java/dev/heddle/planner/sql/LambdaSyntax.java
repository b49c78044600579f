package dev.heddle.planner.sql;

/**
 * Rewrites how functions over a list's elements are written to what the parser's grammar knows:
 * {@code lambda x, y: e} becomes {@code (x, y) -> e}, and {@code [e for x in l if c]} becomes
 * {@code list_comprehension(x -> e, l, x -> c)}.
 */
final class LambdaSyntax {
  private final TokenList tokens;
  private final SqlText.Builder builder;

  LambdaSyntax(TokenList tokens, SqlText.Builder builder) {
    this.tokens = tokens;
    this.builder = builder;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    if (tokens.get(i).isWord("LAMBDA")
        && i > 0
        && (tokens.isSign(i - 1, '(') || tokens.isSign(i - 1, ','))) {
      int colon = behindNames(i + 1);
      if (tokens.isSign(colon, ':')) {
        builder.replace(tokens.get(i), "(");
        builder.replace(tokens.get(colon), ") ->");
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
    builder.replace(tokens.get(open), "list_comprehension(" + names);
    builder.replace(tokens.get(each).start(), tokens.get(in).end(), ",");
    int condition = word("IF", in + 1);
    if (condition >= 0) {
      builder.replace(tokens.get(condition), ", " + names);
    }
    return true;
  }

  /** Returns where a word stands before the bracket around is closed, or -1. */
  private int word(String word, int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      depth += tokens.nesting(i);
      if (depth < 0) {
        return -1;
      }
      if (depth == 0 && tokens.isWord(i, word)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns what stands behind names with commas between them. */
  private int behindNames(int first) {
    int behind = first + 1;
    while (tokens.isSign(behind, ',')) {
      behind += 2;
    }
    return behind;
  }
}
