package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.time.DateParts;
import dev.heddle.physical.kernel.time.LocalTimes;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a date, time or timestamp; of a timestamp with zone, in the session's zone. */
public final class DatePartNode extends StrictNode {
  private final DateParts.Part part;
  private final @Nullable LocalTimes local;

  public DatePartNode(DateParts.Part part, Node input, ZoneId zone) {
    super(DataType.INT64, List.of(input));
    this.part = part;
    this.local = LocalTimes.ofType(input.type, zone);
  }

  @Override
  Column compute(Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    try (Output output = new Output(DataType.INT64, rows)) {
      long to = output.values();
      long from = operands[0].values();
      switch (arguments[0].type) {
        case DataType.Date _ -> DateParts.ofDays(part, from, count, to);
        case DataType.Time _ -> DateParts.ofTimestamps(part, from, 1_000_000, count, to);
        case DataType.Timestamp timestamp -> {
          long steps = timestamp.unit().perSecond();
          if (local != null) {
            local.toLocal(from, count, to);
            from = to;
          }
          DateParts.ofTimestamps(part, from, steps, count, to);
        }
        default -> throw new IllegalStateException("No date: " + arguments[0].type.sqlName());
      }
      return output.build(validity);
    }
  }
}
