package dev.heddle.engine.change;

import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE with FROM and DELETE with USING. A row that several rows are joined to is changed once, by
 * any of them. Stateless.
 */
final class JoinedChanges {
  private JoinedChanges() {}

  static TableChange update(
      Statement.Update s, Relation from, ChangedTable table, StatementText text) {
    String row = table.row(s.alias());
    Map<Integer, Expression> values = table.set(s.columns());
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      Expression value = values.get(i);
      columns.add(
          value == null
              ? row + "." + SqlParser.name(table.schema().field(i).name())
              : table.named(i, table.converted(i, value, text)));
    }
    String hits = hits(String.join(", ", columns), "UPDATE", row, from, s.where(), text);
    return change(s, "updated", row, hits, table, text.items(s.returning()));
  }

  static TableChange delete(
      Statement.Delete s, Relation using, ChangedTable table, StatementText text) {
    String row = table.row(s.alias());
    String hits = hits(table.columns(row), "DELETE", row, using, s.where(), text);
    return change(s, "deleted", row, hits, table, text.items(s.returning()));
  }

  private static String hits(
      String columns,
      String action,
      String row,
      Relation joined,
      @Nullable Expression where,
      StatementText text) {
    return "SELECT DISTINCT ON ("
        + row
        + "."
        + TableChange.NUMBER
        + ") "
        + columns
        + ", '"
        + action
        + "' AS "
        + TableChange.ACTION
        + ", "
        + row
        + "."
        + TableChange.NUMBER
        + " FROM "
        + SqlParser.name(TableChange.NUMBERED)
        + " AS "
        + row
        + ", "
        + text.numbered(joined)
        + " WHERE "
        + (where == null ? "TRUE" : text.numbered(where));
  }

  private static TableChange change(
      Statement s,
      String verb,
      String row,
      String hits,
      ChangedTable table,
      @Nullable String items) {
    List<TableChange.Step> steps =
        List.of(
            TableChange.numbered(table),
            new TableChange.Step(TableChange.HITS, hits),
            TableChange.marked(List.of(TableChange.untouched(table), TableChange.touched(table))));
    return new TableChange(s, verb, row, steps, items);
  }
}
