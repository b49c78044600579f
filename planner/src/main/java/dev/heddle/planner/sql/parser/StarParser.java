package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Expression.ColumnReference;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses what stands for several columns: stars and {@code COLUMNS}. */
final class StarParser {
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final QueryParser queries;

  StarParser(TokenStream tokens, ExpressionParser expressions, QueryParser queries) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.queries = queries;
  }

  /**
   * Parses {@code * [EXCLUDE (a)] [REPLACE (b AS c)] [RENAME (d AS e)]}, of which the star comes
   * next. Parentheses around one name may be left out.
   */
  Expression star(@Nullable Expression of, int start) {
    tokens.expectSymbol("*");
    List<ColumnReference> excluded = new ArrayList<>();
    List<Expression.Replacement> replaced = new ArrayList<>();
    List<Expression.Renaming> renamed = new ArrayList<>();
    boolean isExclude =
        tokens.isNext("EXCLUDE")
            || (tokens.isNext("EXCEPT")
                && tokens.peek(1).isSymbol("(")
                && !queries.isQueryInParentheses(1));
    if (isExclude) {
      tokens.take();
      list(() -> excluded.add(column()));
    }
    if (tokens.accept("REPLACE")) {
      list(() -> replaced.add(replacement()));
    }
    if (tokens.accept("RENAME")) {
      list(() -> renamed.add(renaming()));
    }
    return new Expression.Star(of, excluded, replaced, renamed, tokens.since(start));
  }

  /** Parses one entry, or several in parentheses. */
  private void list(Runnable entry) {
    boolean isList = tokens.acceptSymbol("(");
    do {
      entry.run();
    } while (isList && tokens.acceptComma());
    if (isList) {
      tokens.expectSymbol(")");
    }
  }

  private ColumnReference column() {
    Name first = tokens.anyName("a column");
    List<Name> parts = new ArrayList<>(List.of(first));
    while (tokens.acceptSymbol(".")) {
      parts.add(tokens.anyName("a column"));
    }
    return new ColumnReference(parts, tokens.since(first.span().start()));
  }

  private Expression.Replacement replacement() {
    Expression value = expressions.parse();
    tokens.expect("AS");
    return new Expression.Replacement(value, tokens.anyName("a column"));
  }

  private Expression.Renaming renaming() {
    ColumnReference column = column();
    tokens.expect("AS");
    return new Expression.Renaming(column, tokens.anyName("a column"));
  }

  /** Whether {@code *COLUMNS(} comes next. */
  boolean isUnpacking() {
    return tokens.peek(1).isWord("COLUMNS") && tokens.peek(2).isSymbol("(");
  }

  /** Parses {@code *COLUMNS(selector)}. */
  Expression unpacked() {
    int start = tokens.take().start();
    tokens.take();
    tokens.expectSymbol("(");
    Expression.SelectedColumns columns = (Expression.SelectedColumns) columns(start);
    return new Expression.SelectedColumns(columns.selector(), true, columns.span());
  }

  /** Parses {@code selector)} behind {@code COLUMNS(}. */
  Expression columns(int start) {
    Expression selector = expressions.primaries().calls().valueOrLambda();
    tokens.expectSymbol(")");
    return new Expression.SelectedColumns(selector, false, tokens.since(start));
  }

  /** Returns a test of a star as the columns whose names pass it, and any other as it is. */
  static Expression selecting(Expression.PatternTest test) {
    return test.operand() instanceof Expression.Star
        ? new Expression.SelectedColumns(test, false, test.span())
        : test;
  }
}
