package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.MergeAction;
import dev.heddle.planner.sql.tree.MergeClause;
import dev.heddle.planner.sql.tree.MergeRows;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Pairing;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses MERGE. */
final class MergeParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ChangeParser changes;
  private final ExpressionParser expressions;

  MergeParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.changes = new ChangeParser(tokens, queries);
    this.expressions = queries.expressions();
  }

  Statement merge(int start, Statement.With with) {
    tokens.take();
    tokens.expect("INTO");
    TableName name = tokens.tableName("the name of a table");
    Name alias = tokens.alias(Keywords.AFTER_TABLE);
    tokens.expect("USING");
    Relation source = new RelationParser(tokens, queries).plain();
    Expression condition = null;
    List<Name> using = List.of();
    if (tokens.accept("USING")) {
      tokens.expectSymbol("(");
      using = tokens.namesToParenthesis("a column");
    } else if (tokens.accept("ON")) {
      condition = expressions.parse();
    } else {
      throw tokens.expected("ON or USING");
    }
    List<MergeClause> clauses = new ArrayList<>();
    do {
      clauses.add(clause());
    } while (tokens.isNext("WHEN"));
    return new Statement.Merge(
        with,
        name,
        alias,
        source,
        condition,
        using,
        clauses,
        changes.returning(),
        tokens.since(start));
  }

  private MergeClause clause() {
    int start = tokens.peek().start();
    tokens.expect("WHEN");
    MergeRows rows = MergeRows.MATCHED;
    if (tokens.accept("NOT", "MATCHED")) {
      rows = tokens.accept("BY", "SOURCE") ? MergeRows.NOT_IN_SOURCE : MergeRows.NOT_IN_TARGET;
      if (rows == MergeRows.NOT_IN_TARGET) {
        tokens.accept("BY", "TARGET");
      }
    } else {
      tokens.expect("MATCHED");
    }
    Expression condition = tokens.accept("AND") ? expressions.parse() : null;
    tokens.expect("THEN");
    return new MergeClause(rows, condition, action(rows), tokens.since(start));
  }

  private MergeAction action(MergeRows rows) {
    Token first = tokens.peek();
    if (tokens.accept("DO", "NOTHING")) {
      return new MergeAction.Nothing();
    }
    if (tokens.accept("ERROR")) {
      boolean isLast =
          tokens.isAtEnd() || tokens.isNextSymbol(";") || tokens.isNext("WHEN") || isReturning();
      return new MergeAction.Failure(isLast ? null : expressions.parse());
    }
    boolean inserts = tokens.isNext("INSERT");
    if (inserts != (rows == MergeRows.NOT_IN_TARGET)) {
      throw tokens.error(
          inserts
              ? "INSERT is for rows that are NOT MATCHED"
              : "only INSERT, DO NOTHING or ERROR is for rows that are NOT MATCHED",
          first);
    }
    if (tokens.accept("INSERT")) {
      return insert();
    }
    if (tokens.accept("DELETE")) {
      return new MergeAction.Delete();
    }
    if (!tokens.accept("UPDATE")) {
      throw tokens.expected("UPDATE, DELETE, INSERT, DO NOTHING or ERROR");
    }
    if (tokens.accept("SET") && !tokens.acceptSymbol("*")) {
      return new MergeAction.Update(changes.setColumns(), Pairing.BY_NAME);
    }
    MergeAction all = new MergeAction.Update(List.of(), pairing());
    if (rows == MergeRows.NOT_IN_SOURCE) {
      throw tokens.error(
          "rows that the source does not have need UPDATE SET column = value", first);
    }
    return all;
  }

  private boolean isReturning() {
    return tokens.isNext("RETURNING");
  }

  private Pairing pairing() {
    if (tokens.accept("BY", "NAME")) {
      return Pairing.BY_NAME;
    }
    tokens.accept("BY", "POSITION");
    return Pairing.BY_POSITION;
  }

  private MergeAction insert() {
    if (tokens.accept("DEFAULT", "VALUES")) {
      return new MergeAction.Insert(List.of(), List.of(), Pairing.BY_POSITION);
    }
    if (tokens.acceptSymbol("*")) {
      return new MergeAction.Insert(List.of(), null, Pairing.BY_POSITION);
    }
    List<Name> columns =
        tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
    Pairing pairing = pairing();
    @Nullable List<Expression> values = null;
    if (tokens.accept("VALUES")) {
      tokens.expectSymbol("(");
      values = tokens.withDefaults(expressions::list);
      tokens.expectSymbol(")");
    }
    return new MergeAction.Insert(columns, values, pairing);
  }
}
