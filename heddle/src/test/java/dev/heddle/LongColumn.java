package dev.heddle;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A column of one stored integer, which may be none of its type's values; not for other calls. */
record LongColumn(DataType type, long stored) implements ResultColumn {
  /** Returns a result of this column alone. */
  QueryResult result(Schema schema) {
    ResultBatch batch =
        new ResultBatch() {
          @Override
          public int rowCount() {
            return 1;
          }

          @Override
          public ResultColumn column(int index) {
            return LongColumn.this;
          }
        };
    return new OneBatch(schema, batch);
  }

  private record OneBatch(Schema schema, ResultBatch batch) implements QueryResult {
    @Override
    public long rowCount() {
      return 1;
    }

    @Override
    public List<ResultBatch> batches() {
      return List.of(batch);
    }

    @Override
    public ZoneId timeZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public QueryProfile profile() {
      return new QueryProfile(List.of(), List.of(), List.of(), null, 0, 0, Optional.empty());
    }

    @Override
    public void close() {}
  }

  @Override
  public boolean isNull(int row) {
    return false;
  }

  @Override
  public long longValue(int row) {
    return stored;
  }

  @Override
  public boolean booleanValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public double doubleValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public BigDecimal decimalValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public UUID uuidValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public String textValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public byte[] binaryValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public CalendarInterval intervalValue(int row) {
    throw new AssertionError(type);
  }

  @Override
  public ResultColumn child(int index) {
    throw new AssertionError(type);
  }

  @Override
  public int listStart(int row) {
    throw new AssertionError(type);
  }

  @Override
  public int listLength(int row) {
    throw new AssertionError(type);
  }
}
