package dev.heddle.engine.change;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.MergeAction;
import dev.heddle.planner.sql.tree.MergeClause;
import dev.heddle.planner.sql.tree.MergeRows;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Pairing;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * MERGE. The first clause of a row's kind whose condition is true decides what becomes of it. Used
 * by one thread.
 */
public final class MergeChanges {
  private static final String SOURCE = "$source";
  private static final String FAILURE = "ERROR: ";

  private final Statement.Merge merge;
  private final ChangedTable table;
  private final StatementText text;
  private final List<String> sourceColumns;
  private final String row;
  private final String source;

  private MergeChanges(
      Statement.Merge merge, ChangedTable table, StatementText text, List<String> sourceColumns) {
    this.merge = merge;
    this.table = table;
    this.text = text;
    this.sourceColumns = sourceColumns;
    this.row = table.row(merge.alias());
    this.source = name(merge.source());
  }

  /** Returns the query of the source's rows. */
  public static String source(Statement.Merge merge, StatementText text) {
    return "SELECT * FROM " + text.numbered(merge.source());
  }

  /**
   * Returns what a MERGE does.
   *
   * @param sourceColumns names of the columns that {@link #source} gives
   * @throws AnalysisException if a clause names columns that the table does not have, or another
   *     number of values
   */
  public static TableChange of(
      Statement.Merge merge, ChangedTable table, StatementText text, List<String> sourceColumns) {
    return new MergeChanges(merge, table, text, sourceColumns).change();
  }

  private static String name(Relation source) {
    Relation.Alias alias =
        switch (source) {
          case Relation.Table each -> each.alias();
          case Relation.File each -> each.alias();
          case Relation.Derived each -> each.alias();
          case Relation.Function each -> each.alias();
          case Relation.Parenthesized each -> each.alias();
          case Relation.Pivot each -> each.alias();
          case Relation.Unpivot each -> each.alias();
          case Relation.Join _, Relation.Sampled _, Relation.Summary _ -> null;
          case Relation.Description _, Relation.NumberedColumns _ -> null;
        };
    if (alias != null) {
      return SqlParser.name(alias.name().text());
    }
    return SqlParser.name(source instanceof Relation.Table t ? t.name().text() : SOURCE);
  }

  private List<MergeClause> clauses(MergeRows rows) {
    return merge.clauses().stream().filter(clause -> clause.rows() == rows).toList();
  }

  private TableChange change() {
    List<TableChange.Step> steps = new ArrayList<>();
    steps.add(TableChange.numbered(table));
    steps.add(new TableChange.Step(SOURCE, source(merge, text)));
    steps.add(
        new TableChange.Step(
            TableChange.HITS,
            hits(),
            List.of(
                failures(TableChange.HITS),
                new TableChange.Refusal(
                    "SELECT CAST(count(*) AS VARCHAR) FROM "
                        + SqlParser.name(TableChange.HITS)
                        + " WHERE "
                        + TableChange.ACTION
                        + " IS NOT NULL GROUP BY "
                        + TableChange.NUMBER
                        + " HAVING count(*) > 1 LIMIT 1",
                    "a row of it is changed more than once; make the rows of the source different"
                        + " in what ON compares. Rows that match one row: "))));
    List<String> marked = new ArrayList<>();
    if (clauses(MergeRows.NOT_IN_SOURCE).isEmpty()) {
      marked.add(TableChange.untouched(table));
    } else {
      marked.add(unmatched());
      marked.add(
          TableChange.untouched(table)
              + " SEMI JOIN "
              + SqlParser.name(TableChange.HITS)
              + " AS m ON t."
              + TableChange.NUMBER
              + " = m."
              + TableChange.NUMBER);
    }
    marked.add(TableChange.touched(table));
    if (!clauses(MergeRows.NOT_IN_TARGET).isEmpty()) {
      marked.add(
          "SELECT * FROM (" + inserted() + ") AS i WHERE i." + TableChange.ACTION + " IS NOT NULL");
    }
    steps.add(TableChange.marked(marked, List.of(failures(TableChange.MARKED))));
    return new TableChange(
        merge,
        "merged",
        row,
        steps,
        text.items(merge.returning(), "merge_action", TableChange.ACTION));
  }

  private static TableChange.Refusal failures(String rows) {
    return new TableChange.Refusal(
        "SELECT substring("
            + TableChange.ACTION
            + ", "
            + (FAILURE.length() + 1)
            + ") FROM "
            + SqlParser.name(rows)
            + " WHERE starts_with("
            + TableChange.ACTION
            + ", '"
            + FAILURE
            + "') LIMIT 1",
        "");
  }

  /** Returns the value of the first clause whose condition is true. */
  private String choice(
      List<MergeClause> clauses, Function<MergeClause, String> value, String otherwise) {
    if (clauses.isEmpty()) {
      return otherwise;
    }
    return clauses.stream()
        .map(
            clause ->
                " WHEN "
                    + (clause.condition() == null
                        ? "TRUE"
                        : "(" + text.numbered(clause.condition()) + ")")
                    + " THEN "
                    + value.apply(clause))
        .collect(Collectors.joining("", "CASE", " ELSE " + otherwise + " END"));
  }

  private String action(List<MergeClause> clauses) {
    return "CAST("
        + choice(clauses, this::action, "NULL")
        + " AS VARCHAR) AS "
        + TableChange.ACTION;
  }

  private String action(MergeClause clause) {
    return switch (clause.action()) {
      case MergeAction.Update _ -> "'UPDATE'";
      case MergeAction.Insert _ -> "'INSERT'";
      case MergeAction.Delete _ -> "'DELETE'";
      case MergeAction.Nothing _ -> "NULL";
      case MergeAction.Failure(Expression message) ->
          message == null
              ? "'" + FAILURE + "a row meets " + condition(clause).replace("'", "''") + "'"
              : "'"
                  + FAILURE
                  + "' || coalesce(CAST(("
                  + text.numbered(message)
                  + ") AS VARCHAR), 'null')";
    };
  }

  private String condition(MergeClause clause) {
    String written = text.written(clause.span().start(), clause.span().end()).strip();
    return written.replaceFirst("(?is)\\s+THEN\\s+ERROR$", "");
  }

  private String joined() {
    if (merge.condition() != null) {
      return " ON " + text.numbered(merge.condition());
    }
    return merge.using().stream()
        .map(name -> SqlParser.name(name.text()))
        .collect(Collectors.joining(", ", " USING (", ")"));
  }

  private String numbered() {
    return SqlParser.name(TableChange.NUMBERED) + " AS " + row;
  }

  private String sourceRows() {
    return SqlParser.name(SOURCE) + " AS " + source;
  }

  private String hits() {
    return changed(MergeRows.MATCHED) + " JOIN " + sourceRows() + joined();
  }

  /** Returns the rows that the source does not have. */
  private String unmatched() {
    return changed(MergeRows.NOT_IN_SOURCE)
        + " ANTI JOIN "
        + SqlParser.name(TableChange.HITS)
        + " AS \"$h\" ON "
        + row
        + "."
        + TableChange.NUMBER
        + " = \"$h\"."
        + TableChange.NUMBER;
  }

  /** Returns what becomes of rows of the table, up to the join that picks them. */
  private String changed(MergeRows rows) {
    List<MergeClause> clauses = clauses(rows);
    return "SELECT "
        + updated(clauses)
        + ", "
        + action(clauses)
        + ", "
        + row
        + "."
        + TableChange.NUMBER
        + " FROM "
        + numbered();
  }

  private String updated(List<MergeClause> clauses) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      int at = i;
      String old = row + "." + SqlParser.name(table.schema().field(i).name());
      columns.add(table.named(i, choice(clauses, clause -> updated(clause, at, old), old)));
    }
    return String.join(", ", columns);
  }

  private String updated(MergeClause clause, int column, String old) {
    if (!(clause.action()
        instanceof MergeAction.Update(List<Statement.SetColumn> set, Pairing by))) {
      return old;
    }
    if (set.isEmpty()) {
      String of = paired("update", table.givenPositions(), by, column);
      return of == null ? old : of;
    }
    Map<Integer, Expression> values = table.set(set);
    Expression value = values.get(column);
    return value == null ? old : table.converted(column, value, text);
  }

  /** Returns the source's column for one of the table's, as SQL; null if there is none. */
  private @Nullable String paired(String verb, List<Integer> targets, Pairing by, int column) {
    return switch (by) {
      case BY_POSITION -> {
        checkCount(verb, sourceColumns.size(), targets.size());
        int at = targets.indexOf(column);
        yield at < 0 ? null : ofSource(sourceColumns.get(at), column);
      }
      case BY_NAME -> {
        String found = null;
        for (String name : sourceColumns) {
          Name written = new Name(name, table.schema().names().contains(name), merge.span());
          if (table.givenPosition(verb, written) == column) {
            found = name;
          }
        }
        yield found == null ? null : ofSource(found, column);
      }
    };
  }

  private String ofSource(String name, int column) {
    return table.converted(column, source + "." + SqlParser.name(name));
  }

  private void checkCount(String verb, int values, int columns) {
    if (values != columns) {
      throw new AnalysisException(
          "Cannot "
              + verb
              + " \""
              + table.name()
              + "\": there are "
              + values
              + " values, not "
              + columns);
    }
  }

  /** Returns the source's rows that the table does not have, as the clauses say. */
  private String inserted() {
    List<MergeClause> clauses = clauses(MergeRows.NOT_IN_TARGET);
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      int at = i;
      String none = "CAST(NULL AS " + table.schema().field(i).type().sqlName() + ")";
      columns.add(table.named(i, choice(clauses, clause -> inserted(clause, at, none), none)));
    }
    return "SELECT "
        + String.join(", ", columns)
        + ", "
        + action(clauses)
        + ", CAST(NULL AS BIGINT) AS "
        + TableChange.NUMBER
        + " FROM "
        + sourceRows()
        + " ANTI JOIN "
        + numbered()
        + joined();
  }

  private String inserted(MergeClause clause, int column, String none) {
    if (!(clause.action()
        instanceof MergeAction.Insert(List<Name> names, List<Expression> values, Pairing by))) {
      return none;
    }
    List<Integer> targets =
        names.isEmpty()
            ? table.givenPositions()
            : names.stream().map(name -> table.givenPosition("insert into", name)).toList();
    String otherwise =
        table.converted(
            column, table.definition().defaultText(table.schema().field(column).name()));
    if (values == null) {
      String of = paired("insert into", targets, by, column);
      return of == null ? otherwise : of;
    }
    if (values.isEmpty()) {
      return otherwise;
    }
    checkCount("insert into", values.size(), targets.size());
    int at = targets.indexOf(column);
    return at < 0 ? otherwise : table.converted(column, values.get(at), text);
  }
}
