package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses INSERT, UPDATE and DELETE, and the columns of CREATE TABLE. */
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

  /** Parses a column of a new table. */
  Statement.ColumnDefinition column(List<Statement.ColumnDefinition> before) {
    Token token = tokens.peek();
    Name name = tokens.anyName("a column");
    if (before.stream().anyMatch(c -> c.name().text().equalsIgnoreCase(name.text()))) {
      throw tokens.error("column \"" + name.text() + "\" occurs twice", token);
    }
    TypeName type = expressions.types().parse();
    boolean isNullable = true;
    Expression otherwise = null;
    while (true) {
      if (tokens.accept("NOT", "NULL")) {
        isNullable = false;
      } else if (otherwise == null && tokens.accept("DEFAULT")) {
        otherwise = expressions.operand();
      } else if (!tokens.accept("NULL")) {
        refuseConstraints();
        return new Statement.ColumnDefinition(name, type, isNullable, otherwise);
      }
    }
  }

  /** Fails where a constraint comes next. */
  void refuseConstraints() {
    switch (tokens.peek().keyword()) {
      case "PRIMARY", "UNIQUE", "CHECK", "REFERENCES", "FOREIGN", "CONSTRAINT", "GENERATED" ->
          throw tokens.error(
              tokens.peek().keyword()
                  + " is not supported: tables check NOT NULL alone; leave it out",
              tokens.peek());
      default -> {
        // The end of the column.
      }
    }
  }

  Statement insert(int start) {
    tokens.take();
    tokens.expect("INTO");
    TableName name = name();
    List<Name> columns = List.of();
    if (tokens.isNextSymbol("(") && !queries.isQueryInParentheses()) {
      tokens.take();
      columns = tokens.namesToParenthesis("a column");
    }
    Query query;
    if (tokens.isNext("DEFAULT", "VALUES")) {
      int from = tokens.take().start();
      tokens.take();
      query = Query.of(new Query.Values(List.of(List.of()), tokens.since(from)));
    } else {
      query = tokens.withDefaults(queries::parse);
    }
    if (tokens.isNext("ON", "CONFLICT")) {
      throw tokens.error(
          "ON CONFLICT is not supported: tables have no keys that rows could be in conflict with",
          tokens.peek());
    }
    return new Statement.Insert(name, columns, query, returning(), tokens.since(start));
  }

  private List<Query.SelectItem> returning() {
    return tokens.accept("RETURNING") ? queries.selectItems() : List.of();
  }

  private @Nullable Name alias() {
    return tokens.isNext("SET") ? null : tokens.alias(Keywords.AFTER_TABLE);
  }

  Statement update(int start) {
    tokens.take();
    TableName name = name();
    Name alias = alias();
    tokens.expect("SET");
    List<Statement.SetColumn> columns = new ArrayList<>();
    do {
      Token first = tokens.peek();
      Name column = tokens.anyName("a column");
      tokens.expectSymbol("=");
      Expression value = tokens.withDefaults(expressions::parse);
      columns.add(new Statement.SetColumn(column, value, tokens.since(first.start())));
    } while (tokens.acceptComma());
    if (tokens.isNext("FROM")) {
      throw tokens.error(
          "UPDATE ... FROM is not supported; write a query in SET, such as (SELECT v FROM u WHERE"
              + " u.id = t.id)",
          tokens.peek());
    }
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    return new Statement.Update(name, alias, columns, where, returning(), tokens.since(start));
  }

  Statement delete(int start) {
    tokens.take();
    tokens.expect("FROM");
    TableName name = name();
    Name alias = alias();
    if (tokens.isNext("USING")) {
      throw tokens.error(
          "DELETE ... USING is not supported; write WHERE EXISTS (SELECT ...)", tokens.peek());
    }
    Expression where = tokens.accept("WHERE") ? expressions.parse() : null;
    return new Statement.Delete(name, alias, where, returning(), tokens.since(start));
  }
}
