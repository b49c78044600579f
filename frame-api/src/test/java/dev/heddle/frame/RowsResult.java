package dev.heddle.frame;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A result over rows on the heap, cut into batches of two. */
record RowsResult(Schema schema, List<@Nullable Object[]> rows) implements QueryResult {
  private static final int BATCH_ROWS = 2;

  @Override
  public long rowCount() {
    return rows.size();
  }

  @Override
  public List<ResultBatch> batches() {
    return IntStream.iterate(0, i -> i < rows.size(), i -> i + BATCH_ROWS)
        .<ResultBatch>mapToObj(
            i -> new Batch(schema, rows.subList(i, Math.min(i + BATCH_ROWS, rows.size()))))
        .toList();
  }

  @Override
  public ZoneId timeZone() {
    return ZoneId.of("UTC");
  }

  @Override
  public QueryProfile profile() {
    return new QueryProfile(List.of(), List.of(), List.of(), null, 0, 0, Optional.empty());
  }

  @Override
  public void close() {}

  private record Batch(Schema schema, List<@Nullable Object[]> rows) implements ResultBatch {
    @Override
    public int rowCount() {
      return rows.size();
    }

    @Override
    public ResultColumn column(int index) {
      return new Column(schema.field(index).type(), index, rows);
    }
  }

  private record Column(DataType type, int index, List<@Nullable Object[]> rows)
      implements ResultColumn {
    private Object held(int row) {
      return Objects.requireNonNull(rows.get(row)[index], "value is null");
    }

    @Override
    public boolean isNull(int row) {
      return rows.get(row)[index] == null;
    }

    @Override
    public boolean booleanValue(int row) {
      return (Boolean) held(row);
    }

    @Override
    public long longValue(int row) {
      return switch (held(row)) {
        case LocalDate v -> v.toEpochDay();
        case LocalTime v -> v.toNanoOfDay() / 1_000;
        case LocalDateTime v -> ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), v);
        case Instant v -> ChronoUnit.MICROS.between(Instant.EPOCH, v);
        case Number v -> v.longValue();
        default -> throw new IllegalStateException("no long");
      };
    }

    @Override
    public double doubleValue(int row) {
      return ((Number) held(row)).doubleValue();
    }

    @Override
    public BigDecimal decimalValue(int row) {
      return (BigDecimal) held(row);
    }

    @Override
    public UUID uuidValue(int row) {
      return (UUID) held(row);
    }

    @Override
    public String textValue(int row) {
      return (String) held(row);
    }

    @Override
    public byte[] binaryValue(int row) {
      return (byte[]) held(row);
    }

    @Override
    public CalendarInterval intervalValue(int row) {
      return (CalendarInterval) held(row);
    }

    @Override
    public ResultColumn child(int child) {
      throw new IllegalStateException("no nested columns");
    }

    @Override
    public int listStart(int row) {
      throw new IllegalStateException("no nested columns");
    }

    @Override
    public int listLength(int row) {
      throw new IllegalStateException("no nested columns");
    }
  }
}
