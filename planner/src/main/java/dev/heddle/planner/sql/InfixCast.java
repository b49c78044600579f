package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.Set;

/**
 * Rewrites {@code operand::type} to {@code CAST(operand AS type)}.
 *
 * <p>The parser's grammar has the sign, but takes everything to its left for the operand: {@code a
 * = 1::int} would cast the comparison.
 */
final class InfixCast {
  private static final Set<String> LITERAL_PREFIXES =
      Set.of("DATE", "TIME", "TIMESTAMP", "INTERVAL");

  private final TokenList tokens;
  private final int sign;

  /** Takes the position of the first of the two colons. */
  InfixCast(TokenList tokens, int sign) {
    this.tokens = tokens;
    this.sign = sign;
  }

  void rewrite(SqlText.Builder builder) {
    int operand = tokens.get(operandStart(tokens, sign - 1)).start();
    Token last = tokens.get(typeEnd(sign + 2));
    builder.open(operand, "CAST(");
    builder.replace(tokens.get(sign).start(), tokens.get(sign + 1).end(), " AS ");
    builder.replace(last.end(), last.end(), ")");
  }

  /** Returns the first token of the operand that ends with the token. */
  static int operandStart(TokenList tokens, int end) {
    return new InfixCast(tokens, end).operandStart(end);
  }

  /** Returns the last token of the type that starts at the token. */
  static int typeEnd(TokenList tokens, int start) {
    return new InfixCast(tokens, start).typeEnd(start);
  }

  private int operandStart(int end) {
    Token token = tokens.get(end);
    if (token.isSign(')')) {
      int type = castBefore(end);
      if (type >= 0) {
        return operandStart(type - 1);
      }
      int open = opening(end);
      int clause = clauseStart(open - 1);
      if (clause > 0) {
        return operandStart(clause - 1);
      }
      boolean isCall =
          open > 0
              && (tokens.get(open - 1).kind() == Kind.QUOTED_NAME
                  || (tokens.get(open - 1).kind() == Kind.WORD
                      && !SqlTokens.BEFORE_OPERANDS.contains(tokens.get(open - 1).upper())));
      return isCall ? open - 1 : open;
    }
    int type = castBefore(end);
    if (type >= 0) {
      return operandStart(type - 1);
    }
    if (token.isSign(']')) {
      int open = opening(end);
      boolean isArray = open > 0 && tokens.get(open - 1).isWord("ARRAY");
      return isArray ? open - 1 : isSubscript(open) ? operandStart(open - 1) : open;
    }
    if (token.isSign('}')) {
      int open = opening(end);
      return open > 0 && tokens.get(open - 1).isWord("MAP") ? open - 1 : open;
    }
    if (token.isWord("END")) {
      return caseStart(end);
    }
    int clause = clauseStart(end - 1); // of a named window
    if (clause > 0 && tokens.get(clause).isWord("OVER")) {
      return operandStart(clause - 1);
    }
    int start = end;
    while (start >= 2
        && tokens.get(start - 1).isSign('.')
        && tokens.get(start - 1).end() == tokens.get(start).start()) {
      start -= 2;
    }
    boolean hasPrefix =
        start > 0
            && token.kind() == Kind.STRING
            && LITERAL_PREFIXES.contains(tokens.get(start - 1).upper());
    return hasPrefix ? start - 1 : start;
  }

  /**
   * Returns the first word of what stands between a call and the parenthesis or name after the
   * token, {@code OVER}, {@code FILTER}, {@code WITHIN GROUP} and the treatment of nulls; else -1.
   */
  private int clauseStart(int end) {
    int start = -1;
    if (tokens.isWord(end, "OVER")
        || (tokens.isWord(end, "FILTER") && tokens.isSign(end - 1, ')'))) {
      start = end;
    } else if (tokens.isWord(end, "GROUP") && tokens.isWord(end - 1, "WITHIN")) {
      start = end - 1;
    }
    boolean hasNulls =
        tokens.isWord(start - 1, "NULLS")
            && (tokens.isWord(start - 2, "IGNORE") || tokens.isWord(start - 2, "RESPECT"));
    return hasNulls ? start - 2 : start;
  }

  /**
   * Returns the position of the colons if the token ends the type of an earlier cast, as in {@code
   * a::int::text}; else -1.
   */
  private int castBefore(int end) {
    for (int i = end - 1; i >= 1; i--) {
      Token token = tokens.get(i);
      if (token.isSign(':') && tokens.get(i - 1).isSign(':')) {
        return typeEnd(i + 1) == end ? i - 1 : -1;
      }
      boolean canBeInType =
          token.kind() == Kind.WORD
              || token.kind() == Kind.QUOTED_NAME
              || token.kind() == Kind.NUMBER
              || token.isSign('(')
              || token.isSign(')')
              || token.isSign('[')
              || token.isSign(']')
              || token.isSign(',');
      if (!canBeInType) {
        return -1;
      }
    }
    return -1;
  }

  private int opening(int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      depth -= tokens.nesting(i);
      if (depth == 0) {
        return i;
      }
    }
    return close;
  }

  private boolean isOneOf(int at, String signs) {
    Token token = tokens.get(at);
    return token.kind() == Kind.SIGN && signs.contains(token.text());
  }

  /** Whether the bracket follows an operand: a name, or what ends with a bracket. */
  private boolean isSubscript(int open) {
    if (open == 0) {
      return false;
    }
    Token before = tokens.get(open - 1);
    return before.kind() == Kind.QUOTED_NAME
        || (before.kind() == Kind.WORD && !SqlTokens.BEFORE_OPERANDS.contains(before.upper()))
        || isOneOf(open - 1, ")]");
  }

  private int caseStart(int end) {
    int depth = 0;
    for (int i = end; i >= 0; i--) {
      depth += tokens.get(i).isWord("END") ? 1 : tokens.get(i).isWord("CASE") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return end;
  }

  private int typeEnd(int start) {
    int end = start;
    if (tokens.isWord(end + 1, "PRECISION") || tokens.isWord(end + 1, "VARYING")) {
      end++;
    }
    if (end + 1 < tokens.size() && tokens.get(end + 1).isSign('(')) {
      int depth = 1;
      end++;
      while (end + 1 < tokens.size() && depth > 0) {
        end++;
        depth += tokens.get(end).isSign('(') ? 1 : tokens.get(end).isSign(')') ? -1 : 0;
      }
    }
    boolean isZoned = tokens.isWord(end + 1, "WITH") || tokens.isWord(end + 1, "WITHOUT");
    if (isZoned && tokens.isWord(end + 2, "TIME") && tokens.isWord(end + 3, "ZONE")) {
      end += 3;
    }
    while (end + 2 < tokens.size()
        && tokens.get(end + 1).isSign('[')
        && tokens.get(end + 2).isSign(']')) {
      end += 2;
    }
    return end;
  }
}
