package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Gives the positions of rows in their file, which no file stores. */
final class RowNumberReader implements ChunkReader {
  private static final int NOT_STORED = -1;

  private final MemoryAccount account;
  private long next;

  RowNumberReader(MemoryAccount account) {
    this.account = account;
  }

  /** Returns the column that stands for row numbers among those of a file. */
  static ParquetColumn column() {
    return new ParquetColumn(
        "row number",
        NOT_STORED,
        org.apache.parquet.format.Type.INT64,
        Long.BYTES,
        DataType.INT64,
        false,
        Conversion.NONE,
        ParquetColumn.BoundOrder.SIGNED);
  }

  static boolean is(ParquetColumn column) {
    return column.leaf() == NOT_STORED;
  }

  /** Returns what stands for the row numbers of a row group: nothing to read, but with bounds. */
  static ChunkInfo chunk(RowGroupInfo group) {
    long first = group.firstRow();
    return ChunkInfo.notStored(
        new ChunkStatistics(bytes(first), bytes(first + group.rows() - 1), 0, group.rows(), 0),
        group.rows());
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  @Override
  public void start(
      PartReads reads,
      String file,
      ParquetColumn column,
      ChunkInfo chunk,
      int rowGroup,
      long rows) {
    byte[] first = chunk.statistics().minimum();
    next = first == null ? 0 : ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  @Override
  public void skip(long rows) {
    next += rows;
  }

  @Override
  public void announce(int rows) {}

  @Override
  public Column read(int rows, boolean wantsCodes) {
    Buffer values = account.allocate((long) Long.BYTES * rows);
    long address = values.address();
    for (int i = 0; i < rows; i++) {
      Memory.putLong(address + (long) Long.BYTES * i, next + i);
    }
    next += rows;
    return Column.fixed(DataType.INT64, rows, values, null);
  }

  @Override
  public Column pick(int rows, long positions, int count, boolean wantsCodes) {
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
