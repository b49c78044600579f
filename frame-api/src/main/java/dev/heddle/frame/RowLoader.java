package dev.heddle.frame;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.JavaValues;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.verb.ExprChecks;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows that users hand in into plans: a few become constants of the plan, many a table in
 * memory.
 */
final class RowLoader {
  /**
   * Constants travel with the plan and hold no memory until the session is closed; a thousand are
   * still small.
   */
  private static final int MAX_CONSTANT_VALUES = 1_000;

  private static final int MIN_YEAR = 1;
  private static final int MAX_YEAR = 9999;

  private RowLoader() {}

  static LogicalPlan load(Engine engine, Schema schema, List<@Nullable Object[]> rows) {
    Schema checked = ExprChecks.schema("Cannot make a frame", schema.fields());
    boolean isFlat = checked.fields().stream().noneMatch(field -> field.type().isNested());
    if (!isFlat || (long) rows.size() * checked.size() > MAX_CONSTANT_VALUES) {
      return engine.loadRows(checked, new CheckedRows(checked, rows.iterator()));
    }
    List<List<Expr.Literal>> constants = new ArrayList<>(rows.size());
    Iterator<@Nullable Object[]> values = new CheckedRows(checked, rows.iterator());
    boolean isPlain = true;
    while (values.hasNext()) {
      @Nullable Object[] row = values.next();
      isPlain &= Arrays.stream(row).allMatch(RowLoader::isPlain);
      constants.add(literals(checked, row));
    }
    if (!isPlain) {
      return engine.loadRows(checked, new CheckedRows(checked, rows.iterator()));
    }
    return new LogicalPlan.Values(checked, constants);
  }

  /** Returns whether plans hold the value as a constant: not so of years that SQL cannot spell. */
  private static boolean isPlain(@Nullable Object value) {
    int year =
        switch (value) {
          case LocalDate v -> v.getYear();
          case LocalDateTime v -> v.getYear();
          case Instant v -> v.atOffset(ZoneOffset.UTC).getYear();
          case null, default -> MIN_YEAR;
        };
    return year >= MIN_YEAR && year <= MAX_YEAR;
  }

  private static List<Expr.Literal> literals(Schema schema, @Nullable Object[] row) {
    List<Expr.Literal> literals = new ArrayList<>(row.length);
    for (int i = 0; i < row.length; i++) {
      literals.add(new Expr.Literal(JavaValues.literalValue(row[i]), schema.field(i).type()));
    }
    return literals;
  }

  /** Rows with every value checked and converted on the way. */
  private static final class CheckedRows implements Iterator<@Nullable Object[]> {
    private final Schema schema;
    private final Iterator<@Nullable Object[]> rows;
    private long row;

    CheckedRows(Schema schema, Iterator<@Nullable Object[]> rows) {
      this.schema = schema;
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public @Nullable Object[] next() {
      @Nullable Object[] values = rows.next();
      if (values == null) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot take row " + row + ": it is null, not an array");
      }
      if (values.length != schema.size()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot take row "
                + row
                + ": it has "
                + values.length
                + " values for "
                + schema.size()
                + " columns");
      }
      @Nullable Object[] checked = new Object[values.length];
      for (int i = 0; i < values.length; i++) {
        checked[i] = JavaValues.checked(values[i], schema.field(i), row);
      }
      row++;
      return checked;
    }
  }
}
