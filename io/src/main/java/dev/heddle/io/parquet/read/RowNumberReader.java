package dev.heddle.io.parquet.read;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.decode.ChunkReader;
import dev.heddle.io.parquet.decode.ValueForm;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.RowNumberColumn;

/** Gives the positions of rows in their file, which no file stores. */
final class RowNumberReader implements ChunkReader {
  private final MemoryAccount account;
  private long next;

  RowNumberReader(MemoryAccount account) {
    this.account = account;
  }

  @Override
  public void start(
      PartReads reads,
      String file,
      ParquetColumn column,
      ChunkInfo chunk,
      int rowGroup,
      long rows) {
    next = RowNumberColumn.firstRow(chunk);
  }

  @Override
  public void skip(long rows) {
    next += rows;
  }

  @Override
  public void announce(int rows) {}

  @Override
  public Column read(int rows, ValueForm form) {
    Buffer values = account.allocate((long) Long.BYTES * rows);
    long address = values.address();
    for (int i = 0; i < rows; i++) {
      Memory.putLong(address + (long) Long.BYTES * i, next + i);
    }
    next += rows;
    return Column.fixed(DataType.INT64, rows, values, null);
  }

  @Override
  public Column pick(int rows, long positions, int count, ValueForm form) {
    Buffer values = account.allocate((long) Long.BYTES * count);
    long address = values.address();
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(positions + 4L * i);
      Memory.putLong(address + (long) Long.BYTES * i, next + position);
    }
    next += rows;
    return Column.fixed(DataType.INT64, count, values, null);
  }

  @Override
  public void close() {}
}
