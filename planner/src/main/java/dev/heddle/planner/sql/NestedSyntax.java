package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Rewrites how lists, structs and maps are written to what the parser's grammar knows: {@code [1,
 * 2]} becomes {@code ARRAY[1, 2]}, <code>{'a': 1}</code> and {@code struct_pack(a := 1)} become
 * {@code struct_of('a', 1)}, <code>MAP {'a': 1}</code> becomes {@code MAP['a', 1]}, the slice
 * {@code l[2:3]} becomes {@code list_slice(l, 2, 3)}, and the types {@code INTEGER[]}, {@code
 * STRUCT(a INT)} and {@code MAP(INT, INT)} become {@code INTEGER ARRAY}, {@code ROW("a" INT)} and
 * {@code MAP<INT, INT>}.
 */
final class NestedSyntax {
  private final TokenList tokens;
  private final SqlText.Builder builder;
  private final LambdaSyntax lambdas;
  private final Deque<Place> open = new ArrayDeque<>();

  /** What an opening sign starts. */
  private enum Place {
    STRUCT,
    NAMED_CALL,
    MAP,
    SLICE,
    COMPREHENSION,
    STRUCT_TYPE,
    MAP_TYPE,
    OTHER
  }

  NestedSyntax(TokenList tokens, SqlText.Builder builder, LambdaSyntax lambdas) {
    this.tokens = tokens;
    this.builder = builder;
    this.lambdas = lambdas;
  }

  /** Looks at a token; they come in order. */
  void token(int i) {
    Token token = tokens.get(i);
    if (token.kind() != Kind.SIGN) {
      if (open.peek() == Place.NAMED_CALL && isAssignment(i + 1)) {
        builder.replace(token, text(token));
      }
      return;
    }
    switch (token.text().charAt(0)) {
      case '(' -> {
        open.push(opened(i));
        switch (open.element()) {
          case NAMED_CALL -> builder.replace(tokens.get(i - 1), "struct_of");
          case STRUCT_TYPE -> {
            builder.replace(tokens.get(i - 1), "ROW");
            fieldName(i + 1);
          }
          case MAP_TYPE -> builder.replace(token, "<");
          case STRUCT, MAP, SLICE, COMPREHENSION, OTHER -> {}
        }
      }
      case '[' -> {
        if (!endsOperand(i - 1) && lambdas.comprehension(i)) {
          open.push(Place.COMPREHENSION);
          return;
        }
        boolean isSlice = endsOperand(i - 1) && isSlice(i);
        open.push(isSlice ? Place.SLICE : Place.OTHER);
        if (isSlice) {
          int operand = InfixCast.operandStart(tokens, i - 1);
          builder.open(tokens.get(operand).start(), "list_slice(");
          builder.replace(token, tokens.get(i + 1).isSign(':') ? ", 1" : ", ");
        } else if (i + 1 < tokens.size() && tokens.get(i + 1).isSign(']') && endsOperand(i - 1)) {
          builder.replace(token.start(), tokens.get(i + 1).end(), " ARRAY");
        } else if (!endsOperand(i - 1)) {
          builder.replace(token, "ARRAY[");
        }
      }
      case '{' -> brace(i, token);
      case ':' -> colon(i, token);
      case '}' -> {
        Place place = open.isEmpty() ? Place.OTHER : open.pop();
        if (place != Place.OTHER) {
          builder.replace(token, place == Place.MAP ? "]" : ")");
        }
      }
      case ')', ']' -> {
        Place place = open.isEmpty() ? Place.OTHER : open.pop();
        if (place == Place.SLICE || place == Place.COMPREHENSION) {
          builder.replace(token, ")");
        } else if (place == Place.MAP_TYPE) {
          builder.replace(token, "> ");
        }
      }
      case ',' -> {
        key(i + 1);
        if (open.peek() == Place.STRUCT_TYPE) {
          fieldName(i + 1);
        }
      }
      default -> {}
    }
  }

  /** Returns what a parenthesis opens. */
  private Place opened(int i) {
    if (i == 0) {
      return Place.OTHER;
    }
    Token before = tokens.get(i - 1);
    if (before.isWord("struct_pack")) {
      return Place.NAMED_CALL;
    }
    if (before.isWord("STRUCT") && startsType(i - 1)) {
      return Place.STRUCT_TYPE;
    }
    return before.isWord("MAP") && startsType(i - 1) ? Place.MAP_TYPE : Place.OTHER;
  }

  /** Whether a type stands at the token: behind {@code AS} or {@code ::}, or within a type. */
  private boolean startsType(int i) {
    if (i == 0) {
      return false;
    }
    boolean isCast =
        tokens.get(i - 1).isWord("AS")
            || (i > 1 && tokens.get(i - 1).isSign(':') && tokens.get(i - 2).isSign(':'));
    return isCast || open.peek() == Place.STRUCT_TYPE || open.peek() == Place.MAP_TYPE;
  }

  /** The name of a field of a type may be any word. */
  private void fieldName(int i) {
    if (i < tokens.size() && tokens.get(i).kind() == Kind.WORD) {
      builder.replace(tokens.get(i), '"' + tokens.get(i).text() + '"');
    }
  }

  /** Whether there is a colon between the brackets that open at the token. */
  private boolean isSlice(int at) {
    int depth = 0;
    for (int i = at; i < tokens.size(); i++) {
      depth += tokens.nesting(i);
      if (depth == 0) {
        return false;
      }
      if (depth == 1 && isSeparator(i)) {
        return true;
      }
    }
    return false;
  }

  private void brace(int i, Token token) {
    if (i > 0 && tokens.get(i - 1).isWord("MAP")) {
      open.push(Place.MAP);
      builder.replace(token, "[");
    } else if (i + 2 < tokens.size() && tokens.get(i + 2).isSign(':')) {
      open.push(Place.STRUCT);
      builder.replace(token, "struct_of(");
      key(i + 1);
    } else {
      open.push(Place.OTHER);
    }
  }

  /** The name of a field becomes a text. */
  private void key(int i) {
    if (open.peek() == Place.STRUCT
        && i + 1 < tokens.size()
        && tokens.get(i).kind() != Kind.STRING
        && tokens.get(i).kind() != Kind.SIGN
        && isSeparator(i + 1)) {
      builder.replace(tokens.get(i), text(tokens.get(i)));
    }
  }

  private static String text(Token name) {
    String content = name.kind() == Kind.QUOTED_NAME ? name.content() : name.text();
    return "'" + content.replace("'", "''") + "'";
  }

  private void colon(int i, Token token) {
    if (open.peek() == Place.NAMED_CALL && isAssignment(i)) {
      builder.replace(token.start(), tokens.get(i + 1).end(), ",");
    } else if ((open.peek() == Place.STRUCT || open.peek() == Place.MAP) && isSeparator(i)) {
      builder.replace(token, ",");
    } else if (open.peek() == Place.SLICE && isSeparator(i)) {
      boolean isOpen = i + 1 < tokens.size() && tokens.get(i + 1).isSign(']');
      builder.replace(token, isOpen ? ", -1" : ", ");
    }
  }

  private boolean isAssignment(int i) {
    return i + 1 < tokens.size() && tokens.get(i).isSign(':') && tokens.get(i + 1).isSign('=');
  }

  /** Whether a colon stands alone, and is not part of a cast. */
  private boolean isSeparator(int i) {
    boolean isDouble =
        (i + 1 < tokens.size() && tokens.get(i + 1).isSign(':'))
            || (i > 0 && tokens.get(i - 1).isSign(':'));
    return tokens.get(i).isSign(':') && !isDouble;
  }

  /** Whether an operand (or a type) ends with the token, so that a bracket belongs to it. */
  private boolean endsOperand(int i) {
    return i >= 0 && tokens.get(i).kind() != Kind.NUMBER && tokens.get(i).endsOperand();
  }
}
