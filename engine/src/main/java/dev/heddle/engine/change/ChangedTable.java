package dev.heddle.engine.change;

import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table that a statement changes, by what its name means before.
 *
 * @param name spelled exactly
 */
public record ChangedTable(String name, Schema schema, TableDefinition definition) {
  /**
   * The name under which the rows of the table are given to the queries of a change, whatever
   * schema it is in: its own name may mean another table there.
   */
  public static final String ROWS = "$table";

  /** Returns the columns behind a name that precedes each, as it is written in SQL. */
  String columns(String of) {
    return schema.names().stream()
        .map(column -> of + "." + SqlParser.name(column))
        .collect(Collectors.joining(", "));
  }

  /** Returns the columns, as they are written in SQL. */
  public String columns() {
    return schema.names().stream().map(SqlParser::name).collect(Collectors.joining(", "));
  }

  /** Returns the name of the table in expressions, as it is written in SQL. */
  String row(@Nullable Name alias) {
    return SqlParser.name(alias == null ? name : alias.text());
  }

  /**
   * Returns the position of a column.
   *
   * @param verb what is done with the table, for the message
   * @throws AnalysisException if there is none
   */
  public int position(String verb, Name column) {
    return position(name, schema, verb, column);
  }

  /**
   * Returns the position of a column that is not generated.
   *
   * @param verb what is done with the table, for the message
   */
  int givenPosition(String verb, Name column) {
    int at = position(verb, column);
    GeneratedColumns.requireGiven(verb, name, schema.field(at).name(), definition);
    return at;
  }

  /** Returns the positions of the columns that are not generated. */
  List<Integer> givenPositions() {
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      if (!definition.generated().containsKey(schema.field(i).name())) {
        given.add(i);
      }
    }
    return given;
  }

  /**
   * Returns the position of a table's column.
   *
   * @param verb what is done with the table, for the message
   * @throws AnalysisException if there is none
   */
  public static int position(String table, Schema schema, String verb, Name column) {
    int found = schema.indexOf(column.text()).orElse(-1);
    for (int i = 0; i < schema.size() && found < 0; i++) {
      if (column.mayMean(schema.field(i).name())) {
        found = i;
      }
    }
    if (found < 0) {
      throw new AnalysisException(
          "Cannot "
              + verb
              + " \""
              + table
              + "\": "
              + NearestNames.missing("column", column.text(), schema.names()));
    }
    return found;
  }

  /** Returns what columns are set to, by their positions. */
  public Map<Integer, Expression> set(List<Statement.SetColumn> columns) {
    Map<Integer, Expression> values = new LinkedHashMap<>();
    for (Statement.SetColumn column : columns) {
      int at = givenPosition("update", column.column());
      if (values.put(at, column.value()) != null) {
        throw new AnalysisException(
            "Cannot update \""
                + name
                + "\": column \""
                + column.column().text()
                + "\" is set twice");
      }
    }
    return values;
  }

  /** Returns a value in a column's type, as SQL. */
  String converted(int column, String value) {
    return "CAST(" + value + " AS " + schema.field(column).type().sqlName() + ")";
  }

  /** Returns a value of a statement, or a column's default, in the column's type, as SQL. */
  String converted(int column, Expression value, StatementText text) {
    return converted(
        column,
        value instanceof Expression.DefaultValue
            ? definition.defaultText(schema.field(column).name())
            : "(" + text.numbered(value) + ")");
  }

  /** Returns a column under its name, of a value in SQL. */
  String named(int column, String value) {
    Field field = schema.field(column);
    return value + " AS " + SqlParser.name(field.name());
  }
}
