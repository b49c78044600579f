package dev.heddle.engine.session;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.values.ValueAppender;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns rows of Java values, as {@link dev.heddle.frame.Row#value} gives them, into batches. */
final class RowBatches implements AutoCloseable {
  private final Schema schema;
  private final MemoryAccount account;
  private final List<ColumnBuilder> builders = new ArrayList<>();

  RowBatches(Schema schema, MemoryAccount account) {
    this.schema = schema;
    this.account = account;
    for (Field field : schema.fields()) {
      builders.add(new ColumnBuilder(field.type(), account));
    }
  }

  /** Returns a batch of the next rows, at most {@link Batch#MAX_ROWS}; without rows at the end. */
  Batch next(Iterator<@Nullable Object[]> rows) {
    int count = 0;
    while (count < Batch.MAX_ROWS && rows.hasNext()) {
      @Nullable Object[] row = rows.next();
      if (row.length != schema.size()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot load a row of " + row.length + " values into " + schema.size() + " columns");
      }
      for (int i = 0; i < row.length; i++) {
        append(i, row[i]);
      }
      count++;
    }
    Column[] columns = new Column[builders.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders.get(i).build();
    }
    return Batch.of(account, count, columns);
  }

  private void append(int index, @Nullable Object value) {
    ColumnBuilder builder = builders.get(index);
    if (value == null) {
      builder.appendNull();
      return;
    }
    try {
      ValueAppender.append(builder, schema.field(index).type(), value);
    } catch (ClassCastException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot load a "
              + value.getClass().getSimpleName()
              + " into column \""
              + schema.field(index).name()
              + "\" of type "
              + schema.field(index).type().sqlName(),
          e);
    }
  }

  @Override
  public void close() {
    builders.forEach(ColumnBuilder::close);
  }
}
