package dev.heddle.engine.change;

import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** UPDATE and DELETE; those of a table by its own rows. Stateless. */
public final class RowUpdates {
  private static final String CHANGED = "\"$changed\"";

  private RowUpdates() {}

  /**
   * Returns what an UPDATE does.
   *
   * @throws dev.heddle.frame.error.AnalysisException if it sets a column twice, or one that is not
   *     there
   */
  public static TableChange update(Statement.Update s, ChangedTable table, StatementText text) {
    if (s.from() != null) {
      return JoinedChanges.update(s, s.from(), table, text);
    }
    String row = table.row(s.alias());
    Map<Integer, Expression> values = table.set(s.columns());
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      String old = row + "." + SqlParser.name(table.schema().field(i).name());
      Expression value = values.get(i);
      columns.add(
          value == null
              ? old
              : table.named(
                  i,
                  "CASE WHEN "
                      + CHANGED
                      + " THEN "
                      + table.converted(i, value, text)
                      + " ELSE "
                      + old
                      + " END"));
    }
    String marked =
        "SELECT "
            + String.join(", ", columns)
            + ", "
            + action("UPDATE")
            + " FROM ("
            + tested(row, s.where(), text)
            + ") AS "
            + row;
    return change(s, "updated", row, marked, text.items(s.returning()));
  }

  /** Returns what a DELETE does. */
  public static TableChange delete(Statement.Delete s, ChangedTable table, StatementText text) {
    if (s.using() != null) {
      return JoinedChanges.delete(s, s.using(), table, text);
    }
    String row = table.row(s.alias());
    String marked =
        "SELECT "
            + table.columns()
            + ", "
            + action("DELETE")
            + " FROM ("
            + tested(row, s.where(), text)
            + ") AS "
            + row;
    return change(s, "deleted", row, marked, text.items(s.returning()));
  }

  private static TableChange change(
      Statement s, String verb, String row, String marked, @Nullable String items) {
    return new TableChange(
        s, verb, row, List.of(new TableChange.Step(TableChange.MARKED, marked)), items);
  }

  private static String action(String action) {
    return "CASE WHEN " + CHANGED + " THEN '" + action + "' END AS " + TableChange.ACTION;
  }

  private static String tested(String row, @Nullable Expression where, StatementText text) {
    return "SELECT "
        + row
        + ".*, "
        + text.condition(where)
        + " AS "
        + CHANGED
        + " FROM "
        + SqlParser.name(ChangedTable.ROWS)
        + " AS "
        + row;
  }
}
