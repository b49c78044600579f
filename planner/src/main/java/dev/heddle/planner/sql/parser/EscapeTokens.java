package dev.heddle.planner.sql.parser;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Replaces the escapes of JDBC by what they mean in SQL: {@code {fn f(x)}}, {@code {oj joins}},
 * {@code {escape 'c'}}, {@code {limit n}}, {@code {d '...'}}, {@code {t '...'}} and {@code {ts
 * '...'}}. The tokens that stay take the place of the braces over, so that what is cut out of a
 * script has them. A struct, {@code {fn: 1}}, is none. Stateless.
 */
final class EscapeTokens {
  private static final Map<String, String> LITERALS =
      Map.of("D", "DATE", "T", "TIME", "TS", "TIMESTAMP");

  /** Functions that have another name here than in JDBC. */
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "UCASE", "upper",
          "LCASE", "lower",
          "LOG", "ln",
          "CHAR", "chr",
          "TRUNCATE", "trunc",
          "IFNULL", "coalesce",
          "DATABASE", "current_database",
          "CONVERT", "cast");

  /** Functions that are words without parentheses here. */
  private static final Map<String, String> WORDS =
      Map.of(
          "CURDATE", "current_date",
          "CURRENT_DATE", "current_date",
          "CURTIME", "current_time",
          "CURRENT_TIME", "current_time",
          "NOW", "current_timestamp",
          "CURRENT_TIMESTAMP", "current_timestamp");

  /** Types of JDBC that have another name here. */
  private static final Map<String, String> TYPES =
      Map.of(
          "NUMERIC", "DECIMAL",
          "LONGVARCHAR", "VARCHAR",
          "NVARCHAR", "VARCHAR",
          "BIT", "BOOLEAN",
          "LONGVARBINARY", "VARBINARY");

  private static final Set<Token.Kind> NAMES = Set.of(Token.Kind.WORD, Token.Kind.QUOTED_NAME);

  private EscapeTokens() {}

  /** Returns the tokens of a script without escapes. */
  static List<Token> replaced(List<Token> tokens) {
    if (tokens.stream().noneMatch(token -> token.isSymbol("{"))) {
      return tokens;
    }
    BitSet isClosed = closed(tokens);
    List<Token> plain = new ArrayList<>(tokens.size());
    Deque<Boolean> isEscape = new ArrayDeque<>(); // of each brace that is open
    int moved = -1; // where the next token begins, if that is before its text
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("{")) {
        isEscape.push(isClosed.get(i) && isEscape(tokens, i));
        if (isEscape.peek()) {
          moved = moved < 0 ? token.start() : moved;
          i = open(tokens, i, moved, plain);
          moved = plain.isEmpty() || plain.getLast().start() > moved ? moved : -1;
          continue;
        }
      } else if (token.isSymbol("}") && !isEscape.isEmpty() && isEscape.pop()) {
        Token last = plain.removeLast();
        plain.add(new Token(last.kind(), last.start(), token.end(), last.text(), last.keyword()));
        continue;
      }
      plain.add(moved < 0 ? token : at(token, moved));
      moved = -1;
    }
    return plain;
  }

  private static Token at(Token token, int start) {
    return new Token(token.kind(), start, token.end(), token.text(), token.keyword());
  }

  private static boolean isEscape(List<Token> tokens, int brace) {
    if (brace + 2 >= tokens.size()) {
      return false;
    }
    Token next = tokens.get(brace + 2);
    return switch (tokens.get(brace + 1).keyword()) {
      case "D", "T", "TS", "ESCAPE" -> next.kind() == Token.Kind.TEXT;
      case "FN" -> NAMES.contains(next.kind());
      case "OJ" -> NAMES.contains(next.kind()) || next.kind() == Token.Kind.TEXT;
      case "LIMIT" -> next.kind() == Token.Kind.NUMBER || next.kind() == Token.Kind.PARAMETER;
      default -> false;
    };
  }

  /** Returns the places of the opening braces that have a closing one. */
  private static BitSet closed(List<Token> tokens) {
    BitSet closed = new BitSet(tokens.size());
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol("{")) {
        open.push(i);
      } else if (tokens.get(i).isSymbol("}") && !open.isEmpty()) {
        closed.set(open.pop());
      }
    }
    return closed;
  }

  /**
   * Adds what an escape begins with.
   *
   * @param start where the first token that is added begins
   * @return the place of the last token that is done with
   */
  private static int open(List<Token> tokens, int brace, int start, List<Token> plain) {
    Token kind = tokens.get(brace + 1);
    String literal = LITERALS.get(kind.keyword());
    if (literal != null) {
      plain.add(word(literal, kind, start));
      return brace + 1;
    }
    return switch (kind.keyword()) {
      case "ESCAPE", "LIMIT" -> {
        plain.add(at(kind, start));
        yield brace + 1;
      }
      case "FN" -> function(tokens, brace + 2, start, plain);
      default -> brace + 1;
    };
  }

  private static Token word(String text, Token at, int start) {
    return new Token(Token.Kind.WORD, start, at.end(), text, text.toUpperCase(Locale.ROOT));
  }

  private static int function(List<Token> tokens, int name, int start, List<Token> plain) {
    Token function = tokens.get(name);
    String bare = WORDS.get(function.keyword());
    boolean hasArguments =
        !tokens.get(name + 1).isSymbol("(") || !tokens.get(name + 2).isSymbol(")");
    if (bare != null && !hasArguments) {
      plain.add(word(bare, tokens.get(name + 2), start));
      return name + 2;
    }
    String other = FUNCTIONS.get(function.keyword());
    plain.add(other == null ? at(function, start) : word(other, function, start));
    if (function.isWord("CONVERT")) {
      return convert(tokens, name, plain);
    }
    if (tokens.get(name + 1).isSymbol("(")) {
      Token unit = tokens.get(name + 2);
      if (unit.keyword().startsWith("SQL_TSI_")) { // of timestampadd and timestampdiff
        plain.add(tokens.get(name + 1));
        plain.add(word(unit.keyword().substring(8), unit, unit.start()));
        return name + 2;
      }
    }
    return name;
  }

  /** Adds {@code (value AS type} of {@code convert(value, SQL_TYPE)}. */
  private static int convert(List<Token> tokens, int name, List<Token> plain) {
    int depth = 0;
    for (int i = name + 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      boolean isType =
          depth == 1
              && token.isSymbol(",")
              && i + 2 < tokens.size()
              && tokens.get(i + 1).keyword().startsWith("SQL_")
              && tokens.get(i + 2).isSymbol(")");
      if (isType) {
        List<Token> value = new ArrayList<>(tokens.subList(name + 1, i));
        Token end = tokens.get(tokens.size() - 1);
        value.add(end);
        List<Token> inner = replaced(value);
        plain.addAll(inner.subList(0, inner.size() - 1));
        Token type = tokens.get(i + 1);
        String sqlName = type.keyword().substring(4);
        plain.add(word("AS", token, token.start()));
        plain.add(word(TYPES.getOrDefault(sqlName, sqlName), type, type.start()));
        return i + 1;
      }
      if (depth == 0) {
        break;
      }
    }
    return name;
  }
}
