package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Puts the SELECT of queries that begin with FROM to their front, and {@code SELECT *} where there
 * is none.
 *
 * @param text with every SELECT in front
 * @param origins where each of its characters stands in the text as it was written, and behind them
 *     the length of that
 */
record FromFirst(String text, List<Integer> origins) {
  private static final String SELECT_ALL = "SELECT * ";

  private static final Set<String> SET_OPERATORS = Set.of("UNION", "INTERSECT", "EXCEPT", "MINUS");

  private static final Set<String> BEHIND_SET_OPERATOR = Set.of("ALL", "DISTINCT", "BY", "NAME");

  private static final Set<String> BEHIND_SELECT =
      Set.of("WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "FETCH");

  /** Where in a query a token stands. */
  private enum Place {
    START,
    SET_OPERATOR,
    WITH,
    OTHER
  }

  /** Returns a text in the common order; as it is if no query begins with FROM. */
  static FromFirst of(String text) {
    String ordered = text;
    List<Integer> origins = List.of();
    while (true) {
      List<Token> tokens = SqlTokens.of(ordered);
      int from = leadingFrom(tokens);
      if (from < 0) {
        return new FromFirst(ordered, origins);
      }
      List<Integer> known =
          origins.isEmpty() ? IntStream.rangeClosed(0, text.length()).boxed().toList() : origins;
      Integer[] places = known.toArray(Integer[]::new);
      int start = tokens.get(from).start();
      int select = next(tokens, from + 1, Set.of("SELECT"));
      StringBuilder next = new StringBuilder(ordered);
      if (select < 0) {
        next.insert(start, SELECT_ALL);
        origins = inserted(places, start, SELECT_ALL.length());
      } else {
        int end = next(tokens, select + 1, BEHIND_SELECT);
        int selectStart = tokens.get(select).start();
        int selectEnd = tokens.get((end < 0 ? queryEnd(tokens, select + 1) : end) - 1).end();
        String moved = ordered.substring(selectStart, selectEnd) + " ";
        next.replace(selectStart, selectEnd, "").insert(start, moved);
        origins = moved(places, start, selectStart, selectEnd);
      }
      ordered = next.toString();
    }
  }

  /** Returns where an offset of the text stands in the text as it was written. */
  int origin(int offset) {
    return origins.isEmpty() ? offset : origins.get(Math.clamp(offset, 0, origins.size() - 1));
  }

  private static List<Integer> inserted(Integer[] places, int at, int length) {
    Integer[] result = new Integer[places.length + length];
    System.arraycopy(places, 0, result, 0, at);
    Arrays.fill(result, at, at + length, places[at]);
    System.arraycopy(places, at, result, at + length, places.length - at);
    return List.of(result);
  }

  private static List<Integer> moved(Integer[] places, int to, int start, int end) {
    Integer[] result = new Integer[places.length + 1];
    int length = end - start;
    System.arraycopy(places, 0, result, 0, to);
    System.arraycopy(places, start, result, to, length);
    result[to + length] = places[end];
    System.arraycopy(places, to, result, to + length + 1, start - to);
    System.arraycopy(places, end, result, end + 1, places.length - end);
    return List.of(result);
  }

  /** Returns the first FROM with which a query begins, else -1. */
  private static int leadingFrom(List<Token> tokens) {
    Deque<Place> places = new ArrayDeque<>();
    places.push(Place.START);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      Place place = places.element();
      if (token.isSign('(')) {
        boolean isTrim = i > 0 && tokens.get(i - 1).isWord("TRIM"); // has a FROM of its own
        places.push(isTrim ? Place.OTHER : Place.START);
      } else if (token.isSign(')')) {
        if (places.size() > 1) {
          places.pop();
        }
      } else if (isSetOperator(tokens, i)) {
        places.pop();
        places.push(Place.SET_OPERATOR);
      } else if (place != Place.OTHER && token.isWord("FROM")) {
        return i;
      } else if (place == Place.START
          || (place == Place.SET_OPERATOR && !BEHIND_SET_OPERATOR.contains(token.upper()))) {
        places.pop();
        places.push(token.isWord("WITH") ? Place.WITH : Place.OTHER);
      } else if (place == Place.WITH && (token.isWord("SELECT") || token.isWord("VALUES"))) {
        places.pop();
        places.push(Place.OTHER);
      }
    }
    return -1;
  }

  /** Whether a token is a set operator, and not the EXCEPT of {@code * EXCEPT (a)}. */
  private static boolean isSetOperator(List<Token> tokens, int i) {
    Token token = tokens.get(i);
    return token.kind() == Kind.WORD
        && SET_OPERATORS.contains(token.upper())
        && (i == 0 || !tokens.get(i - 1).isSign('*'));
  }

  /** Returns the first of some words in the query that a token stands in, else -1. */
  private static int next(List<Token> tokens, int from, Set<String> words) {
    int end = queryEnd(tokens, from);
    int depth = 0;
    for (int i = from; i < end; i++) {
      Token token = tokens.get(i);
      depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
      if (depth == 0 && token.kind() == Kind.WORD && words.contains(token.upper())) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the token behind the query that a token stands in. */
  private static int queryEnd(List<Token> tokens, int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
      if (depth < 0 || (depth == 0 && (token.isSign(';') || isSetOperator(tokens, i)))) {
        return i;
      }
    }
    return tokens.size();
  }
}
