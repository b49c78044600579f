package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses the columns and constraints of tables that are made. Used for one statement. */
final class TableParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final List<Statement.ColumnDefinition> columns = new ArrayList<>();
  private final List<TableConstraint> constraints = new ArrayList<>();

  TableParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.expressions = queries.expressions();
  }

  /** Parses {@code (columns and constraints)}. */
  void parse() {
    tokens.expectSymbol("(");
    do {
      TableConstraint constraint = constraint(null);
      if (constraint == null) {
        columns.add(column());
      } else {
        constraints.add(constraint);
      }
    } while (tokens.acceptComma());
    tokens.expectSymbol(")");
  }

  List<Statement.ColumnDefinition> columns() {
    return columns;
  }

  /** Returns the constraints of columns and of the table, in the order of the text. */
  List<TableConstraint> constraints() {
    return constraints;
  }

  /** Parses a column; its constraints are among {@link #constraints}. */
  Statement.ColumnDefinition column() {
    Token token = tokens.peek();
    Name name = tokens.anyName("a column");
    if (columns.stream().anyMatch(c -> c.name().text().equalsIgnoreCase(name.text()))) {
      throw tokens.error("column \"" + name.text() + "\" occurs twice", token);
    }
    TypeName type = isGenerated() ? null : expressions.types().parse();
    boolean isNullable = true;
    Expression otherwise = null;
    Expression generated = null;
    while (true) {
      if (tokens.accept("NOT", "NULL")) {
        isNullable = false;
      } else if (generated == null && otherwise == null && tokens.accept("DEFAULT")) {
        otherwise = expressions.operand();
      } else if (generated == null && otherwise == null && isGenerated()) {
        generated = generated();
      } else if (!tokens.accept("NULL")) {
        TableConstraint constraint = constraint(name);
        if (constraint == null) {
          return new Statement.ColumnDefinition(name, type, isNullable, otherwise, generated);
        }
        constraints.add(constraint);
      }
    }
  }

  private boolean isGenerated() {
    return tokens.isNext("GENERATED") || (tokens.isNext("AS") && tokens.peek(1).isSymbol("("));
  }

  /** Parses {@code GENERATED ALWAYS AS (expression)}; the values of both kinds are the same. */
  private Expression generated() {
    if (tokens.accept("GENERATED")) {
      tokens.expect("ALWAYS");
    }
    tokens.expect("AS");
    tokens.expectSymbol("(");
    Expression expression = expressions.parse();
    tokens.expectSymbol(")");
    boolean unused = tokens.accept("STORED") || tokens.accept("VIRTUAL");
    return expression;
  }

  /**
   * Parses a constraint, if one comes next; null if none does.
   *
   * @param column the column that it stands behind; null for one of the table
   */
  @Nullable TableConstraint constraint(@Nullable Name column) {
    Token first = tokens.peek();
    int start = first.start();
    Name name = null;
    if (isConstraint(first) && tokens.accept("CONSTRAINT")) {
      name = tokens.anyName("the name of a constraint");
    }
    Token kind = tokens.peek();
    if (!isConstraint(kind)) {
      if (name != null) {
        throw tokens.expected("PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY");
      }
      return null;
    }
    switch (kind.keyword()) {
      case "PRIMARY" -> {
        tokens.expect("PRIMARY", "KEY");
        return key(name, KeyKind.PRIMARY, column, start);
      }
      case "UNIQUE" -> {
        tokens.take();
        return key(name, KeyKind.UNIQUE, column, start);
      }
      case "CHECK" -> {
        tokens.take();
        tokens.expectSymbol("(");
        Expression condition = expressions.parse();
        tokens.expectSymbol(")");
        return new TableConstraint.Check(name, condition, tokens.since(start));
      }
      case "FOREIGN" -> {
        tokens.expect("FOREIGN", "KEY");
        tokens.expectSymbol("(");
        return foreign(name, tokens.namesToParenthesis("a column"), start);
      }
      case "REFERENCES" -> {
        if (column == null) {
          throw tokens.expected("FOREIGN KEY (columns) before REFERENCES");
        }
        return foreign(name, List.of(column), start);
      }
      default ->
          throw tokens.error(
              kind.keyword()
                  + " is not supported: tables check NOT NULL, PRIMARY KEY, UNIQUE, CHECK and"
                  + " FOREIGN KEY; leave it out",
              kind);
    }
  }

  /** Whether a token begins a constraint, and is no column of that name. */
  private boolean isConstraint(Token token) {
    Token next = tokens.peek(1);
    return switch (token.keyword()) {
      case "PRIMARY", "FOREIGN" -> next.isWord("KEY");
      case "UNIQUE", "CHECK" -> next.kind() != Token.Kind.WORD || isConstraint(next.keyword());
      case "CONSTRAINT" -> isConstraint(tokens.peek(2).keyword());
      case "REFERENCES" -> true;
      default -> false;
    };
  }

  private static boolean isConstraint(String keyword) {
    return switch (keyword) {
      case "PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "REFERENCES", "NOT", "DEFAULT", "NULL" -> true;
      case "CONSTRAINT" -> true;
      default -> false;
    };
  }

  private TableConstraint key(@Nullable Name name, KeyKind kind, @Nullable Name column, int start) {
    List<Name> of;
    if (column == null) {
      tokens.expectSymbol("(");
      of = tokens.namesToParenthesis("a column");
    } else {
      of = List.of(column);
    }
    return new TableConstraint.Key(name, kind, of, tokens.since(start));
  }

  private TableConstraint foreign(@Nullable Name name, List<Name> columns, int start) {
    tokens.expect("REFERENCES");
    TableName table = tokens.tableName("a table");
    List<Name> referenced =
        tokens.acceptSymbol("(") ? tokens.namesToParenthesis("a column") : List.of();
    while (tokens.isNext("ON") || tokens.isNext("MATCH")) {
      if (tokens.accept("MATCH")) {
        tokens.expect("SIMPLE");
      } else {
        action();
      }
    }
    return new TableConstraint.Foreign(name, columns, table, referenced, tokens.since(start));
  }

  /** Parses what is done when a row that is referred to goes: it is refused. */
  private void action() {
    tokens.expect("ON");
    if (!tokens.accept("DELETE")) {
      tokens.expect("UPDATE");
    }
    Token action = tokens.peek();
    if (!tokens.accept("RESTRICT") && !tokens.accept("NO", "ACTION")) {
      throw tokens.error(
          "foreign keys refuse changes of rows that they refer to, NO ACTION or RESTRICT; leave"
              + " another action out",
          action);
    }
  }
}
