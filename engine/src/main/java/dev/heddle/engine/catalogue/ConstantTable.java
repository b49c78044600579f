package dev.heddle.engine.catalogue;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans of constant rows. Columns that have one value in all rows are computed above the
 * others, so that a wide table that is mostly null stays a small plan. Stateless.
 */
final class ConstantTable {
  private ConstantTable() {}

  /**
   * Returns the rows.
   *
   * @param schema nullable columns
   * @param rows one value for each column, of the classes that {@link Expr.Literal} takes
   */
  static LogicalPlan of(Schema schema, List<@Nullable Object[]> rows) {
    if (rows.isEmpty()) {
      return new LogicalPlan.Values(schema, List.of());
    }
    List<Integer> kept = new ArrayList<>();
    List<NamedExpr> columns = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      Field field = schema.field(c);
      boolean isKept = c == 0 || !isConstant(rows, c);
      Expr value =
          isKept
              ? new Expr.BoundColumn(kept.size(), field.name())
              : literal(field, rows.getFirst()[c]);
      columns.add(new NamedExpr(field.name(), value));
      if (isKept) {
        kept.add(c);
      }
    }
    List<List<Expr.Literal>> literals = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      literals.add(kept.stream().map(c -> literal(schema.field(c), row[c])).toList());
    }
    Schema narrow = new Schema(kept.stream().map(schema::field).toList());
    LogicalPlan values = new LogicalPlan.Values(narrow, literals);
    return kept.size() == schema.size() ? values : new LogicalPlan.Project(values, columns, schema);
  }

  private static Expr.Literal literal(Field field, @Nullable Object value) {
    return new Expr.Literal(value, field.type());
  }

  private static boolean isConstant(List<@Nullable Object[]> rows, int column) {
    Object first = rows.getFirst()[column];
    return rows.stream().allMatch(row -> Objects.equals(row[column], first));
  }
}
