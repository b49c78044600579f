package dev.heddle.planner.sql.parser;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.tree.Existing;
import dev.heddle.planner.sql.tree.ExplainKind;
import dev.heddle.planner.sql.tree.HoldKind;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses statements. */
final class StatementParser {
  private static final List<String> STATEMENTS =
      List.of(
          "select",
          "from",
          "with",
          "values",
          "create",
          "insert",
          "update",
          "delete",
          "truncate",
          "merge",
          "drop",
          "alter",
          "comment",
          "analyze",
          "cache",
          "uncache",
          "persist",
          "unpersist",
          "call",
          "copy",
          "attach",
          "detach",
          "explain",
          "show",
          "describe",
          "pivot",
          "unpivot",
          "summarize",
          "use",
          "set",
          "reset",
          "begin",
          "commit",
          "rollback",
          "checkpoint",
          "prepare",
          "execute",
          "deallocate");

  private final TokenStream tokens;
  private final QueryParser queries;

  StatementParser(TokenStream tokens) {
    this.tokens = tokens;
    this.queries = new QueryParser(tokens);
  }

  /** Parses a statement up to its end, which a semicolon or the end of the script must be. */
  Statement parse() {
    tokens.startStatement();
    Statement statement = statement();
    if (!tokens.isAtEnd() && !tokens.isNextSymbol(";")) {
      throw tokens.unexpected();
    }
    return statement;
  }

  /** Whether a token begins a statement that is no query. */
  static boolean isStatement(Token token) {
    return switch (token.keyword()) {
      case "CREATE",
          "INSERT",
          "UPDATE",
          "DELETE",
          "TRUNCATE",
          "MERGE",
          "DROP",
          "ALTER",
          "COMMENT",
          "ANALYZE",
          "CACHE",
          "UNCACHE",
          "PERSIST",
          "UNPERSIST" ->
          true;
      case "CALL", "COPY", "EXPLAIN", "SHOW", "DESCRIBE", "DESC", "PRAGMA" -> true;
      case "ATTACH", "DETACH", "CHECKPOINT", "VACUUM" -> true;
      default -> SettingParser.isStatement(token) || PreparedParser.isStatement(token);
    };
  }

  private Statement statement() {
    Token first = tokens.peek();
    int start = first.start();
    if (isChangeBehindWith()) {
      return change(start, queries.with());
    }
    if (queries.isQuery()) {
      return new Statement.Select(queries.parse(), tokens.since(start));
    }
    return switch (first.keyword()) {
      case "CREATE" -> create(start);
      case "INSERT", "UPDATE", "DELETE", "MERGE" -> change(start, Statement.With.none(start));
      case "TRUNCATE" -> new ChangeParser(tokens, queries).truncate(start);
      case "DROP" -> drop(start);
      case "ALTER" -> new AlterParser(tokens, queries).alter(start);
      case "COMMENT" -> new AlterParser(tokens, queries).comment(start);
      case "ANALYZE" -> new AlterParser(tokens, queries).analyze(start);
      case "CACHE", "UNCACHE", "PERSIST", "UNPERSIST" -> hold(start);
      case "COPY" -> new CopyParser(tokens, queries).copy(start);
      case "ATTACH" -> new DatabaseParser(tokens).attach(start);
      case "DETACH" -> new DatabaseParser(tokens).detach(start);
      case "EXPLAIN" -> explain(start);
      case "SHOW" -> {
        tokens.take();
        yield show(start);
      }
      case "DESCRIBE", "DESC" -> describe(start);
      case "PRAGMA" -> pragma(start);
      case "CALL" -> call(start);
      case "CHECKPOINT", "VACUUM" -> checkpoint(start);
      case "SELECT", "FROM", "WITH", "VALUES", "TABLE", "PIVOT", "UNPIVOT", "SUMMARIZE" ->
          new Statement.Select(queries.parse(), tokens.since(start));
      default -> {
        if (SettingParser.isStatement(first)) {
          yield new SettingParser(tokens).parse(start, queries.expressions());
        }
        if (PreparedParser.isStatement(first)) {
          PreparedParser prepared = new PreparedParser(tokens);
          yield prepared.parse(start, queries.expressions(), this::statement);
        }
        List<String> near =
            first.kind() == Token.Kind.WORD
                ? NearestNames.nearest(first.text(), STATEMENTS)
                : List.of();
        String found = tokens.text(new Span(first.start(), first.end()));
        throw tokens.error(
            "no statement begins with \""
                + found
                + "\""
                + (near.isEmpty() ? "" : "; did you mean \"" + near.getFirst() + "\"?"),
            first);
      }
    };
  }

  private Statement change(int start, Statement.With with) {
    ChangeParser changes = new ChangeParser(tokens, queries);
    return switch (tokens.peek().keyword()) {
      case "INSERT" -> changes.insert(start, with);
      case "UPDATE" -> changes.update(start, with);
      case "DELETE" -> changes.delete(start, with);
      default -> new MergeParser(tokens, queries).merge(start, with);
    };
  }

  /** Whether WITH comes next, and behind its queries a statement that changes a table. */
  private boolean isChangeBehindWith() {
    if (!tokens.isNext("WITH")) {
      return false;
    }
    int at = tokens.peek(1).isWord("RECURSIVE") ? 2 : 1;
    while (true) {
      at++; // the name
      if (tokens.peek(at).isSymbol("(")) {
        at = behindParenthesis(at);
      }
      while (tokens.peek(at).isWord("AS")
          || tokens.peek(at).isWord("NOT")
          || tokens.peek(at).isWord("MATERIALIZED")) {
        at++;
      }
      if (!tokens.peek(at).isSymbol("(")) {
        return false;
      }
      at = behindParenthesis(at);
      if (!tokens.peek(at).isSymbol(",")) {
        return switch (tokens.peek(at).keyword()) {
          case "INSERT", "UPDATE", "DELETE", "MERGE" -> true;
          default -> false;
        };
      }
      at++;
    }
  }

  private int behindParenthesis(int opening) {
    int closing = tokens.closing(opening);
    return closing == 0 ? opening + 1 : closing + 1;
  }

  private TableName name(String what) {
    return tokens.tableName(what);
  }

  private Statement create(int start) {
    tokens.take();
    boolean replaces = tokens.accept("OR", "REPLACE");
    boolean isTemporary = tokens.accept("TEMP") || tokens.accept("TEMPORARY");
    if (tokens.accept("VIEW")) {
      TableName name = made("the name of a view", isTemporary);
      List<Name> columns =
          tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
      tokens.expect("AS");
      Query query = queries.parse();
      return new Statement.CreateView(name, replaces, columns, query, tokens.since(start));
    }
    MacroParser macros = new MacroParser(tokens, queries);
    if (macros.accept()) {
      Statement.CreateMacro made = macros.create(start);
      return new Statement.CreateMacro(made.name(), made.macro(), replaces, made.span());
    }
    SequenceParser sequences = new SequenceParser(tokens);
    if (sequences.isNext()) {
      return sequences.create(start, replaces ? Existing.REPLACED : Existing.REFUSED);
    }
    NamedTypeParser types = new NamedTypeParser(tokens, queries);
    if (types.accept()) {
      Statement.CreateType made = types.create(start);
      return replaces ? made.replacing() : made;
    }
    AlterParser indexes = new AlterParser(tokens, queries);
    if (!replaces && indexes.isIndex()) {
      return indexes.createIndex(start);
    }
    if (!replaces && !isTemporary && tokens.accept("SCHEMA")) {
      return new DatabaseParser(tokens).createSchema(start);
    }
    if (tokens.isNext("DATABASE")) {
      throw tokens.error(
          "CREATE DATABASE is not supported: a database is a folder; write ATTACH 'folder' AS name",
          tokens.peek());
    }
    if (!tokens.accept("TABLE")) {
      throw tokens.expected("VIEW, TABLE, INDEX, SEQUENCE, TYPE, MACRO or SCHEMA");
    }
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    TableName name = made("the name of a table", isTemporary);
    if (tokens.accept("AS")) {
      Query query = queries.parse();
      return new Statement.CreateTableAs(name, replaces, ifNotExists, query, tokens.since(start));
    }
    TableParser table = new TableParser(tokens, queries);
    table.parse();
    return new Statement.CreateTable(
        name, replaces, ifNotExists, table.columns(), table.constraints(), tokens.since(start));
  }

  /** Parses the name of what is made; what is temporary has a database of its own. */
  private TableName made(String what, boolean isTemporary) {
    TableName name = name(what);
    if (!isTemporary || name.parts().size() > 1) {
      return name;
    }
    Span span = name.span();
    return new TableName(
        List.of(
            new Name(SchemaName.TEMPORARY.database(), true, span),
            new Name(SchemaName.TEMPORARY.name(), true, span),
            name.name()));
  }

  private Statement drop(int start) {
    tokens.take();
    MacroParser macros = new MacroParser(tokens, queries);
    if (macros.accept()) {
      return macros.drop(start);
    }
    SequenceParser sequences = new SequenceParser(tokens);
    if (sequences.isNext()) {
      return sequences.drop(start);
    }
    NamedTypeParser types = new NamedTypeParser(tokens, queries);
    if (types.accept()) {
      return types.drop(start);
    }
    if (tokens.isNext("INDEX")) {
      return new AlterParser(tokens, queries).dropIndex(start);
    }
    if (tokens.accept("SCHEMA")) {
      return new DatabaseParser(tokens).dropSchema(start);
    }
    boolean isView = tokens.accept("VIEW");
    if (!isView && !tokens.accept("TABLE")) {
      throw tokens.expected("TABLE, VIEW, INDEX, SEQUENCE, TYPE, MACRO or SCHEMA");
    }
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = name(isView ? "the name of a view" : "the name of a table");
    return new Statement.Drop(isView, name, ifExists, tokens.since(start));
  }

  private Statement hold(int start) {
    HoldKind kind = HoldKind.valueOf(tokens.take().keyword());
    tokens.expect("TABLE");
    TableName name = name("the name of a table");
    return new Statement.Hold(kind, name, tokens.since(start));
  }

  /** Parses a table or path as a query of all its rows. */
  private Query allOfTable() {
    int start = tokens.peek().start();
    Relation relation = new RelationParser(tokens, queries).table();
    return Query.of(SelectParser.allOf(relation, tokens.since(start)));
  }

  private Statement explain(int start) {
    tokens.take();
    if (tokens.isNextSymbol("(") && isExplainOption(tokens.peek(1))) {
      ExplainKind kind = explainOptions();
      return new Statement.Explain(kind, queries.parse(), tokens.since(start));
    }
    ExplainKind kind = ExplainKind.ALL;
    for (ExplainKind shown : ExplainKind.values()) {
      if (isWord(shown) && tokens.accept(shown.name())) {
        kind = shown;
        break;
      }
    }
    if (kind == ExplainKind.ALL && !tokens.accept("VERBOSE")) { // it shows all there is
      tokens.accept("EXTENDED");
    }
    tokens.accept("PLAN", "FOR");
    Query query = queries.parse();
    return new Statement.Explain(kind, query, tokens.since(start));
  }

  private static boolean isWord(ExplainKind kind) {
    return switch (kind) {
      case ANALYZE, LOGICAL, OPTIMIZED, PHYSICAL -> true;
      case ALL, JSON, ANALYZE_JSON, ANALYZE_PROFILE, ANALYZE_PROFILE_JSON -> false;
    };
  }

  private static boolean isExplainOption(Token token) {
    return token.isWord("ANALYZE") || token.isWord("PROFILE") || token.isWord("FORMAT");
  }

  private ExplainKind explainOptions() {
    boolean isRun = false;
    boolean isJson = false;
    @Nullable Token profile = null;
    tokens.expectSymbol("(");
    do {
      Token option = tokens.peek();
      if (tokens.accept("ANALYZE")) {
        isRun = true;
      } else if (tokens.accept("PROFILE")) {
        profile = option;
      } else {
        tokens.expect("FORMAT");
        isJson = tokens.accept("JSON");
        if (!isJson) {
          tokens.expect("TEXT");
        }
      }
    } while (tokens.acceptSymbol(","));
    tokens.expectSymbol(")");
    if (profile != null) {
      if (!isRun) {
        throw tokens.error(
            "EXPLAIN can profile only what it runs; write EXPLAIN (ANALYZE, PROFILE)", profile);
      }
      return isJson ? ExplainKind.ANALYZE_PROFILE_JSON : ExplainKind.ANALYZE_PROFILE;
    }
    if (isJson) {
      return isRun ? ExplainKind.ANALYZE_JSON : ExplainKind.JSON;
    }
    return isRun ? ExplainKind.ANALYZE : ExplainKind.ALL;
  }

  private Statement show(int start) {
    if (CatalogueQueries.isEnd(tokens.peek()) || CatalogueQueries.isNext(tokens, 0)) {
      return select(CatalogueQueries.take(tokens, start));
    }
    if (tokens.accept("TABLES")) {
      return new Statement.ShowTables(tokens.since(start));
    }
    if (tokens.accept("CREATE", "TABLE") || tokens.accept("CREATE", "VIEW")) {
      return new Statement.ShowCreate(name("the name of a table"), tokens.since(start));
    }
    if (tokens.accept("FUNCTIONS")) {
      return new Statement.ShowFunctions(tokens.since(start));
    }
    if (tokens.accept("COLUMNS", "FROM") || tokens.accept("COLUMNS", "IN")) {
      return new Statement.Describe(allOfTable(), tokens.since(start));
    }
    if (queries.isQuery()) {
      return new Statement.Describe(queries.parse(), tokens.since(start));
    }
    return new SettingParser(tokens).show(start);
  }

  /** Parses {@code CALL f(x)}, all rows of a table function. */
  private Statement call(int start) {
    tokens.take();
    Relation rows = new RelationParser(tokens, queries).plain();
    if (!(rows instanceof Relation.Function)) {
      throw tokens.expected("the call of a table function");
    }
    return select(SelectParser.allOf(rows, tokens.since(start)));
  }

  /** Parses {@code PRAGMA table_info('t')}, other names of forms of SHOW, or one of SET. */
  private Statement pragma(int start) {
    tokens.take();
    Token name = tokens.peek();
    if (tokens.peek(1).isSymbol("=")) {
      return new SettingParser(tokens).assignment(start);
    }
    if (tokens.accept("SHOW_TABLES")) {
      return new Statement.ShowTables(tokens.since(start));
    }
    Query.Body shown = CatalogueQueries.acceptPragma(tokens, start);
    if (shown != null) {
      return select(shown);
    }
    if (!tokens.accept("TABLE_INFO")) {
      throw tokens.error(
          "no pragma \""
              + name.text()
              + "\" in [show_databases, show_tables, show_tables_expanded, table_info]; settings"
              + " are set by SET",
          name);
    }
    tokens.expectSymbol("(");
    Relation table = new RelationParser(tokens, queries).table();
    tokens.expectSymbol(")");
    Span span = tokens.since(start);
    return select(SelectParser.allOf(new Relation.NumberedColumns(table, span), span));
  }

  private static Statement select(Query.Body body) {
    return new Statement.Select(Query.of(body), body.span());
  }

  private Statement checkpoint(int start) {
    if (tokens.take().isWord("VACUUM")) {
      tokens.accept("ANALYZE");
    }
    if (!tokens.isAtEnd() && !tokens.isNextSymbol(";")) {
      TableName unused = name("a table or database");
    }
    return new Statement.Checkpoint(tokens.since(start));
  }

  private Statement describe(int start) {
    tokens.take();
    if (CatalogueQueries.isEnd(tokens.peek()) || CatalogueQueries.isNext(tokens, 0)) {
      return select(CatalogueQueries.take(tokens, start));
    }
    tokens.accept("TABLE");
    Query query = queries.isQuery() ? queries.parse() : allOfTable();
    return new Statement.Describe(query, tokens.since(start));
  }
}
