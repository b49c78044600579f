package dev.heddle.engine.change;

import dev.heddle.planner.sql.RowNumbers;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement does with a table.
 *
 * @param verb what has been done, for messages: "updated"
 * @param row name of the table in the statement's expressions, as it is written in SQL
 * @param steps queries whose rows are held under their names; the last is {@link #MARKED}
 * @param items what is returned of the changed rows; null for nothing
 */
public record TableChange(
    Statement statement, String verb, String row, List<Step> steps, @Nullable String items) {
  /** The name of the rows that the last step gives. */
  public static final String MARKED = "$marked";

  /** The column that says what becomes of a row, as it is written in SQL. */
  public static final String ACTION = "\"$action\"";

  static final String NUMBERED = "$numbered";
  static final String HITS = "$hits";
  static final String NUMBER = SqlParser.name(RowNumbers.COLUMN);

  /** Copies the list. */
  public TableChange {
    steps = List.copyOf(steps);
  }

  /**
   * A query and the name of its rows.
   *
   * @param refusals what its rows must not be like
   */
  public record Step(String name, String query, List<Refusal> refusals) {
    /** Copies the list. */
    public Step {
      refusals = List.copyOf(refusals);
    }

    /** Makes a step whose rows may be any. */
    Step(String name, String query) {
      this(name, query, List.of());
    }
  }

  /**
   * A query that must give no row.
   *
   * @param query its first column is a text that the message ends with
   */
  public record Refusal(String query, String message) {}

  /** Returns the change whose steps may use what stands before the statement. */
  public TableChange with(Statement.With with, StatementText text) {
    String before = text.before(with);
    return before.isEmpty()
        ? this
        : new TableChange(
            statement,
            verb,
            row,
            steps.stream()
                .map(step -> new Step(step.name(), before + step.query(), step.refusals()))
                .toList(),
            items);
  }

  /** Returns whether {@link #items} may read {@link #ACTION}. */
  public boolean isShowingActions() {
    return statement instanceof Statement.Merge;
  }

  /** Returns what stands between the number of rows and the table's name in messages. */
  public String joining() {
    return statement instanceof Statement.Merge || statement instanceof Statement.Insert
        ? " into "
        : " of ";
  }

  /** Returns the step that numbers the rows of a table. */
  static Step numbered(ChangedTable table) {
    return new Step(
        NUMBERED,
        "SELECT *, row_number() OVER () AS "
            + NUMBER
            + " FROM "
            + SqlParser.name(ChangedTable.ROWS));
  }

  /** Returns a query of the rows of a table that no hit with an action is about. */
  static String untouched(ChangedTable table) {
    return "SELECT "
        + table.columns("t")
        + ", CAST(NULL AS VARCHAR) AS "
        + ACTION
        + ", t."
        + NUMBER
        + " FROM "
        + SqlParser.name(NUMBERED)
        + " AS t ANTI JOIN (SELECT "
        + NUMBER
        + " FROM "
        + SqlParser.name(HITS)
        + " WHERE "
        + ACTION
        + " IS NOT NULL) AS h ON t."
        + NUMBER
        + " = h."
        + NUMBER;
  }

  /** Returns a query of the hits with an action. */
  static String touched(ChangedTable table) {
    return "SELECT "
        + table.columns("h")
        + ", h."
        + ACTION
        + ", h."
        + NUMBER
        + " FROM "
        + SqlParser.name(HITS)
        + " AS h WHERE h."
        + ACTION
        + " IS NOT NULL";
  }

  /** Returns the last step: all rows of queries, in the order of the table. */
  static Step marked(List<String> queries) {
    return marked(queries, List.of());
  }

  static Step marked(List<String> queries, List<Refusal> refusals) {
    return new Step(
        MARKED,
        "SELECT * FROM ("
            + String.join(" UNION ALL ", queries)
            + ") AS m ORDER BY "
            + NUMBER
            + " NULLS LAST",
        refusals);
  }
}
