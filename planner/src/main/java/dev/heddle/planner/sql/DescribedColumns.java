package dev.heddle.planner.sql;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
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
          new Field("column_name", DataType.STRING, false),
          new Field("column_type", DataType.STRING, false),
          new Field("null", DataType.STRING, false),
          new Field("key", DataType.STRING, true),
          new Field("default", DataType.STRING, true),
          new Field("extra", DataType.STRING, true));

  private DescribedColumns() {}

  /** Returns a row for each column; that a column has no nulls is said of those of tables alone. */
  public static List<@Nullable Object[]> of(LogicalPlan plan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    boolean isTable = isTable(plan);
    for (Field field : plan.schema().fields()) {
      String type = unreadable(plan, field).orElse(field.type().sqlName());
      String nullable = isTable && !field.nullable() ? "NO" : "YES";
      rows.add(new Object[] {field.name(), type, nullable, null, null, null});
    }
    return rows;
  }

  /** Returns whether a plan is all columns of a table of the session. */
  private static boolean isTable(LogicalPlan plan) {
    return switch (plan) {
      case LogicalPlan.Scan scan -> scan.source() instanceof Source.Memory;
      case LogicalPlan.Project project ->
          project.schema().names().equals(project.input().schema().names())
              && isTable(project.input());
      default -> false;
    };
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
