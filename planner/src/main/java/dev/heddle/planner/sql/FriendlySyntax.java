package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;

/**
 * Rewrites short forms of other engines to what the parser's grammar knows. What the grammar has no
 * word for becomes a call, or a name, that starts with a dollar sign, for the tree to be rewritten
 * by: {@code DISTINCT ON (a)} becomes a first column {@code "$distinct_on"(a)}, {@code UNION BY
 * NAME SELECT} a union with a SELECT whose first column is {@code "$by_name"()}, {@code GROUP BY
 * ALL} and {@code ORDER BY ALL} one key {@code "$all"}, {@code a // b} becomes {@code a / b}, which
 * is of whole numbers where both are. {@code SEMI JOIN} becomes {@code LEFT SEMI JOIN}, and {@code
 * lag(x IGNORE NULLS)} becomes {@code lag(x) IGNORE NULLS}.
 */
public final class FriendlySyntax {
  /** Name of the function that marks a SELECT by its first column, whose arguments are the keys. */
  public static final String DISTINCT_ON = "$distinct_on";

  /** Name of the function that marks the SELECT on the right of a union by name. */
  public static final String BY_NAME = "$by_name";

  /** Name of a key that stands for all keys there can be. */
  public static final String ALL = "$all";

  private final TokenList tokens;
  private final SqlText.Builder builder;

  FriendlySyntax(TokenList tokens, SqlText.Builder builder) {
    this.tokens = tokens;
    this.builder = builder;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    Token token = tokens.get(i);
    if (token.isSign('/') && isDoubleSlash(tokens, i)) {
      builder.replace(token.start(), tokens.get(i + 1).end(), "/");
    }
    if (token.kind() != Kind.WORD) {
      return;
    }
    switch (token.upper()) {
      case "SEMI", "ANTI" -> {
        if (tokens.isWord(i + 1, "JOIN") && !tokens.isWord(i - 1, "LEFT")) {
          builder.replace(token.start(), token.start(), "LEFT ");
        }
      }
      case "ALL" -> {
        boolean isKey =
            tokens.isWord(i - 1, "BY")
                && (tokens.isWord(i - 2, "GROUP") || tokens.isWord(i - 2, "ORDER"));
        if (isKey && endsKeys(i + 1)) {
          builder.replace(tokens.get(i), quoted(ALL));
        }
      }
      case "DISTINCT" -> {
        int close =
            tokens.isWord(i + 1, "ON") && tokens.isSign(i + 2, '(') ? tokens.closing(i + 2) : -1;
        if (close > 0) {
          builder.replace(token.start(), tokens.get(i + 1).end(), quoted(DISTINCT_ON));
          builder.replace(tokens.get(close).end(), tokens.get(close).end(), ", ");
        }
      }
      case "UNION" -> union(i);
      case "IGNORE", "RESPECT" -> {
        if (tokens.isWord(i + 1, "NULLS") && tokens.isSign(i + 2, ')')) {
          builder.replace(token.start(), tokens.get(i + 1).end(), "");
          int end = tokens.get(i + 2).end();
          builder.replace(end, end, " " + token.text() + " NULLS");
        }
      }
      default -> {}
    }
  }

  static boolean isDoubleSlash(TokenList tokens, int i) {
    return tokens.get(i).isSign('/')
        && i + 1 < tokens.size()
        && tokens.get(i + 1).isSign('/')
        && tokens.get(i + 1).start() == tokens.get(i).end();
  }

  private void union(int i) {
    int by = tokens.isWord(i + 1, "ALL") || tokens.isWord(i + 1, "DISTINCT") ? i + 2 : i + 1;
    if (!tokens.isWord(by, "BY") || !tokens.isWord(by + 1, "NAME")) {
      return;
    }
    int select = by + 2;
    while (tokens.isSign(select, '(')) {
      select++;
    }
    if (tokens.isWord(select, "SELECT")) {
      builder.replace(tokens.get(by).start(), tokens.get(by + 1).end(), "");
      boolean hasQuantifier =
          tokens.isWord(select + 1, "ALL") || tokens.isWord(select + 1, "DISTINCT");
      int end = tokens.get(hasQuantifier ? select + 1 : select).end();
      builder.replace(end, end, " " + quoted(BY_NAME) + "(), ");
    }
  }

  /** Whether a list of keys has no more than the one before the token. */
  private boolean endsKeys(int i) {
    return i == tokens.size()
        || tokens.get(i).isSign(')')
        || tokens.get(i).isSign(';')
        || (tokens.get(i).kind() == Kind.WORD && !tokens.isSign(i + 1, '.'));
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }
}
