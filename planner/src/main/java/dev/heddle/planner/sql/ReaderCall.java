package dev.heddle.planner.sql;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a file reader in the place of a table, such as {@code read_parquet(['a', 'b'],
 * union_by_name = true, hive_types = {'year': int})}.
 *
 * <p>The argument is a path or a list of paths; options follow by name ({@code =}, {@code :=} or
 * {@code =>}). Each option is taken once by the reader that knows it; {@link #finish} rejects those
 * that are left. All mistakes are {@link IllegalArgumentException}s for the user.
 */
final class ReaderCall {
  private final String reader;
  private final List<Token> tokens;
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Value> options = new LinkedHashMap<>();
  private final List<String> known = new ArrayList<>();
  private int at;

  /** A value of an option. */
  private sealed interface Value {
    /** A string in quotes, a word, a number. */
    record Plain(String text) implements Value {}

    /** In brackets. */
    record ListOf(List<String> texts) implements Value {}

    /** In braces. */
    record MapOf(Map<String, String> texts) implements Value {}
  }

  private ReaderCall(String reader, List<Token> tokens) {
    this.reader = reader;
    this.tokens = tokens;
  }

  /**
   * Returns the position of the token that closes a call's parentheses, or -1 if there is none.
   *
   * @param open the token that opens them
   */
  static int end(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      if (tokens.get(i).isSign('(')) {
        depth++;
      } else if (tokens.get(i).isSign(')') && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Reads a call from its text. */
  static ReaderCall of(String text) {
    List<Token> tokens = SqlTokens.of(text);
    ReaderCall call = new ReaderCall(tokens.getFirst().text().toLowerCase(Locale.ROOT), tokens);
    call.at = 2;
    call.read();
    return call;
  }

  private void read() {
    if (peek('[')) {
      paths.addAll(list());
    } else {
      Token path = next("a path");
      if (path.kind() != Kind.STRING) {
        throw wrong("expected a path in quotes, or a list of such, not " + path.text());
      }
      paths.add(path.content());
    }
    while (!peek(')')) {
      expect(',');
      String name = next("the name of an option").text().toLowerCase(Locale.ROOT);
      if (peek(':')) {
        at++;
      }
      expect('=');
      if (peek('>')) {
        at++;
      }
      if (options.put(name, value()) != null) {
        throw wrong("option " + name + " is given twice");
      }
    }
    if (paths.isEmpty()) {
      throw wrong("no path is given");
    }
  }

  private Value value() {
    if (peek('[')) {
      return new Value.ListOf(list());
    }
    if (!peek('{')) {
      return new Value.Plain(plain());
    }
    at++;
    Map<String, String> entries = new LinkedHashMap<>();
    while (!peek('}')) {
      String key = text("a name");
      if (!peek(':') && !peek('=')) {
        expect(':');
      }
      at++;
      entries.put(key, plain());
      if (!peek('}')) {
        expect(',');
      }
    }
    at++;
    return new Value.MapOf(entries);
  }

  private List<String> list() {
    List<String> texts = new ArrayList<>();
    expect('[');
    while (!peek(']')) {
      texts.add(plain());
      if (!peek(']')) {
        expect(',');
      }
    }
    at++;
    return texts;
  }

  /** Reads a string, or words and numbers up to a comma or the end, such as a type's name. */
  private String plain() {
    if (at < tokens.size() && tokens.get(at).kind() == Kind.STRING) {
      return tokens.get(at++).content();
    }
    StringBuilder text = new StringBuilder();
    int depth = 0;
    while (at < tokens.size()) {
      Token token = tokens.get(at);
      boolean ends = token.isSign(',') || token.isSign(']') || token.isSign('}');
      if (depth == 0 && (ends || token.isSign(')'))) {
        break;
      }
      depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
      boolean isGlued =
          text.isEmpty()
              || token.kind() == Kind.SIGN
              || text.toString().endsWith("(")
              || text.toString().equals("-");
      text.append(isGlued ? "" : " ").append(token.text());
      at++;
    }
    if (text.isEmpty()) {
      next("a value");
    }
    return text.toString();
  }

  private String text(String what) {
    Token token = next(what);
    return switch (token.kind()) {
      case STRING, QUOTED_NAME -> token.content();
      case WORD -> token.text();
      case NUMBER, SIGN -> throw wrong("expected " + what + ", not " + token.text());
    };
  }

  private boolean peek(char sign) {
    return at < tokens.size() && tokens.get(at).isSign(sign);
  }

  private void expect(char sign) {
    Token token = next("'" + sign + "'");
    if (!token.isSign(sign)) {
      throw wrong("expected '" + sign + "', not " + token.text());
    }
  }

  private Token next(String what) {
    if (at >= tokens.size()) {
      throw wrong("expected " + what + " at the end");
    }
    return tokens.get(at++);
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("Cannot call " + reader + ": " + what);
  }

  /** Returns the reader's name, in lower case. */
  String reader() {
    return reader;
  }

  /** Returns the paths. */
  List<String> paths() {
    return paths;
  }

  private Optional<Value> take(String option) {
    known.add(option);
    return Optional.ofNullable(options.remove(option));
  }

  /** Takes an option that is a text, word or number. */
  Optional<String> text(String option, String expected) {
    return take(option)
        .map(
            value -> {
              if (value instanceof Value.Plain(String text)) {
                return text;
              }
              throw wrong("option " + option + " must be " + expected);
            });
  }

  /** Takes an option that has several names, of which one is to be given. */
  Optional<String> oneOf(String... names) {
    Optional<String> found = Optional.empty();
    String first = "";
    for (String name : names) {
      Optional<String> text = text(name, "a text");
      if (text.isPresent() && found.isPresent()) {
        throw wrong("options " + first + " and " + name + " mean the same; state one of them");
      }
      first = text.isPresent() ? name : first;
      found = found.or(() -> text);
    }
    return found;
  }

  /**
   * Takes an option that is one character, or the empty text.
   *
   * @param none what the empty text means
   */
  Optional<Character> characterOrNone(String option, char none) {
    return text(option, "one character")
        .map(
            text -> {
              String plain = text.equals("\\t") ? "\t" : text;
              if (plain.length() > 1) {
                throw wrong("option " + option + " must be one character, not '" + text + "'");
              }
              return plain.isEmpty() ? none : plain.charAt(0);
            });
  }

  /** Takes an option that is a whole number. */
  Optional<Long> number(String option) {
    return text(option, "a number")
        .map(
            text -> {
              try {
                return Long.parseLong(text);
              } catch (NumberFormatException e) {
                throw wrong("option " + option + " must be a number, not " + text);
              }
            });
  }

  /** Takes an option that is true or false. */
  Optional<Boolean> truth(String option) {
    return text(option, "true or false").map(text -> truth(option, text));
  }

  private boolean truth(String option, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default -> throw wrong("option " + option + " must be true or false, not " + text);
    };
  }

  /** Takes an option that names a column, or only says that one of its own name is wanted. */
  Optional<String> column(String option) {
    return text(option, "true, false or the name of a column")
        .flatMap(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "true" -> Optional.of(option);
                  case "false" -> Optional.empty();
                  default -> Optional.of(text);
                });
  }

  /** Takes an option that is a list of texts; a single one counts as a list of it. */
  Optional<List<String>> texts(String option) {
    return take(option)
        .map(
            value ->
                switch (value) {
                  case Value.Plain(String text) -> List.of(text);
                  case Value.ListOf(List<String> texts) -> texts;
                  case Value.MapOf _ -> throw wrong("option " + option + " must be a list");
                });
  }

  /** Takes an option that gives names types. */
  Map<String, DataType> types(String option) {
    Map<String, DataType> types = new LinkedHashMap<>();
    Optional<Value> value = take(option);
    if (value.isPresent()) {
      if (!(value.get() instanceof Value.MapOf(Map<String, String> texts))) {
        throw wrong("option " + option + " must be like {'name': bigint}");
      }
      texts.forEach(
          (name, text) ->
              types.put(
                  name,
                  TypeNames.parse(text)
                      .orElseThrow(
                          () ->
                              wrong("option " + option + " gives " + name + " no type: " + text))));
    }
    return types;
  }

  /** Fails if there is an option that nobody has taken. */
  void finish() {
    if (!options.isEmpty()) {
      String option = options.keySet().iterator().next();
      List<String> near = NearestNames.nearest(option, known);
      String hint = near.isEmpty() ? "" : "; did you mean \"" + near.getFirst() + "\"?";
      throw wrong("no option \"" + option + "\" in " + known + hint);
    }
  }
}
