package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.AlterAction;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableConstraint;
import dev.heddle.planner.sql.tree.TableName;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses ALTER, statements about indexes, COMMENT and ANALYZE. */
final class AlterParser {
  private final TokenStream tokens;
  private final QueryParser queries;
  private final ExpressionParser expressions;

  AlterParser(TokenStream tokens, QueryParser queries) {
    this.tokens = tokens;
    this.queries = queries;
    this.expressions = queries.expressions();
  }

  private Name column() {
    return tokens.anyName("a column");
  }

  private TableName table() {
    return tokens.tableName("the name of a table");
  }

  Statement alter(int start) {
    tokens.take();
    boolean isView = tokens.accept("VIEW");
    if (!isView && !tokens.accept("TABLE")) {
      throw tokens.expected("TABLE or VIEW");
    }
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = table();
    AlterAction action = action();
    if (isView && !(action instanceof AlterAction.Rename)) {
      throw tokens.error("ALTER VIEW takes RENAME TO; create the view again", tokens.peek());
    }
    return new Statement.Alter(isView, name, ifExists, action, tokens.since(start));
  }

  private AlterAction action() {
    if (tokens.accept("RENAME", "TO")) {
      return new AlterAction.Rename(tokens.name("the name of a table"));
    }
    if (tokens.accept("RENAME")) {
      acceptColumn();
      Name column = column();
      tokens.expect("TO");
      return new AlterAction.RenameColumn(column, column());
    }
    if (tokens.accept("ADD")) {
      return add();
    }
    if (tokens.accept("DROP")) {
      acceptColumn();
      boolean ifExists = tokens.accept("IF", "EXISTS");
      Name column = column();
      tokens.accept("RESTRICT");
      return new AlterAction.DropColumn(column, ifExists);
    }
    if (!tokens.accept("ALTER")) {
      throw tokens.expected("RENAME, ADD, DROP or ALTER");
    }
    acceptColumn();
    Name column = column();
    return column(column);
  }

  /** Takes the word COLUMN, unless a column is named so. */
  private void acceptColumn() {
    Token next = tokens.peek(1);
    if (next.kind() == Token.Kind.WORD || next.kind() == Token.Kind.QUOTED_NAME) {
      boolean isColumnItself =
          next.isWord("TO") || next.isWord("SET") || next.isWord("DROP") || next.isWord("TYPE");
      if (!isColumnItself) {
        tokens.accept("COLUMN");
      }
    }
  }

  private AlterAction add() {
    TableParser parser = new TableParser(tokens, queries);
    TableConstraint constraint = parser.constraint(null);
    if (constraint != null) {
      return new AlterAction.AddConstraint(constraint);
    }
    acceptColumn();
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    Statement.ColumnDefinition column = parser.column();
    return new AlterAction.AddColumn(column, parser.constraints(), ifNotExists);
  }

  private AlterAction column(Name column) {
    if (tokens.accept("DROP", "DEFAULT")) {
      return new AlterAction.ChangeDefault(column, null);
    }
    if (tokens.accept("DROP", "NOT", "NULL")) {
      return new AlterAction.ChangeNulls(column, true);
    }
    if (tokens.accept("SET", "NOT", "NULL")) {
      return new AlterAction.ChangeNulls(column, false);
    }
    if (tokens.accept("SET", "DEFAULT")) {
      return new AlterAction.ChangeDefault(column, expressions.operand());
    }
    tokens.accept("SET", "DATA");
    tokens.expect("TYPE");
    TypeName type = expressions.types().parse();
    @Nullable Expression using = tokens.accept("USING") ? expressions.parse() : null;
    return new AlterAction.ChangeType(column, type, using);
  }

  // Indexes

  /** Whether an index is created next, behind CREATE. */
  boolean isIndex() {
    return tokens.isNext("INDEX") || tokens.isNext("UNIQUE", "INDEX");
  }

  /** Parses what follows CREATE. */
  Statement createIndex(int start) {
    boolean isUnique = tokens.accept("UNIQUE");
    tokens.expect("INDEX");
    boolean ifNotExists = tokens.accept("IF", "NOT", "EXISTS");
    Name name = tokens.isNext("ON") ? null : tokens.name("the name of an index");
    tokens.expect("ON");
    TableName table = table();
    if (tokens.accept("USING")) {
      tokens.anyName("a kind of index");
    }
    tokens.expectSymbol("(");
    List<Name> columns = new ArrayList<>();
    do {
      Token first = tokens.peek();
      if (first.isSymbol("(") || tokens.peek(1).isSymbol("(")) {
        throw tokens.error("an index is of columns; create it of a column instead", first);
      }
      columns.add(column());
      if (!tokens.accept("ASC")) {
        tokens.accept("DESC");
      }
    } while (tokens.acceptComma());
    tokens.expectSymbol(")");
    return new Statement.CreateIndex(
        isUnique, ifNotExists, name, table, columns, tokens.since(start));
  }

  /** Parses what follows DROP. */
  Statement dropIndex(int start) {
    tokens.expect("INDEX");
    boolean ifExists = tokens.accept("IF", "EXISTS");
    Name name = tokens.name("the name of an index");
    return new Statement.DropIndex(name, ifExists, tokens.since(start));
  }

  // Comments

  Statement comment(int start) {
    tokens.take();
    tokens.expect("ON");
    boolean isColumn = tokens.accept("COLUMN");
    if (!isColumn && !tokens.accept("TABLE") && !tokens.accept("VIEW")) {
      throw tokens.expected("TABLE, VIEW or COLUMN");
    }
    TableName name = table();
    Name column = null;
    if (isColumn) {
      if (name.parts().size() < 2) {
        throw tokens.error("the column of a table is meant, table.column", tokens.peek());
      }
      column = name.name();
      name = new TableName(name.qualifiers());
    }
    tokens.expect("IS");
    Token text = tokens.peek();
    if (text.kind() != Token.Kind.TEXT && !text.isWord("NULL")) {
      throw tokens.expected("a text in single quotes, or NULL");
    }
    tokens.take();
    return new Statement.Comment(
        name, column, text.kind() == Token.Kind.TEXT ? text.text() : null, tokens.since(start));
  }

  Statement analyze(int start) {
    tokens.take();
    TableName name = TokenStream.isName(tokens.peek()) ? table() : null;
    if (name != null && tokens.acceptSymbol("(")) {
      tokens.namesToParenthesis("a column");
    }
    return new Statement.Analyze(name, tokens.since(start));
  }
}
