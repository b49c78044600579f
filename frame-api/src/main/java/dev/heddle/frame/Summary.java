package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.quantile;
import static dev.heddle.frame.expr.Functions.stddev;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes {@code describe}: one aggregation over all columns, turned on its side. */
final class Summary {
  private static final List<String> STATISTICS =
      List.of("count", "null_count", "mean", "std", "min", "25%", "50%", "75%", "max");

  private Summary() {}

  static DataFrame describe(Session session, DataFrame frame) {
    List<Field> columns = frame.schema().fields();
    List<Expr> aggregates = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      for (int s = 0; s < STATISTICS.size(); s++) {
        Expr statistic = statistic(STATISTICS.get(s), columns.get(c));
        if (statistic != null) {
          aggregates.add(statistic.named(cellName(c, s)));
        }
      }
    }
    try (QueryResult result = frame.agg(aggregates.toArray(Expr[]::new)).collect()) {
      return session.from(
          schema(columns), rows(columns, result.iterator().next(), result.timeZone()));
    }
  }

  private static String cellName(int column, int statistic) {
    return column + "." + statistic;
  }

  private static Schema schema(List<Field> columns) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("statistic", DataType.STRING, false));
    for (Field column : columns) {
      DataType type = column.type().isNumeric() ? DataType.FLOAT64 : DataType.STRING;
      fields.add(Field.of(column.name(), type));
    }
    return new Schema(fields);
  }

  private static List<@Nullable Object[]> rows(List<Field> columns, Row totals, ZoneId zone) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int s = 0; s < STATISTICS.size(); s++) {
      @Nullable Object[] row = new Object[columns.size() + 1];
      row[0] = STATISTICS.get(s);
      for (int c = 0; c < columns.size(); c++) {
        var index = totals.schema().indexOf(cellName(c, s));
        Object value = index.isPresent() ? totals.value(index.getAsInt()) : null;
        row[c + 1] = cell(value, columns.get(c).type(), zone);
      }
      rows.add(row);
    }
    return rows;
  }

  private static @Nullable Object cell(@Nullable Object value, DataType columnType, ZoneId zone) {
    if (value == null) {
      return null;
    }
    return columnType.isNumeric() ? ((Number) value).doubleValue() : TextTable.cell(value, zone);
  }

  private static @Nullable Expr statistic(String name, Field field) {
    Expr column = col(field.name());
    boolean isNumber = field.type().isNumeric();
    boolean isOrdered =
        TypeCoercion.isOrdered(field.type()) && !(field.type() instanceof DataType.Null);
    return switch (name) {
      case "count" -> count(column);
      case "null_count" -> count().filter(column.isNull());
      case "mean" -> isNumber ? avg(column) : null;
      case "std" -> isNumber ? stddev(column) : null;
      case "min" -> isOrdered ? min(column) : null;
      case "25%" -> isNumber ? quantile(column, 0.25) : null;
      case "50%" -> isNumber ? quantile(column, 0.5) : null;
      case "75%" -> isNumber ? quantile(column, 0.75) : null;
      case "max" -> isOrdered ? max(column) : null;
      default -> throw new IllegalStateException("no statistic: " + name);
    };
  }
}
