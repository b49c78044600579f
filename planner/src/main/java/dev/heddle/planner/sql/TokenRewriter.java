package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rewrites what the parser's grammar does not know, token by token: a string in the place of a
 * table becomes a quoted name, and so does a call of a file reader; {@code range(n)} there becomes
 * {@code unnest(range(n))}; {@code interval '3 months'} and {@code interval 3 month} become {@code
 * interval '3 months' second}, timestamps with time zone a cast.
 */
final class TokenRewriter {
  /** Functions that have a FROM of their own inside their parentheses. */
  private static final Set<String> FROM_INSIDE =
      Set.of("SUBSTRING", "TRIM", "EXTRACT", "OVERLAY", "POSITION");

  /**
   * Functions whose unit is a word in the parser's grammar; a quoted name is a plain function to
   * it.
   */
  private static final Set<String> TAKES_UNIT_WORD =
      Set.of("DATEDIFF", "DATE_DIFF", "DATE_SUB", "DATEPART", "DATE_PART", "DATE_TRUNC");

  /**
   * Aggregates that take an order: {@code first(x order by y)} is {@code first(x) within group
   * (order by y)} in the grammar, where the bare names mean something else.
   */
  private static final Set<String> ORDERED = Set.of("FIRST", "LAST", "ANY_VALUE");

  private static final Set<String> ENDS_FROM =
      Set.of(
          "WHERE",
          "GROUP",
          "HAVING",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "QUALIFY",
          "WINDOW",
          "SELECT",
          "ON",
          "USING",
          "SET");

  /** Functions that give lists of numbers, which are tables too. */
  private static final Set<String> SERIES = Set.of("RANGE", "GENERATE_SERIES");

  /** What may stand behind a table that has no alias, besides what ends FROM. */
  private static final Set<String> ENDS_TABLE =
      Stream.concat(
              ENDS_FROM.stream(),
              Stream.of(
                  "JOIN",
                  "LEFT",
                  "RIGHT",
                  "FULL",
                  "INNER",
                  "CROSS",
                  "NATURAL",
                  "ASOF",
                  "WITH",
                  "SEMI",
                  "ANTI",
                  "TABLESAMPLE",
                  "MATCH_CONDITION"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> FRAME_STARTS =
      Set.of("BETWEEN", "UNBOUNDED", "CURRENT", "INTERVAL");

  private static final Set<String> BEFORE_OPERAND =
      Set.of("SELECT", "WHERE", "AND", "OR", "NOT", "ON", "HAVING", "QUALIFY", "WHEN", "THEN");

  private final String text;
  private final TokenList tokens;
  private final SqlText.Builder builder;
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private final List<String> files = new ArrayList<>();

  /** What is known inside one pair of parentheses. */
  private static final class Scope {
    final boolean isCall;
    final boolean isOrderedAggregate;
    boolean inFrom;
    boolean inSelect; // between SELECT and FROM

    Scope(boolean isCall, boolean isOrderedAggregate) {
      this.isCall = isCall;
      this.isOrderedAggregate = isOrderedAggregate;
    }
  }

  private TokenRewriter(String text) {
    this.text = text;
    this.tokens = SqlTokens.of(text);
    this.builder = new SqlText.Builder(text);
  }

  static SqlText.Builder rewrite(String text) {
    TokenRewriter rewriter = new TokenRewriter(text);
    rewriter.run();
    return rewriter.builder;
  }

  /** Returns the texts, and calls of readers, in the places of tables. */
  static List<String> files(String text) {
    TokenRewriter rewriter = new TokenRewriter(text);
    rewriter.run();
    return rewriter.files;
  }

  private void run() {
    scopes.push(new Scope(false, false));
    LambdaSyntax lambdas = new LambdaSyntax(tokens, builder);
    NestedSyntax nested = new NestedSyntax(tokens, builder, lambdas);
    AsOfSyntax asOf = new AsOfSyntax(tokens, builder);
    GroupsSyntax groups = new GroupsSyntax(tokens, builder);
    FriendlySyntax friendly = new FriendlySyntax(tokens, builder);
    ConcatSyntax concat = new ConcatSyntax(tokens);
    for (int i = 0; i < tokens.size(); i++) {
      lambdas.token(i);
      nested.token(i);
      asOf.token(i);
      groups.token(i);
      friendly.token(i);
      concat.token(i);
      Token token = tokens.get(i);
      if (token.isSign('(')) {
        String before = i > 0 ? tokens.get(i - 1).upper() : "";
        boolean inSelect = top().inSelect;
        scopes.push(new Scope(FROM_INSIDE.contains(before), ORDERED.contains(before)));
        top().inSelect = inSelect;
      } else if (token.isSign(')') && scopes.size() > 1) {
        scopes.pop();
      } else if (token.isSign(';') && i == tokens.size() - 1) {
        builder.replace(token, " ");
      } else if (token.kind() == Kind.WORD) {
        i = word(i, token);
      } else if (isInfixCast(i)) {
        new InfixCast(tokens, i).rewrite(builder);
      } else if (FriendlySyntax.isDoubleSlash(tokens, i)) {
        i++; // both are rewritten: to the grammar, a comment
      } else if (token.isSign(',') && top().inFrom) {
        i = table(i + 1);
      }
    }
    concat.end(builder);
  }

  private Scope top() {
    return scopes.getFirst();
  }

  private int word(int i, Token token) {
    String upper = token.upper();
    top().inSelect = upper.equals("SELECT") || (top().inSelect && !upper.equals("FROM"));
    if (upper.equals("UNNEST") && top().inSelect && opensCall(i)) {
      builder.replace(token, quotedName(upper)); // to the grammar, a function
    } else if (upper.equals("RANGE") && !startsFrame(i)) { // a word of the grammar
      builder.replace(token, quotedName("range"));
    } else if (upper.equals("FROM")) {
      boolean isDistinctFrom = i > 0 && tokens.get(i - 1).isWord("DISTINCT") && isAfterIs(i - 2);
      if (!top().isCall && !isDistinctFrom) {
        top().inFrom = true;
        return table(i + 1);
      }
    } else if (upper.equals("JOIN")) {
      return table(i + 1);
    } else if (upper.equals("ORDER") && top().isOrderedAggregate) {
      builder.replace(token, ") WITHIN GROUP (ORDER");
    } else if (upper.equals("LIST") && opensCall(i)) {
      builder.replace(token, "ARRAY_AGG"); // which takes an order in the grammar
    } else if (ORDERED.contains(upper) && opensCall(i)) {
      builder.replace(token, quotedName(upper));
    } else if (ENDS_FROM.contains(upper)) {
      top().inFrom = false;
    } else if (upper.equals("INTERVAL")) {
      return interval(i);
    } else if (upper.equals("TIMESTAMPTZ") && isText(i + 1)) {
      return zonedTimestamp(i, i + 1);
    } else if (upper.equals("TIMESTAMP")
        && i + 4 < tokens.size()
        && tokens.get(i + 1).isWord("WITH")
        && tokens.get(i + 2).isWord("TIME")
        && tokens.get(i + 3).isWord("ZONE")
        && isText(i + 4)) {
      return zonedTimestamp(i, i + 4);
    } else if (TAKES_UNIT_WORD.contains(upper) && hasTextArgument(i)) {
      builder.replace(token, quotedName(upper));
    }
    return i;
  }

  /** Whether the word RANGE says what a window's frame is measured in, and is no name. */
  private boolean startsFrame(int i) {
    if (i == 0 || i + 1 == tokens.size()) {
      return false;
    }
    Token before = tokens.get(i - 1);
    Token next = tokens.get(i + 1);
    boolean isOperand =
        BEFORE_OPERAND.contains(before.upper())
            || (before.kind() == Kind.SIGN && !before.isSign('(') && !before.isSign(')'));
    return !isOperand
        && (next.kind() == Kind.NUMBER
            || next.kind() == Kind.STRING
            || FRAME_STARTS.contains(next.upper()));
  }

  private boolean isText(int i) {
    return i < tokens.size() && tokens.get(i).kind() == Kind.STRING;
  }

  private int zonedTimestamp(int i, int value) {
    String literal = tokens.get(value).text();
    builder.replace(
        tokens.get(i).start(),
        tokens.get(value).end(),
        "CAST(" + literal + " AS TIMESTAMP WITH TIME ZONE)");
    return value;
  }

  private boolean isInfixCast(int i) {
    return i > 0
        && i + 2 < tokens.size()
        && tokens.get(i).isSign(':')
        && tokens.get(i + 1).isSign(':')
        && tokens.get(i + 1).start() == tokens.get(i).end();
  }

  private boolean opensCall(int i) {
    boolean follows =
        i > 0 && (tokens.get(i - 1).isWord("NULLS") || tokens.get(i - 1).isWord("FETCH"));
    return !follows && i + 1 < tokens.size() && tokens.get(i + 1).isSign('(');
  }

  private boolean hasTextArgument(int i) {
    return i + 2 < tokens.size()
        && tokens.get(i + 1).isSign('(')
        && tokens.get(i + 2).kind() == Kind.STRING;
  }

  private boolean isAfterIs(int i) {
    return i >= 0
        && (tokens.get(i).isWord("IS")
            || (tokens.get(i).isWord("NOT") && i > 0 && tokens.get(i - 1).isWord("IS")));
  }

  /**
   * Rewrites a table at the token, if it is a string or a reader; returns the last token that was
   * looked at.
   */
  private int table(int i) {
    if (i >= tokens.size()) {
      return i - 1;
    }
    Token token = tokens.get(i);
    if (token.kind() == Kind.STRING) {
      builder.replace(token, quotedName(token.content()));
      files.add(token.content());
      return i;
    }
    if (SERIES.contains(token.upper()) && opensCall(i)) {
      return series(i);
    }
    boolean isReader = token.kind() == Kind.WORD && FileReferences.isReader(token.text());
    if (isReader && i + 1 < tokens.size() && tokens.get(i + 1).isSign('(')) {
      int end = ReaderCall.end(tokens, i + 1);
      if (end > 0) {
        String call = text.substring(token.start(), tokens.get(end).end());
        builder.replace(token.start(), tokens.get(end).end(), quotedName(call));
        files.add(call);
        return end;
      }
    }
    return i - 1;
  }

  /** Makes a call that gives a list of numbers a table of them, with one column. */
  private int series(int i) {
    Token name = tokens.get(i);
    int end = i + 1;
    for (int depth = 0; end < tokens.size(); end++) {
      depth += tokens.get(end).isSign('(') ? 1 : tokens.get(end).isSign(')') ? -1 : 0;
      if (depth == 0) {
        break;
      }
    }
    if (end == tokens.size()) {
      return i - 1;
    }
    builder.replace(name, "UNNEST(" + quotedName(name.text().toLowerCase(Locale.ROOT)));
    String column = quotedName(name.text().toLowerCase(Locale.ROOT));
    Token close = tokens.get(end);
    int alias = end + 1 < tokens.size() && tokens.get(end + 1).isWord("AS") ? end + 2 : end + 1;
    boolean hasAlias =
        alias < tokens.size()
            && (tokens.get(alias).kind() == Kind.QUOTED_NAME
                || (tokens.get(alias).kind() == Kind.WORD
                    && (alias == end + 2 || !ENDS_TABLE.contains(tokens.get(alias).upper()))));
    if (!hasAlias) {
      builder.replace(close, ")) AS " + column + "(" + column + ")");
      return i;
    }
    builder.replace(close, "))");
    if (alias + 1 == tokens.size() || !tokens.get(alias + 1).isSign('(')) {
      Token word = tokens.get(alias);
      builder.replace(word, word.text() + "(" + column + ")");
    }
    return i;
  }

  private static String quotedName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private int interval(int i) {
    int value = i + 1;
    boolean isSigned =
        value < tokens.size() && (tokens.get(value).isSign('-') || tokens.get(value).isSign('+'));
    value += isSigned ? 1 : 0;
    if (value >= tokens.size()) {
      return i;
    }
    Token amount = tokens.get(value);
    Token unit = value + 1 < tokens.size() ? tokens.get(value + 1) : null;
    boolean hasUnit = unit != null && unit.kind() == Kind.WORD && Intervals.isUnit(unit.text());
    if (amount.kind() == Kind.STRING && hasUnit && !isPlural(unit)) {
      return value + 1; // as the grammar has it
    }
    String sign = isSigned && tokens.get(value - 1).isSign('-') ? "-" : "";
    if (amount.kind() == Kind.STRING && !hasUnit) {
      builder.replace(
          tokens.get(i).start(), amount.end(), "INTERVAL " + sign + amount.text() + " SECOND");
      return value;
    }
    if (hasUnit && (amount.kind() == Kind.NUMBER || amount.kind() == Kind.STRING)) {
      String number = amount.kind() == Kind.STRING ? amount.content() : amount.text();
      builder.replace(
          tokens.get(i).start(),
          unit.end(),
          "INTERVAL " + sign + "'" + number + " " + unit.text() + "' SECOND");
      return value + 1;
    }
    return i;
  }

  private static boolean isPlural(Token unit) {
    return unit.upper().endsWith("S") || Intervals.isOnlyOurs(unit.text());
  }
}
