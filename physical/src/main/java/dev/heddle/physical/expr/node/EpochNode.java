package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Seconds since 1970-01-01, of the day, or of an interval: whole years have 365.25 days, further
 * months 30.
 */
public final class EpochNode extends StrictNode {
  private static final long SECONDS_PER_DAY = 86_400;
  private static final int SECONDS_PER_YEAR = 31_557_600;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_MONTH = 30;

  public EpochNode(Node input) {
    super(DataType.FLOAT64, List.of(input));
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    long values = operands[0].values();
    try (Output output = new Output(DataType.FLOAT64, rows)) {
      for (int i = 0; i < rows.count(); i++) {
        Memory.putDouble(output.values() + 8L * i, seconds(values, i));
      }
      return output.build(validity);
    }
  }

  private double seconds(long values, int row) {
    return switch (arguments[0].type) {
      case DataType.Date _ -> (double) (Memory.getInt(values + 4L * row) * SECONDS_PER_DAY);
      case DataType.Time _ -> Memory.getLong(values + 8L * row) / 1e6;
      case DataType.Timestamp timestamp ->
          (double) Memory.getLong(values + 8L * row) / timestamp.unit().perSecond();
      default -> {
        long interval = values + 16L * row;
        int months = Memory.getInt(interval);
        long years = months / MONTHS_PER_YEAR;
        long days =
            (long) (months % MONTHS_PER_YEAR) * DAYS_PER_MONTH + Memory.getInt(interval + 4);
        yield years * SECONDS_PER_YEAR
            + days * SECONDS_PER_DAY
            + Memory.getLong(interval + 8) / 1e9;
      }
    };
  }
}
