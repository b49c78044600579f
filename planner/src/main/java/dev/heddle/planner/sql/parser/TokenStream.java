package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tokens of a script and how far they have been read; shared by the parsers of all clauses. */
final class TokenStream {
  /** How deep expressions and queries may nest; what is deeper comes from a program gone astray. */
  static final int MAX_DEPTH = 5_000;

  private final String script;
  private final List<Token> tokens;
  private int[] closings;
  private final List<Relation> sources = new ArrayList<>();
  private int at;
  private int depth;
  private final Set<String> parameterNames = new LinkedHashSet<>();
  private int parameters;
  private boolean takesDefaults;
  private int statementStart; // position of its first token

  TokenStream(String script) {
    this.script = script;
    this.tokens = EscapeTokens.replaced(Lexer.tokens(script));
    this.closings = closings(tokens);
  }

  /** Returns for each opening parenthesis the place of its closing one, 0 where there is none. */
  private static int[] closings(List<Token> tokens) {
    int[] closings = new int[tokens.size()];
    int[] open = new int[tokens.size()];
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol("(")) {
        open[depth++] = i;
      } else if (tokens.get(i).isSymbol(")") && depth > 0) {
        closings[open[--depth]] = i;
      }
    }
    return closings;
  }

  /** Records a path or function that is used as a table. */
  <R extends Relation> R source(R relation) {
    sources.add(relation);
    return relation;
  }

  /** Returns the paths and functions in the place of tables that have been parsed so far. */
  List<Relation> sources() {
    return sources;
  }

  /** Returns the next token without taking it. */
  Token peek() {
    return tokens.get(at);
  }

  /** Returns a token further on, or -1 before, without taking it; the last one is of kind END. */
  Token peek(int distance) {
    return tokens.get(Math.min(at + distance, tokens.size() - 1));
  }

  /**
   * Returns how far the parenthesis is that closes the one at a distance; 0 if none does, or there
   * is none to close.
   */
  int closing(int distance) {
    int opening = at + distance;
    return opening >= tokens.size() || closings[opening] == 0 ? 0 : closings[opening] - at;
  }

  /** Returns the name of a parameter; of {@code ?} its number, from 1 within a statement. */
  String parameter(Token token) {
    String name = token.text().equals("?") ? String.valueOf(++parameters) : token.text();
    parameterNames.add(name);
    return name;
  }

  /**
   * Runs the parser of a statement whose parameters are none of the script.
   *
   * @param found takes them, in the order of the text
   */
  <T> T withoutParameters(Supplier<T> parser, List<Expression.Parameter> found) {
    Set<String> before = Set.copyOf(parameterNames);
    int number = parameters;
    int first = at;
    parameters = 0;
    T parsed = parser.get();
    parameters = 0;
    for (Token token : tokens.subList(first, at)) {
      if (token.kind() == Token.Kind.PARAMETER) {
        found.add(new Expression.Parameter(parameter(token), token.span()));
      }
    }
    parameters = number;
    parameterNames.retainAll(before);
    return parsed;
  }

  /** Returns the names of the parameters that have been parsed. */
  Set<String> parameters() {
    return Collections.unmodifiableSet(parameterNames);
  }

  /** Runs the parser of values among which DEFAULT is none that is named so. */
  <T> T withDefaults(Supplier<T> parser) {
    takesDefaults = true;
    try {
      return parser.get();
    } finally {
      takesDefaults = false;
    }
  }

  boolean takesDefaults() {
    return takesDefaults;
  }

  /** Begins a statement. */
  void startStatement() {
    parameters = 0;
    statementStart = at;
  }

  Token take() {
    CancelPoint.check();
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  boolean isAtEnd() {
    return peek().kind() == Token.Kind.END;
  }

  /** Whether the next tokens are these keywords. */
  boolean isNext(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).isWord(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether the last token taken opens parentheses. */
  boolean isInParenthesis() {
    return at > 0 && tokens.get(at - 1).isSymbol("(");
  }

  boolean isNextSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  /** Takes the keywords if all of them come next. */
  boolean accept(String... words) {
    if (!isNext(words)) {
      return false;
    }
    at += words.length;
    return true;
  }

  /** Makes of a next {@code >>} or {@code >>>} one of {@code >}, and what is left. */
  void splitClosing() {
    Token token = peek();
    if (token.isSymbol(">>") || token.isSymbol(">>>")) {
      int middle = token.start() + 1;
      tokens.set(at, new Token(Token.Kind.SYMBOL, token.start(), middle, ">", ""));
      String rest = token.text().substring(1);
      tokens.add(at + 1, new Token(Token.Kind.SYMBOL, middle, token.end(), rest, ""));
      closings = closings(tokens);
    }
  }

  boolean acceptSymbol(String symbol) {
    if (!isNextSymbol(symbol)) {
      return false;
    }
    at++;
    return true;
  }

  void expect(String... words) {
    for (String word : words) {
      if (!accept(word)) {
        throw expected(word);
      }
    }
  }

  /** Takes a comma, if there is one, and returns whether something follows in the list. */
  boolean acceptComma() {
    return acceptSymbol(",") && !isEndOfList(peek());
  }

  private static boolean isEndOfList(Token token) {
    return switch (token.kind()) {
      case END -> true;
      case WORD -> Keywords.AFTER_LIST.contains(token.keyword());
      case SYMBOL -> token.isSymbol(")") || token.isSymbol("]") || token.isSymbol(";");
      default -> false;
    };
  }

  Token expectSymbol(String symbol) {
    if (!isNextSymbol(symbol)) {
      throw expected("\"" + symbol + "\"");
    }
    return take();
  }

  /** Returns the part of the script from an offset to the end of the last token taken. */
  Span since(int start) {
    return new Span(start, at == 0 ? start : Math.max(start, tokens.get(at - 1).end()));
  }

  String text(Span span) {
    return script.substring(span.start(), span.end());
  }

  /** Runs the parser of something that may contain itself. */
  <T> T nested(Supplier<T> parser) {
    if (++depth > MAX_DEPTH) {
      throw error(
          "it nests more than " + MAX_DEPTH + " levels deep; write it in smaller steps", peek());
    }
    try {
      return parser.get();
    } finally {
      depth--;
    }
  }

  /** Returns whether a token can name a column or table where it may also be a keyword. */
  static boolean isName(Token token) {
    return token.kind() == Token.Kind.QUOTED_NAME
        || (token.kind() == Token.Kind.WORD && !Keywords.RESERVED.contains(token.keyword()));
  }

  /** Takes a name that is no reserved word. */
  Name name(String what) {
    if (!isName(peek())) {
      Token token = peek();
      if (token.kind() == Token.Kind.WORD) {
        throw error(
            "expected "
                + what
                + ", not the keyword "
                + token.keyword()
                + "; write \""
                + token.text()
                + "\" in double quotes if it is a name",
            token);
      }
      throw expected(what);
    }
    return anyName(what);
  }

  /** Takes a name where no keyword is allowed. */
  Name anyName(String what) {
    Token token = peek();
    if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED_NAME) {
      throw expected(what);
    }
    take();
    if (token.text().isEmpty()) {
      return new Name("", true, token.span());
    }
    return new Name(token.text(), token.kind() == Token.Kind.QUOTED_NAME, token.span());
  }

  /** Takes the name of a table, with its schema and catalogue if they are written. */
  TableName tableName(String what) {
    List<Name> parts = new ArrayList<>();
    parts.add(name(what));
    while (acceptSymbol(".")) {
      parts.add(anyName(what));
    }
    return new TableName(parts);
  }

  /** Takes {@code (a, b)} after its opening parenthesis. */
  List<Name> namesToParenthesis(String what) {
    List<Name> names = new ArrayList<>();
    do {
      names.add(anyName(what));
    } while (acceptComma());
    expectSymbol(")");
    return names;
  }

  /**
   * Takes an alias: after AS any name, else one that no clause begins with.
   *
   * @param keywords words that begin what may follow
   * @return null if there is none
   */
  @Nullable Name alias(Set<String> keywords) {
    if (accept("AS")) {
      Token token = peek();
      return token.kind() == Token.Kind.TEXT ? textName() : anyName("an alias");
    }
    Token token = peek();
    if (!isName(token) || keywords.contains(token.keyword())) {
      return null;
    }
    return anyName("an alias");
  }

  /** Returns whether {@code alias:} comes next. */
  boolean isPrefixAlias() {
    return (isName(peek()) || peek().kind() == Token.Kind.TEXT) && peek(1).isSymbol(":");
  }

  /** Takes {@code alias:}. */
  Name prefixAlias() {
    Name alias = peek().kind() == Token.Kind.TEXT ? textName() : anyName("an alias");
    expectSymbol(":");
    return alias;
  }

  /** Takes a text as a name. */
  Name textName() {
    Token token = take();
    return new Name(token.text(), true, token.span());
  }

  AnalysisException error(String message, Token token) {
    return SyntaxErrors.at(script, token.start(), message);
  }

  /** Returns an error about the next token. */
  AnalysisException expected(String what) {
    Token token = peek();
    if (token.kind() == Token.Kind.END) {
      return error("expected " + what + ", but the text ends here", token);
    }
    String found = script.substring(token.start(), token.end());
    return error("expected " + what + ", not " + quote(found) + suggestion(token), token);
  }

  /** Returns an error about a token that nothing can be made of. */
  AnalysisException unexpected() {
    Token token = peek();
    if (token.kind() == Token.Kind.END) {
      return error("the text ends too early", token);
    }
    String found = script.substring(token.start(), token.end());
    if (token.kind() == Token.Kind.SYMBOL && found.equals("#")) {
      return error("no operator " + found + "; xor(a, b) is that of bits", token);
    }
    return error("unexpected " + quote(found) + suggestion(token), token);
  }

  private static String quote(String found) {
    return "\"" + (found.length() > 60 ? found.substring(0, 60) + "..." : found) + "\"";
  }

  /** Offers a keyword that the word, or the one before it, may have been meant for. */
  private String suggestion(Token token) {
    boolean isKeyword = Keywords.CLAUSES.contains(token.keyword());
    boolean hasBefore = at > statementStart + 1; // the first word has been understood
    for (Token word : hasBefore ? List.of(token, tokens.get(at - 1)) : List.of(token)) {
      if (isKeyword || word.kind() != Token.Kind.WORD) {
        continue;
      }
      List<String> near = NearestNames.nearest(word.text(), Keywords.CLAUSES);
      boolean isClose =
          !near.isEmpty()
              && word.text().length() > 2
              && Math.abs(near.getFirst().length() - word.text().length()) <= 1
              && !Keywords.CLAUSES.contains(word.keyword());
      if (isClose) {
        return "; did you mean " + near.getFirst() + " for \"" + word.text() + "\"?";
      }
    }
    return "";
  }
}
