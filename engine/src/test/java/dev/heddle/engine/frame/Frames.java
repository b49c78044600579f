package dev.heddle.engine.frame;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small frames for tests, and results as text. */
final class Frames {
  private Frames() {}

  /** Five orders with nulls in every column but the first. */
  static DataFrame orders(Session session) {
    Schema schema =
        Schema.of(
            new Field("id", DataType.INT64, false),
            Field.of("customer", DataType.INT32),
            Field.of("status", DataType.STRING),
            Field.of("price", new DataType.Decimal(15, 2)),
            Field.of("weight", DataType.FLOAT64),
            Field.of("due", DataType.DATE),
            Field.of("seen", DataType.TIMESTAMP));
    return session.from(
        schema,
        List.of(
            row(1L, 10, "open", "10.50", 1.5, "2024-01-31", "2024-01-31T10:11:12.123456"),
            row(2L, 20, "done", "20.00", Double.NaN, "2024-02-29", "2024-02-29T23:59:59"),
            row(3L, 10, "open", "-5.25", -0.0, "1969-12-31", "1969-12-31T23:59:59.999999"),
            row(4L, 30, "done", "20.00", 4.25, "2024-12-31", "2024-12-31T00:00:00"),
            row(5L, null, null, null, null, null, null)));
  }

  private static @Nullable Object[] row(
      Long id,
      @Nullable Integer customer,
      @Nullable String status,
      @Nullable String price,
      @Nullable Double weight,
      @Nullable String due,
      @Nullable String seen) {
    return new Object[] {
      id,
      customer,
      status,
      price == null ? null : new BigDecimal(price),
      weight,
      due == null ? null : LocalDate.parse(due),
      seen == null ? null : LocalDateTime.parse(seen)
    };
  }

  /** Three customers; 40 has no order, order 30 no customer. */
  static DataFrame customers(Session session) {
    Schema schema =
        Schema.of(
            new Field("customer", DataType.INT64, false),
            Field.of("name", DataType.STRING),
            Field.of("status", DataType.STRING));
    return session.from(
        schema,
        List.of(
            new Object[] {10L, "Ada", "gold"},
            new Object[] {20L, "Grace", null},
            new Object[] {40L, "Alan", "gold"}));
  }

  /** The rows of a result as text, in their order. */
  static List<String> texts(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> texts = new ArrayList<>();
      result.forEach(row -> texts.add(row.toString()));
      return texts;
    }
  }

  /** The values of an expression for the rows of a frame in the order of column {@code id}. */
  static List<String> values(DataFrame frame, Expr expr) {
    DataFrame named = frame.withColumn("value", expr).sort("id").select("value");
    List<String> values = new ArrayList<>();
    for (String text : texts(named)) {
      values.add(text.substring(1, text.length() - 1));
    }
    return values;
  }
}
