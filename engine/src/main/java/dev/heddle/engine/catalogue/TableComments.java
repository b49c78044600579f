package dev.heddle.engine.catalogue;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What COMMENT ON has said of a table or view. Immutable.
 *
 * @param text of the table itself; null without
 * @param columns of columns, by their exact names
 */
public record TableComments(@Nullable String text, Map<String, String> columns) {
  /** None. */
  public static final TableComments NONE = new TableComments(null, Map.of());

  /** Copies the map. */
  public TableComments {
    columns = Map.copyOf(columns);
  }

  TableComments withText(@Nullable String other) {
    return new TableComments(other, columns);
  }

  TableComments withColumn(String column, @Nullable String other) {
    Map<String, String> all = new TreeMap<>(columns);
    if (other == null) {
      all.remove(column);
    } else {
      all.put(column, other);
    }
    return new TableComments(text, all);
  }

  /** Returns those of a table one of whose columns has another name. */
  TableComments renamed(String from, String to) {
    String comment = columns.get(from);
    return comment == null ? this : withColumn(from, null).withColumn(to, comment);
  }
}
