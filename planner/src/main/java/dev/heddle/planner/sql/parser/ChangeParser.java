package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.Statement.ConflictAction;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses INSERT, UPDATE, DELETE and TRUNCATE. */
final class ChangeParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ExpressionParser expressions;

  ChangeParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.expressions = queries.expressions();
  }

  private TableName name() {
    return tokens.tableName("the name of a table");
  }

  /** Parses {@code INSERT ...}, whose query has what is before the statement. */
  Statement insert(int start, Statement.With with) {
    tokens.take();
    Token or = tokens.peek();
    ConflictAction action = null;
    if (tokens.accept("OR", "REPLACE")) {
      action = ConflictAction.REPLACE;
    } else if (tokens.accept("OR", "IGNORE")) {
      action = ConflictAction.NOTHING;
    }
    Statement.Conflict conflict =
        action == null
            ? null
            : new Statement.Conflict(action, List.of(), List.of(), null, tokens.since(or.start()));
    tokens.expect("INTO");
    Token target = tokens.peek();
    boolean isFolder = target.kind() == Token.Kind.TEXT;
    TableName name = isFolder ? new TableName(List.of(tokens.textName())) : name();
    Name alias = !isFolder && tokens.accept("AS") ? tokens.anyName("an alias") : null;
    List<Name> columns = List.of();
    boolean byName = false;
    if (tokens.isNextSymbol("(") && !queries.isQueryInParentheses()) {
      tokens.take();
      columns = tokens.namesToParenthesis("a column");
    } else {
      byName = tokens.accept("BY", "NAME");
      if (!byName) {
        tokens.accept("BY", "POSITION");
      }
    }
    Query query;
    if (tokens.isNext("DEFAULT", "VALUES")) {
      int from = tokens.take().start();
      tokens.take();
      query = Query.of(new Query.Values(List.of(List.of()), tokens.since(from)));
    } else {
      query = tokens.withDefaults(queries::parse);
    }
    if (!with.tables().isEmpty()) {
      query = behind(with, query, tokens.since(start));
    }
    if (isFolder) {
      return files(name, columns, byName, query, conflict, start);
    }
    Token on = tokens.peek();
    if (tokens.accept("ON", "CONFLICT")) {
      if (conflict != null) {
        throw tokens.error("ON CONFLICT cannot follow INSERT OR ...; write one of them", on);
      }
      conflict = conflict(on.start());
    }
    return new Statement.Insert(
        name, alias, columns, byName, query, false, conflict, returning(), tokens.since(start));
  }

  private Statement files(
      TableName name,
      List<Name> columns,
      boolean byName,
      Query query,
      Statement.@Nullable Conflict conflict,
      int start) {
    Token next = tokens.peek();
    if (conflict != null || next.isWord("ON") || next.isWord("RETURNING")) {
      throw tokens.error(
          "INSERT INTO a folder takes no OR, ON CONFLICT and RETURNING: files have no keys", next);
    }
    Span span = tokens.since(start);
    Statement.Insert insert =
        new Statement.Insert(name, null, columns, byName, query, false, null, List.of(), span);
    return new Statement.InsertFiles(
        new Expression.TextLiteral(name.text(), name.span()), insert, span);
  }

  private static Query behind(Statement.With with, Query query, Span span) {
    List<Query.CommonTable> tables = new ArrayList<>(with.tables());
    tables.addAll(query.with());
    return new Query(
        with.isRecursive() || query.isRecursive(),
        tables,
        query.body(),
        query.orderBy(),
        query.orderByAll(),
        query.limit(),
        query.offset(),
        query.limitKind(),
        span);
  }

  private Statement.Conflict conflict(int start) {
    List<Name> key = tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
    tokens.expect("DO");
    if (tokens.accept("NOTHING")) {
      return new Statement.Conflict(
          ConflictAction.NOTHING, key, List.of(), null, tokens.since(start));
    }
    tokens.expect("UPDATE", "SET");
    List<Statement.SetColumn> columns = setColumns();
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    return new Statement.Conflict(ConflictAction.UPDATE, key, columns, where, tokens.since(start));
  }

  List<Query.SelectItem> returning() {
    return tokens.accept("RETURNING") ? queries.selectItems() : List.of();
  }

  private @Nullable Name alias() {
    return tokens.isNext("SET") ? null : tokens.alias(Keywords.AFTER_TABLE);
  }

  Statement update(int start, Statement.With with) {
    tokens.take();
    TableName name = name();
    Name alias = alias();
    tokens.expect("SET");
    List<Statement.SetColumn> columns = setColumns();
    Relation from = tokens.accept("FROM") ? new RelationParser(tokens, queries).list() : null;
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    return new Statement.Update(
        with, name, alias, columns, from, where, returning(), tokens.since(start));
  }

  Statement delete(int start, Statement.With with) {
    tokens.take();
    tokens.expect("FROM");
    TableName name = name();
    Name alias = alias();
    Relation using = tokens.accept("USING") ? new RelationParser(tokens, queries).list() : null;
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    return new Statement.Delete(with, name, alias, using, where, returning(), tokens.since(start));
  }

  /** Parses {@code TRUNCATE [TABLE] name}, which deletes all rows. */
  Statement truncate(int start) {
    tokens.take();
    tokens.accept("TABLE");
    return new Statement.Delete(
        Statement.With.none(start), name(), null, null, null, List.of(), tokens.since(start));
  }

  /** Parses {@code column = value, (a, b) = (1, 2)}. */
  List<Statement.SetColumn> setColumns() {
    List<Statement.SetColumn> columns = new ArrayList<>();
    do {
      Token first = tokens.peek();
      if (tokens.acceptSymbol("(")) {
        columns.addAll(setRow(first));
        continue;
      }
      Name column = tokens.anyName("a column");
      tokens.expectSymbol("=");
      Expression value = tokens.withDefaults(expressions::parse);
      columns.add(new Statement.SetColumn(column, value, tokens.since(first.start())));
    } while (tokens.acceptComma());
    return columns;
  }

  private List<Statement.SetColumn> setRow(Token first) {
    List<Name> names = tokens.namesToParenthesis("a column");
    tokens.expectSymbol("=");
    tokens.accept("ROW");
    tokens.expectSymbol("(");
    List<Expression> values = tokens.withDefaults(expressions::list);
    tokens.expectSymbol(")");
    if (values.size() != names.size()) {
      throw tokens.error(names.size() + " columns are set to " + values.size() + " values", first);
    }
    List<Statement.SetColumn> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Expression value = values.get(i);
      columns.add(new Statement.SetColumn(names.get(i), value, value.span()));
    }
    return columns;
  }
}
