package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.Statement.Conflict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * INSERT with ON CONFLICT: what is done with new rows whose key the table has already. Of new rows
 * with equal keys the first counts. Used by one thread.
 */
public final class ConflictChanges {
  /** The name of the statement's rows, in the columns of the table. */
  public static final String NEW = "$new";

  /** The name of new rows that have not been looked at. */
  public static final String LEFT = "$left";

  /** The name of those among {@link #LEFT} that no row before them is in conflict with. */
  public static final String FIRST = "$first";

  private static final String EXCLUDED = "excluded";
  private static final String POSITION = "\"$position\"";

  private final Statement.Insert insert;
  private final Conflict conflict;
  private final ChangedTable table;
  private final StatementText text;
  private final List<Integer> given;
  private final List<TableDefinition.Key> keys;

  /**
   * Makes it.
   *
   * @param given positions of the columns that the statement gives values for
   * @throws AnalysisException if the table has no such key
   */
  public ConflictChanges(
      Statement.Insert insert,
      Conflict conflict,
      ChangedTable table,
      StatementText text,
      List<Integer> given) {
    this.insert = insert;
    this.conflict = conflict;
    this.table = table;
    this.text = text;
    this.given = given;
    this.keys = keys();
  }

  private AnalysisException error(String what) {
    return new AnalysisException("Cannot insert into \"" + table.name() + "\": " + what);
  }

  private List<TableDefinition.Key> keys() {
    List<TableDefinition.Key> all = table.definition().enforced();
    String known =
        all.stream().map(TableDefinition.Key::text).collect(Collectors.joining(", ", "[", "]"));
    if (all.isEmpty()) {
      throw error("ON CONFLICT needs a key, and the table has none; create it with PRIMARY KEY");
    }
    if (conflict.key().isEmpty()) {
      boolean isClear = all.size() == 1 || conflict.action() == Statement.ConflictAction.NOTHING;
      if (!isClear) {
        throw error(
            "it has the keys " + known + "; name the one that is meant, ON CONFLICT (columns)");
      }
      return all;
    }
    HashSet<String> wanted = new HashSet<>();
    for (Name name : conflict.key()) {
      wanted.add(table.schema().field(table.position("insert into", name)).name());
    }
    List<TableDefinition.Key> found =
        all.stream().filter(key -> new HashSet<>(key.columns()).equals(wanted)).toList();
    if (found.isEmpty()) {
      throw error("(" + String.join(", ", wanted) + ") is no key in " + known);
    }
    return List.of(found.getFirst());
  }

  // New rows that are in conflict with none before them

  /** Returns the query of the new rows with their numbers, over {@link #NEW}. */
  public String numbered() {
    return "SELECT *, row_number() OVER () AS " + POSITION + " FROM " + SqlParser.name(NEW);
  }

  /** Returns the query of those that the table has no key of, over {@link #LEFT}. */
  public String absent() {
    return "SELECT n.* FROM " + SqlParser.name(LEFT) + " AS n" + without(ChangedTable.ROWS);
  }

  /** Returns the query of those whose keys no row before them has, over {@link #LEFT}. */
  public String first() {
    return "SELECT * FROM "
        + SqlParser.name(LEFT)
        + keys.stream().map(this::isFirst).collect(Collectors.joining(" AND ", " QUALIFY ", ""));
  }

  private String isFirst(TableDefinition.Key key) {
    String columns = key.columns().stream().map(SqlParser::name).collect(Collectors.joining(", "));
    String unknown =
        key.columns().stream()
            .map(column -> SqlParser.name(column) + " IS NULL OR ")
            .collect(Collectors.joining());
    return "("
        + unknown
        + "row_number() OVER (PARTITION BY "
        + columns
        + " ORDER BY "
        + POSITION
        + ") = 1)";
  }

  /** Returns the query of the rows of {@link #LEFT} that are not in conflict with the first. */
  public String others() {
    String first = SqlParser.name(FIRST);
    return "SELECT n.* FROM "
        + SqlParser.name(LEFT)
        + " AS n ANTI JOIN "
        + first
        + " AS f ON n."
        + POSITION
        + " = f."
        + POSITION
        + without(FIRST);
  }

  private String without(String rows) {
    StringBuilder joins = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      String of = "k" + i;
      joins
          .append(" ANTI JOIN ")
          .append(SqlParser.name(rows))
          .append(" AS ")
          .append(of)
          .append(" ON ")
          .append(equal("n", of, keys.get(i)));
    }
    return joins.toString();
  }

  private static String equal(String left, String right, TableDefinition.Key key) {
    return key.columns().stream()
        .map(SqlParser::name)
        .map(column -> left + "." + column + " = " + right + "." + column)
        .collect(Collectors.joining(" AND "));
  }

  /** Returns the change that adds the rows of several names, for DO NOTHING. */
  public TableChange adding(List<String> added) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "SELECT "
            + table.columns()
            + ", CAST(NULL AS VARCHAR) AS "
            + TableChange.ACTION
            + " FROM "
            + SqlParser.name(ChangedTable.ROWS));
    for (String rows : added) {
      parts.add(
          "SELECT "
              + table.columns()
              + ", 'INSERT' AS "
              + TableChange.ACTION
              + " FROM "
              + SqlParser.name(rows));
    }
    TableChange.Step marked =
        new TableChange.Step(TableChange.MARKED, String.join(" UNION ALL ", parts));
    return change(List.of(marked));
  }

  // DO UPDATE

  /** Returns the change of DO UPDATE, and of OR REPLACE, over {@link #NEW}. */
  public TableChange updating() {
    List<TableChange.Step> steps = new ArrayList<>();
    steps.add(TableChange.numbered(table));
    steps.add(new TableChange.Step(LEFT, numbered()));
    steps.add(new TableChange.Step(FIRST, first()));
    steps.add(new TableChange.Step(TableChange.HITS, hits()));
    String added =
        "SELECT "
            + table.columns("n")
            + ", 'INSERT', CAST(NULL AS BIGINT) FROM "
            + SqlParser.name(FIRST)
            + " AS n"
            + without(ChangedTable.ROWS);
    steps.add(
        TableChange.marked(
            List.of(TableChange.untouched(table), TableChange.touched(table), added)));
    return change(steps);
  }

  private TableChange change(List<TableChange.Step> steps) {
    return new TableChange(
        insert, "inserted", table.row(insert.alias()), steps, text.items(insert.returning()));
  }

  private String hits() {
    String row = table.row(insert.alias());
    return "SELECT "
        + String.join(", ", updated(row))
        + ", CASE WHEN "
        + text.condition(conflict.where())
        + " THEN 'UPDATE' END AS "
        + TableChange.ACTION
        + ", "
        + TableChange.NUMBER
        + " FROM (SELECT t.*, "
        + excluded()
        + " AS "
        + EXCLUDED
        + " FROM "
        + SqlParser.name(TableChange.NUMBERED)
        + " AS t JOIN "
        + SqlParser.name(FIRST)
        + " AS n ON "
        + equal("n", "t", keys.getFirst())
        + ") AS "
        + row;
  }

  /** Returns the new row as a struct, so that names without it mean columns of the table. */
  private String excluded() {
    return table.schema().names().stream()
        .map(name -> "'" + name.replace("'", "''") + "': n." + SqlParser.name(name))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private List<String> updated(String row) {
    Map<Integer, Expression> values = table.set(conflict.columns());
    boolean replaces = conflict.action() == Statement.ConflictAction.REPLACE;
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      String name = SqlParser.name(table.schema().field(i).name());
      @Nullable Expression value = values.get(i);
      columns.add(
          value != null
              ? table.named(i, table.converted(i, value, text))
              : replaces && given.contains(i)
                  ? table.named(i, EXCLUDED + "." + name)
                  : row + "." + name);
    }
    return columns;
  }
}
