package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Types the rows of lists and maps. */
public final class Explodes {
  private Explodes() {}

  /** Returns the node with the schema that follows from its input. */
  public static LogicalPlan typed(LogicalPlan.Explode node) {
    Schema rows = node.input().schema();
    ExprTyper typer = new ExprTyper(rows, "Cannot explode");
    Field field = typer.field(node.column());
    int at = rows.indexOf(node.column()).orElseThrow();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (i != at) {
        fields.add(rows.field(i));
        continue;
      }
      switch (field.type()) {
        case DataType.ListOf(DataType element) -> fields.add(Field.of(node.column(), element));
        case DataType.MapOf map -> fields.addAll(map.entry().fields());
        case DataType other -> throw noList(field, other);
      }
    }
    if (node.position() != null) {
      fields.add(new Field(node.position(), DataType.INT64, node.keepsEmpty()));
    }
    Schema schema = ExprChecks.schema("Cannot explode", fields);
    return new LogicalPlan.Explode(
        node.input(), node.column(), node.keepsEmpty(), node.position(), schema);
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
