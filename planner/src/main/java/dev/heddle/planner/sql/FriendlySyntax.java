package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.List;

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

  private final List<Token> tokens;
  private final SqlText.Builder builder;

  FriendlySyntax(List<Token> tokens, SqlText.Builder builder) {
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
        if (isWord(i + 1, "JOIN") && !isWord(i - 1, "LEFT")) {
          builder.replace(token.start(), token.start(), "LEFT ");
        }
      }
      case "ALL" -> {
        boolean isKey = isWord(i - 1, "BY") && (isWord(i - 2, "GROUP") || isWord(i - 2, "ORDER"));
        if (isKey && endsKeys(i + 1)) {
          replace(i, quoted(ALL));
        }
      }
      case "DISTINCT" -> {
        int close = isWord(i + 1, "ON") && isSign(i + 2, '(') ? closing(i + 2) : -1;
        if (close > 0) {
          builder.replace(token.start(), tokens.get(i + 1).end(), quoted(DISTINCT_ON));
          builder.replace(tokens.get(close).end(), tokens.get(close).end(), ", ");
        }
      }
      case "UNION" -> union(i);
      case "IGNORE", "RESPECT" -> {
        if (isWord(i + 1, "NULLS") && isSign(i + 2, ')')) {
          builder.replace(token.start(), tokens.get(i + 1).end(), "");
          int end = tokens.get(i + 2).end();
          builder.replace(end, end, " " + token.text() + " NULLS");
        }
      }
      default -> {}
    }
  }

  static boolean isDoubleSlash(List<Token> tokens, int i) {
    return tokens.get(i).isSign('/')
        && i + 1 < tokens.size()
        && tokens.get(i + 1).isSign('/')
        && tokens.get(i + 1).start() == tokens.get(i).end();
  }

  private void union(int i) {
    int by = isWord(i + 1, "ALL") || isWord(i + 1, "DISTINCT") ? i + 2 : i + 1;
    if (!isWord(by, "BY") || !isWord(by + 1, "NAME")) {
      return;
    }
    int select = by + 2;
    while (isSign(select, '(')) {
      select++;
    }
    if (isWord(select, "SELECT")) {
      builder.replace(tokens.get(by).start(), tokens.get(by + 1).end(), "");
      boolean hasQuantifier = isWord(select + 1, "ALL") || isWord(select + 1, "DISTINCT");
      int end = tokens.get(hasQuantifier ? select + 1 : select).end();
      builder.replace(end, end, " " + quoted(BY_NAME) + "(), ");
    }
  }

  /** Whether a list of keys has no more than the one before the token. */
  private boolean endsKeys(int i) {
    return i == tokens.size()
        || tokens.get(i).isSign(')')
        || tokens.get(i).isSign(';')
        || (tokens.get(i).kind() == Kind.WORD && !isSign(i + 1, '.'));
  }

  private int closing(int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += isSign(i, '(') ? 1 : isSign(i, ')') ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private boolean isWord(int i, String word) {
    return i >= 0 && i < tokens.size() && tokens.get(i).isWord(word);
  }

  private boolean isSign(int i, char sign) {
    return i >= 0 && i < tokens.size() && tokens.get(i).isSign(sign);
  }

  private void replace(int i, String text) {
    builder.replace(tokens.get(i).start(), tokens.get(i).end(), text);
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }
}
