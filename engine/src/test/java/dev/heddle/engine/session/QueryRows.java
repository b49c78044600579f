package dev.heddle.engine.session;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of results as lists of values, to be compared. */
final class QueryRows {
  private QueryRows() {}

  /** Returns the rows; the result stays open. */
  static List<List<@Nullable Object>> of(QueryResult result) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Row row : result) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < row.schema().size(); i++) {
        values.add(row.value(i));
      }
      rows.add(values);
    }
    return rows;
  }

  /** Returns rows as texts that are equal if the rows are, in whatever order they come. */
  static List<String> bag(List<List<@Nullable Object>> rows) {
    return rows.stream().map(List::toString).sorted().toList();
  }
}
