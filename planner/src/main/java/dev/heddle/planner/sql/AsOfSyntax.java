package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.Set;

/**
 * Rewrites as-of joins to what the parser's grammar knows: {@code ASOF JOIN u ON c} becomes a join
 * on {@code "$asof"() AND c}, and {@code ASOF JOIN u MATCH_CONDITION m ON c} one on {@code
 * "$asof"() AND m AND c}.
 */
final class AsOfSyntax {
  /** Name of the function without arguments that marks the condition of an as-of join. */
  static final String MARK = "$asof";

  private static final Set<String> ENDS_JOIN =
      Set.of("JOIN", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT");

  private final TokenList tokens;
  private final SqlText.Builder builder;

  AsOfSyntax(TokenList tokens, SqlText.Builder builder) {
    this.tokens = tokens;
    this.builder = builder;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    if (!tokens.isWord(i, "ASOF")) {
      return;
    }
    int join = i + 1;
    join += tokens.isWord(join, "LEFT") || tokens.isWord(join, "INNER") ? 1 : 0;
    join += tokens.isWord(join, "OUTER") ? 1 : 0;
    if (!tokens.isWord(join, "JOIN")) {
      return;
    }
    int condition = next(join + 1, Set.of("ON", "USING", "MATCH_CONDITION"), Set.of());
    if (condition < 0 || tokens.isWord(condition, "USING")) {
      return; // the grammar says what is missing
    }
    builder.replace(tokens.get(i), "");
    builder.replace(tokens.get(condition), "ON \"" + MARK + "\"() AND");
    if (tokens.isWord(condition, "MATCH_CONDITION")) {
      int keys = next(condition + 1, Set.of("ON"), ENDS_JOIN);
      if (keys > 0) {
        builder.replace(tokens.get(keys), "AND");
      }
    }
  }

  /** Returns the next of some words outside of further parentheses, -1 if another comes first. */
  private int next(int from, Set<String> wanted, Set<String> ends) {
    int depth = 0;
    for (int i = from; i < tokens.size() && depth >= 0; i++) {
      Token token = tokens.get(i);
      if (token.isSign('(')) {
        depth++;
      } else if (token.isSign(')')) {
        depth--;
      } else if (depth == 0 && token.kind() == SqlTokens.Kind.WORD) {
        if (wanted.contains(token.upper())) {
          return i;
        }
        if (ends.contains(token.upper())) {
          return -1;
        }
      }
    }
    return -1;
  }
}
