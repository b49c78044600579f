package dev.heddle.engine.change;

import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a script as they can stand in other texts, where each parameter has its number.
 * Immutable.
 */
public final class StatementText {
  private final String script;

  /** Takes parts from a script. */
  public StatementText(String script) {
    this.script = script;
  }

  /** A part of the script and what is in its place. */
  private record Edit(Span span, String text) {}

  private String edited(Object tree, int start, int end, List<Edit> more) {
    List<Edit> edits = new ArrayList<>(more);
    boolean unused =
        SyntaxTree.any(
            tree,
            node ->
                node instanceof Expression.Parameter p
                    && !edits.add(new Edit(p.span(), "$" + p.name())));
    edits.sort(Comparator.comparingInt(edit -> edit.span().start()));
    StringBuilder text = new StringBuilder();
    int at = start;
    for (Edit edit : edits) {
      text.append(script, at, edit.span().start()).append(edit.text());
      at = edit.span().end();
    }
    return text.append(script, at, end).toString();
  }

  /** Returns what stands before a statement, with a blank behind it; nothing without. */
  public String before(Statement.With with) {
    return with.tables().isEmpty()
        ? ""
        : edited(with, with.span().start(), with.span().end(), List.of()) + " ";
  }

  /** Returns an expression. */
  public String numbered(Expression value) {
    return edited(value, value.span().start(), value.span().end(), List.of());
  }

  /** Returns what is in FROM. */
  String numbered(Relation relation) {
    return edited(relation, relation.span().start(), relation.span().end(), List.of());
  }

  /** Returns a condition that is true, or is false where it was false or null. */
  String condition(@Nullable Expression where) {
    return where == null ? "TRUE" : "coalesce((" + numbered(where) + "), FALSE)";
  }

  /** Returns a part of the script as it is. */
  String written(int start, int end) {
    return script.substring(start, end);
  }

  /** Returns columns, with the aliases of the first and the last; null if there are none. */
  public @Nullable String items(List<Query.SelectItem> items) {
    return items.isEmpty() ? null : items(items, List.of());
  }

  private String items(List<Query.SelectItem> items, List<Edit> edits) {
    int start = items.getFirst().span().start();
    Query.SelectItem last = items.getLast();
    int end = last.span().end();
    if (last.alias() != null) {
      end = Math.max(end, last.alias().span().end());
    }
    Name first = items.getFirst().alias();
    return edited(items, first == null ? start : Math.min(start, first.span().start()), end, edits);
  }

  /**
   * Returns columns of a query that has a column besides those that a star means.
   *
   * @param column the name that means the column
   * @param hidden the column, as it is written in SQL
   */
  @Nullable String items(List<Query.SelectItem> items, String column, String hidden) {
    if (items.isEmpty()) {
      return null;
    }
    List<Edit> edits = new ArrayList<>();
    for (Query.SelectItem item : items) {
      if (item.value() instanceof Expression.ColumnReference reference
          && item.alias() == null
          && isNamed(reference, column)) {
        edits.add(new Edit(reference.span(), hidden + " AS " + SqlParser.name(column)));
      } else {
        boolean unused =
            SyntaxTree.any(
                item.value(),
                node -> {
                  if (node instanceof Expression.ColumnReference reference
                      && isNamed(reference, column)) {
                    edits.add(new Edit(reference.span(), hidden));
                  }
                  if (node instanceof Expression.Star star && star.excluded().isEmpty()) {
                    Span after = new Span(star.span().end(), star.span().end());
                    edits.add(new Edit(after, " EXCLUDE (" + hidden + ")"));
                  }
                  return false;
                });
      }
    }
    return items(items, edits);
  }

  /** Returns an expression in which a column has another name. */
  static String renamed(String expression, String from, String to) {
    List<Edit> edits = new ArrayList<>();
    Expression tree = SqlParser.expression(expression);
    boolean unused =
        SyntaxTree.any(
            tree,
            node ->
                node instanceof Expression.ColumnReference reference
                    && reference.parts().getFirst().mayMean(from)
                    && !edits.add(
                        new Edit(reference.parts().getFirst().span(), SqlParser.name(to))));
    return new StatementText(expression).edited(tree, 0, expression.length(), edits);
  }

  private static boolean isNamed(Expression.ColumnReference reference, String column) {
    return reference.parts().size() == 1 && reference.parts().getFirst().mayMean(column);
  }
}
