package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a column of lists or maps becomes rows; see {@link DataFrame#explode(Explode)}. Immutable.
 *
 * @param column the column
 * @param keepsEmpty whether a row whose list is null or empty stays, with null in the list's place
 * @param position name of a further column with the positions of the elements from 1; null for none
 */
public record Explode(String column, boolean keepsEmpty, @Nullable String position) {
  /** Checks that nothing is missing. */
  public Explode {
    requireNonNull(column, "column is null");
  }

  /** Starts with a column of lists or maps; rows without elements are left out. */
  public static Explode of(String column) {
    return new Explode(column, false, null);
  }

  /** Keeps rows whose list is null or empty, with null in the list's place. */
  public Explode keepingEmpty() {
    return new Explode(column, true, position);
  }

  /** Adds a column with the positions of the elements from 1. */
  public Explode withPosition(String name) {
    return new Explode(column, keepsEmpty, requireNonNull(name, "name is null"));
  }

  LogicalPlan apply(LogicalPlan input) {
    ExprTyper typer = new ExprTyper(input.schema(), "Cannot explode");
    Field field = typer.field(column);
    int at = input.schema().indexOf(column).orElseThrow();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < input.schema().size(); i++) {
      if (i != at) {
        fields.add(input.schema().field(i));
        continue;
      }
      switch (field.type()) {
        case DataType.ListOf(DataType element) -> fields.add(Field.of(column, element));
        case DataType.MapOf map -> fields.addAll(map.entry().fields());
        case DataType other -> throw noList(field, other);
      }
    }
    if (position != null) {
      fields.add(new Field(position, DataType.INT64, keepsEmpty));
    }
    Schema schema = ExprChecks.schema("Cannot explode", fields);
    return new LogicalPlan.Explode(input, column, keepsEmpty, position, schema);
  }

  private static AnalysisException noList(Field field, DataType type) {
    return new AnalysisException(
        "Cannot explode: column \""
            + field.name()
            + "\" is "
            + type.sqlName()
            + ", not a list or map");
  }
}
