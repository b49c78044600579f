package dev.heddle.planner.sql;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.planner.sql.SqlTokens.Kind;
import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses one statement of a script from its tokens. */
final class StatementParser {
  private static final List<String> STATEMENTS =
      List.of(
          "select",
          "from",
          "with",
          "values",
          "create",
          "insert",
          "drop",
          "cache",
          "uncache",
          "persist",
          "unpersist",
          "copy",
          "explain",
          "show",
          "describe");

  private static final String SELECT_ALL = "SELECT * FROM ";

  private final String script;
  private final List<Token> tokens;
  private int at;

  StatementParser(String script, List<Token> tokens) {
    this.script = script;
    this.tokens = tokens;
  }

  Statement parse() {
    Token first = tokens.getFirst();
    return switch (first.upper()) {
      case "SELECT", "FROM", "WITH", "VALUES", "(", "TABLE" -> new Statement.Query(text(), rest());
      case "CREATE" -> create();
      case "INSERT" -> insert();
      case "DROP" -> drop();
      case "CACHE" -> new Statement.CacheTable(text(), tableName());
      case "UNCACHE" -> new Statement.UncacheTable(text(), tableName());
      case "PERSIST" -> new Statement.PersistTable(text(), tableName());
      case "UNPERSIST" -> new Statement.UnpersistTable(text(), tableName());
      case "COPY" -> copy();
      case "EXPLAIN" -> explain();
      case "SHOW" -> show();
      case "DESCRIBE", "DESC" -> describe();
      default ->
          throw error(
              "no statement \""
                  + first.text()
                  + "\""
                  + NearestNames.nearest(first.text(), STATEMENTS).stream()
                      .findFirst()
                      .map(n -> "; did you mean \"" + n + "\"?")
                      .orElse(""),
              first);
    };
  }

  private String text() {
    return script.substring(tokens.getFirst().start(), tokens.getLast().end());
  }

  /** Returns the text from the next token to the end as a query. */
  private SqlText rest() {
    if (at >= tokens.size()) {
      throw error("a query is missing at the end", tokens.getLast());
    }
    return slice(at, tokens.size());
  }

  private SqlText slice(int from, int to) {
    int start = tokens.get(from).start();
    int[] place = place(start);
    return SqlText.of(script.substring(start, tokens.get(to - 1).end()), place[0], place[1]);
  }

  private int[] place(int offset) {
    int line = 1;
    int lineStart = 0;
    for (int i = script.indexOf('\n'); i >= 0 && i < offset; i = script.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return new int[] {line, offset - lineStart + 1};
  }

  private AnalysisException error(String message, Token token) {
    int[] place = place(token.start());
    return new AnalysisException(
        ErrorCode.SYNTAX,
        "Cannot parse SQL: " + message + " (line " + place[0] + ", column " + place[1] + ")",
        null);
  }

  private Token next(String expected) {
    if (at >= tokens.size()) {
      throw error(expected + " is missing at the end", tokens.getLast());
    }
    return tokens.get(at++);
  }

  private boolean accept(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (at + i >= tokens.size() || !tokens.get(at + i).isWord(words[i])) {
        return false;
      }
    }
    at += words.length;
    return true;
  }

  private boolean acceptSign(char sign) {
    if (at < tokens.size() && tokens.get(at).isSign(sign)) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(String word) {
    if (!accept(word)) {
      throw expected(word.toUpperCase(Locale.ROOT));
    }
  }

  private void expectSign(char sign) {
    if (!acceptSign(sign)) {
      throw expected("\"" + sign + "\"");
    }
  }

  private AnalysisException expected(String what) {
    return at < tokens.size()
        ? error("expected " + what + ", not \"" + tokens.get(at).text() + "\"", tokens.get(at))
        : error(what + " is missing at the end", tokens.getLast());
  }

  private void expectEnd() {
    if (at < tokens.size()) {
      throw error("unexpected \"" + tokens.get(at).text() + "\"", tokens.get(at));
    }
  }

  private Statement.Name name() {
    Token token = next("a name");
    if (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED_NAME) {
      at--;
      throw expected("a name");
    }
    int[] place = place(token.start());
    boolean isQuoted = token.kind() == Kind.QUOTED_NAME;
    return new Statement.Name(
        isQuoted ? token.content() : token.text(), isQuoted, place[0], place[1]);
  }

  private String string() {
    Token token = next("a text in single quotes");
    if (token.kind() != Kind.STRING) {
      at--;
      throw expected("a text in single quotes");
    }
    return token.content();
  }

  private Statement create() {
    at = 1;
    boolean replaces = accept("OR", "REPLACE");
    boolean isTemporary = accept("TEMP") || accept("TEMPORARY"); // all of ours are
    if (accept("VIEW")) {
      Statement.Name name = name();
      List<String> columns =
          acceptSign('(') ? names().stream().map(Statement.Name::value).toList() : List.of();
      expect("AS");
      return new Statement.CreateView(text(), name, replaces, columns, rest());
    }
    if (!accept("TABLE")) {
      throw expected(isTemporary ? "TABLE" : "VIEW or TABLE");
    }
    boolean ifNotExists = accept("IF", "NOT", "EXISTS");
    Statement.Name name = name();
    if (accept("AS")) {
      return new Statement.CreateTableAs(text(), name, replaces, ifNotExists, rest());
    }
    expectSign('(');
    List<Field> fields = new ArrayList<>();
    do {
      fields.add(column(fields));
    } while (acceptSign(','));
    expectSign(')');
    expectEnd();
    return new Statement.CreateTable(text(), name, replaces, ifNotExists, new Schema(fields));
  }

  private Field column(List<Field> before) {
    Token token = next("a column");
    at--;
    Statement.Name name = name();
    if (before.stream().anyMatch(f -> f.name().equalsIgnoreCase(name.value()))) {
      throw error("column \"" + name.value() + "\" occurs twice", token);
    }
    DataType type = type();
    boolean nullable = !accept("NOT", "NULL");
    if (nullable) {
      accept("NULL");
    }
    return new Field(name.value(), type, nullable);
  }

  private DataType type() {
    Token token = next("a type");
    Optional<DataType> found =
        token.kind() == Kind.WORD ? TypeNames.find(token.text()) : Optional.empty();
    if (found.isEmpty()) {
      throw error("no type \"" + token.text() + "\"", token);
    }
    accept("PRECISION");
    accept("VARYING");
    List<Integer> parameters = parameters();
    boolean withZone = accept("WITH", "TIME", "ZONE") || accept("WITH", "LOCAL", "TIME", "ZONE");
    if (!withZone) {
      accept("WITHOUT", "TIME", "ZONE");
    }
    Optional<String> refusal = TypeParameters.refusal(found.get(), parameters);
    if (refusal.isPresent()) {
      throw error(refusal.get(), token);
    }
    return TypeParameters.apply(found.get(), parameters) instanceof DataType.Timestamp t
        ? new DataType.Timestamp(t.unit(), t.withZone() || withZone)
        : TypeParameters.apply(found.get(), parameters);
  }

  private List<Integer> parameters() {
    List<Integer> parameters = new ArrayList<>();
    if (acceptSign('(')) {
      do {
        Token token = next("a number");
        try {
          parameters.add(Integer.parseInt(token.text()));
        } catch (NumberFormatException e) {
          throw error("expected a number, not \"" + token.text() + "\"", token);
        }
      } while (acceptSign(','));
      expectSign(')');
    }
    return parameters;
  }

  /** Reads names up to the closing parenthesis; the opening one has been read. */
  private List<Statement.Name> names() {
    List<Statement.Name> names = new ArrayList<>();
    do {
      names.add(name());
    } while (acceptSign(','));
    expectSign(')');
    return names;
  }

  private Statement insert() {
    at = 1;
    expect("INTO");
    Statement.Name name = name();
    boolean hasColumns =
        at + 1 < tokens.size()
            && tokens.get(at).isSign('(')
            && !tokens.get(at + 1).isWord("SELECT")
            && !tokens.get(at + 1).isWord("WITH")
            && !tokens.get(at + 1).isWord("VALUES")
            && !tokens.get(at + 1).isSign('(');
    List<Statement.Name> columns = List.of();
    if (hasColumns) {
      at++;
      columns = names();
    }
    return new Statement.Insert(text(), name, columns, rest());
  }

  private Statement drop() {
    at = 1;
    boolean isView = accept("VIEW");
    if (!isView && !accept("TABLE")) {
      throw expected("TABLE or VIEW");
    }
    boolean ifExists = accept("IF", "EXISTS");
    Statement.Name name = name();
    expectEnd();
    return isView
        ? new Statement.DropView(text(), name, ifExists)
        : new Statement.DropTable(text(), name, ifExists);
  }

  /** Reads {@code TABLE name} to the end. */
  private Statement.Name tableName() {
    at = 1;
    expect("TABLE");
    Statement.Name name = name();
    expectEnd();
    return name;
  }

  private Statement copy() {
    at = 1;
    int start = at;
    SqlText query;
    if (acceptSign('(')) {
      int depth = 1;
      while (depth > 0) {
        Token token = next("\")\"");
        depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
      }
      if (at - 1 == start + 1) {
        throw error("a query is missing", tokens.get(start));
      }
      query = slice(start + 1, at - 1);
    } else {
      query = allOf(next("a query in parentheses or a name"));
    }
    expect("TO");
    Token pathToken = next("a path in single quotes");
    at--;
    String path = string();
    Map<String, List<String>> options = new LinkedHashMap<>();
    accept("WITH");
    if (acceptSign('(')) {
      do {
        String key = next("an option").upper();
        boolean hasValue =
            at < tokens.size() && !tokens.get(at).isSign(',') && !tokens.get(at).isSign(')');
        if (options.put(key, hasValue ? copyValues() : List.of("true")) != null) {
          throw error("option " + key + " is given twice", pathToken);
        }
      } while (acceptSign(','));
      expectSign(')');
    }
    expectEnd();
    try {
      return new Statement.Copy(text(), query, CopyTargets.of(path, options));
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()), pathToken);
    }
  }

  /** One value, or a list in parentheses. */
  private List<String> copyValues() {
    if (!acceptSign('(')) {
      return List.of(copyValue());
    }
    List<String> values = new ArrayList<>();
    do {
      values.add(copyValue());
    } while (acceptSign(','));
    expectSign(')');
    return values;
  }

  private String copyValue() {
    Token value = next("a value");
    return value.kind() == Kind.STRING || value.kind() == Kind.QUOTED_NAME
        ? value.content()
        : value.text();
  }

  /** Returns a query of all rows of a table or file; positions are those of the token. */
  private SqlText allOf(Token token) {
    if (token.kind() == Kind.SIGN || token.kind() == Kind.NUMBER) {
      throw error("expected a name, not \"" + token.text() + "\"", token);
    }
    int[] place = place(token.start());
    return SqlText.of(SELECT_ALL + token.text(), place[0], place[1] - SELECT_ALL.length());
  }

  private Statement explain() {
    at = 1;
    ExplainMode mode = ExplainMode.ALL;
    if (accept("ANALYZE")) {
      mode = ExplainMode.ANALYZE;
    } else if (accept("LOGICAL")) {
      mode = ExplainMode.LOGICAL;
    } else if (accept("OPTIMIZED")) {
      mode = ExplainMode.OPTIMIZED;
    } else if (accept("PHYSICAL")) {
      mode = ExplainMode.PHYSICAL;
    }
    accept("PLAN", "FOR");
    return new Statement.Explain(text(), mode, rest());
  }

  private Statement show() {
    at = 1;
    expect("TABLES");
    expectEnd();
    return new Statement.ShowTables(text());
  }

  private Statement describe() {
    at = 1;
    accept("TABLE");
    Token token = next("a name or a query");
    at--;
    boolean isName = at == tokens.size() - 1 && token.kind() != Kind.SIGN;
    if (!isName) {
      return new Statement.Describe(text(), rest());
    }
    return new Statement.Describe(text(), allOf(token));
  }
}
