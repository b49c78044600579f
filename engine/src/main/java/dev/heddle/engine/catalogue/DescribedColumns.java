package dev.heddle.engine.catalogue;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What DESCRIBE says of a plan's columns. Stateless. */
public final class DescribedColumns {
  public static final Schema SCHEMA =
      Schema.of(
          new Field("column", DataType.STRING, false),
          new Field("type", DataType.STRING, false),
          new Field("nullable", DataType.BOOL, false));

  private DescribedColumns() {}

  /** Returns a row for each column. */
  public static List<@Nullable Object[]> of(LogicalPlan plan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Field field : plan.schema().fields()) {
      rows.add(
          new Object[] {
            field.name(), unreadable(plan, field).orElse(field.type().sqlName()), field.nullable()
          });
    }
    return rows;
  }

  /**
   * Returns why a column cannot be read that is one of a source, perhaps by another name: its type
   * only fills the place.
   */
  private static Optional<String> unreadable(LogicalPlan plan, Field field) {
    Schema schema = plan.schema();
    if (plan instanceof LogicalPlan.Scan && schema.whyUnreadable(field.name()).isPresent()) {
      return schema.indexOf(field.name()).stream()
          .filter(i -> schema.field(i).type().equals(field.type()))
          .mapToObj(schema::typeText)
          .findFirst();
    }
    Field below = field;
    if (plan instanceof LogicalPlan.Project project) {
      Optional<String> column = column(project, schema.indexOf(field.name()));
      if (column.isEmpty()) {
        return Optional.empty();
      }
      below = Field.of(column.get(), field.type());
    }
    for (LogicalPlan input : plan.inputs()) {
      Optional<String> why = unreadable(input, below);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  /** Returns the column that a projection passes on, with a name of its own or without. */
  private static Optional<String> column(LogicalPlan.Project project, OptionalInt position) {
    if (position.isEmpty()) {
      return Optional.empty();
    }
    Expr expr = project.columns().get(position.getAsInt()).expr();
    while (expr instanceof Expr.Alias alias) {
      expr = alias.operand();
    }
    return switch (expr) {
      case Expr.Column column -> Optional.of(column.name());
      case Expr.BoundColumn column ->
          Optional.of(project.input().schema().field(column.index()).name());
      default -> Optional.empty();
    };
  }
}
