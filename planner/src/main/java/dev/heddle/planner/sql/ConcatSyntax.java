package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts arithmetic beside {@code ||} into parentheses: {@code 'v' || i % 2} becomes {@code 'v' || (i
 * % 2)}. To the parser's grammar {@code ||} binds as strongly as {@code *}, and stronger than
 * {@code +}; in SQL as others speak it, arithmetic comes first.
 */
final class ConcatSyntax {
  private static final Set<String> LITERAL_PREFIXES =
      Set.of("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ");

  /** What starts no plain operand. */
  private static final Set<String> NO_OPERANDS = Set.of("INTERVAL", "EXISTS", "UNIQUE", "END");

  private final TokenList tokens;
  private final Map<Integer, Integer> parts = new TreeMap<>(); // first and last tokens

  ConcatSyntax(TokenList tokens) {
    this.tokens = tokens;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    boolean isConcat =
        tokens.isSign(i, '|')
            && tokens.isSign(i + 1, '|')
            && tokens.get(i + 1).start() == tokens.get(i).end();
    if (isConcat && i > 0) {
      left(i - 1);
      right(i + 2);
    }
  }

  /** Makes the edits, around all that others have put in. */
  void end(SqlText.Builder builder) {
    parts.forEach(
        (first, last) -> {
          builder.open(tokens.get(first).start(), "(");
          builder.replace(tokens.get(last).end(), tokens.get(last).end(), ")");
        });
  }

  private void left(int end) {
    int start = InfixCast.operandStart(tokens, end);
    boolean isArithmetic = false;
    while (start > 0 && isOperator(start - 1)) {
      int operator = isDouble(start - 2) ? start - 2 : start - 1;
      if (endsOperand(operator - 1)) {
        start = InfixCast.operandStart(tokens, operator - 1);
        isArithmetic = true;
      } else if (tokens.isSign(operator, '-') || tokens.isSign(operator, '+')) {
        start = operator; // of the number itself
      } else {
        return;
      }
    }
    if (isArithmetic) {
      parts.put(start, end);
    }
  }

  private void right(int start) {
    int end = operandEnd(start);
    boolean isArithmetic = false;
    while (end >= 0 && isOperator(end + 1)) {
      end = operandEnd(isDouble(end + 1) ? end + 3 : end + 2);
      isArithmetic = true;
    }
    if (isArithmetic && end >= 0) {
      parts.put(start, end);
    }
  }

  private boolean isOperator(int i) {
    boolean isArrow = tokens.isSign(i, '-') && tokens.isSign(i + 1, '>');
    return i >= 0
        && i < tokens.size()
        && tokens.get(i).kind() == Kind.SIGN
        && "+-*/%".contains(tokens.get(i).text())
        && !isArrow;
  }

  /** Whether {@code //} or {@code **} starts at the token. */
  private boolean isDouble(int i) {
    return i >= 0
        && ((tokens.isSign(i, '/') && tokens.isSign(i + 1, '/'))
            || (tokens.isSign(i, '*') && tokens.isSign(i + 1, '*')));
  }

  private boolean endsOperand(int i) {
    return i >= 0 && tokens.get(i).endsOperand();
  }

  /** Returns the last token of the operand that starts at the token; -1 if it is an odd one. */
  private int operandEnd(int start) {
    int i = start;
    while (tokens.isSign(i, '-') || tokens.isSign(i, '+')) {
      i++;
    }
    if (i >= tokens.size()) {
      return -1;
    }
    Token token = tokens.get(i);
    int end =
        switch (token.kind()) {
          case NUMBER, STRING, QUOTED_NAME -> i;
          case SIGN -> "([{".contains(token.text()) ? tokens.closing(i) : -1;
          case WORD -> word(i, token.upper());
        };
    while (end >= 0) {
      int more = behind(end);
      if (more == end) {
        return end;
      }
      end = more;
    }
    return -1;
  }

  private int word(int i, String upper) {
    if (upper.equals("CASE")) {
      return caseEnd(i);
    }
    if (SqlTokens.BEFORE_OPERANDS.contains(upper) || NO_OPERANDS.contains(upper)) {
      return -1;
    }
    boolean isLiteral =
        LITERAL_PREFIXES.contains(upper)
            && i + 1 < tokens.size()
            && tokens.get(i + 1).kind() == Kind.STRING;
    boolean isNested =
        (upper.equals("ARRAY") && tokens.isSign(i + 1, '['))
            || (upper.equals("MAP") && tokens.isSign(i + 1, '{'));
    return isLiteral ? i + 1 : isNested ? tokens.closing(i + 1) : i;
  }

  /** Returns the end of an operand with what follows it and belongs to it. */
  private int behind(int end) {
    Token last = tokens.get(end);
    boolean isName = last.kind() == Kind.WORD || last.kind() == Kind.QUOTED_NAME;
    if (tokens.isSign(end + 1, '.') && end + 2 < tokens.size()) {
      return end + 2;
    }
    if ((tokens.isSign(end + 1, '(') && isName) || tokens.isSign(end + 1, '[')) {
      return tokens.closing(end + 1);
    }
    if (tokens.isSign(end + 1, ':') && tokens.isSign(end + 2, ':') && end + 3 < tokens.size()) {
      return InfixCast.typeEnd(tokens, end + 3);
    }
    boolean isClause =
        last.isSign(')')
            && ((tokens.isWord(end + 1, "FILTER") || tokens.isWord(end + 1, "OVER"))
                && tokens.isSign(end + 2, '('));
    return isClause ? tokens.closing(end + 2) : end;
  }

  private int caseEnd(int start) {
    int depth = 0;
    for (int i = start; i < tokens.size(); i++) {
      depth += tokens.isWord(i, "CASE") ? 1 : tokens.isWord(i, "END") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
