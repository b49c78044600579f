package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites frames of groups to what the parser's grammar knows: frames of rows with marked
 * distances, or of ranges where there is no distance, which mean the same then.
 */
final class GroupsSyntax {
  private final TokenList tokens;
  private final SqlText.Builder builder;

  GroupsSyntax(TokenList tokens, SqlText.Builder builder) {
    this.tokens = tokens;
    this.builder = builder;
  }

  /** Looks at a token; they come in order. A column may have the name as well. */
  void token(int i) {
    if (!tokens.isWord(i, "GROUPS")) {
      return;
    }
    List<Integer> distances = new ArrayList<>();
    boolean hasEnd = tokens.isWord(i + 1, "BETWEEN");
    int next = bound(hasEnd ? i + 2 : i + 1, distances);
    if (hasEnd) {
      next = next > 0 && tokens.isWord(next, "AND") ? bound(next + 1, distances) : -1;
    }
    if (next < 0) {
      return;
    }
    builder.replace(tokens.get(i), distances.isEmpty() ? "RANGE" : "ROWS");
    for (int distance : distances) {
      builder.replace(tokens.get(distance), GroupsMark.marked(tokens.get(distance).text()));
    }
  }

  /**
   * Returns the token behind a frame's bound, or -1 if there is none; notes where distances are.
   */
  private int bound(int i, List<Integer> distances) {
    if (tokens.isWord(i, "CURRENT") && tokens.isWord(i + 1, "ROW")) {
      return i + 2;
    }
    if (!tokens.isWord(i + 1, "PRECEDING") && !tokens.isWord(i + 1, "FOLLOWING")) {
      return -1;
    }
    if (tokens.isWord(i, "UNBOUNDED")) {
      return i + 2;
    }
    boolean isCount =
        tokens.get(i).kind() == Kind.NUMBER
            && tokens.get(i).text().chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isCount) {
      return -1;
    }
    distances.add(i);
    return i + 2;
  }
}
