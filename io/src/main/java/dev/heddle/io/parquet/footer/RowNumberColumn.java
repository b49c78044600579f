package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.Type;

/** Describes the positions of rows in their file as a column, which no file stores. */
public final class RowNumberColumn {
  private static final int NOT_STORED = -1;

  private RowNumberColumn() {}

  /** Returns the column that represents row numbers among those of a file. */
  static ParquetColumn column() {
    return new ParquetColumn(
        "row number",
        NOT_STORED,
        Type.INT64,
        Long.BYTES,
        DataType.INT64,
        false,
        Conversion.NONE,
        ParquetColumn.BoundOrder.SIGNED);
  }

  /** Returns whether a column is the one of row numbers. */
  public static boolean is(ParquetColumn column) {
    return column.leaf() == NOT_STORED;
  }

  /**
   * Returns the chunk of a row group's row numbers, counted from a number: nothing to read, but
   * with bounds.
   */
  static ChunkInfo chunk(RowGroupInfo group, long start) {
    long first = start + group.firstRow();
    return ChunkInfo.notStored(
        new ChunkStatistics(bytes(first), bytes(first + group.rows() - 1), 0, group.rows(), 0),
        group.rows());
  }

  /** Returns the first row number of a chunk of row numbers. */
  public static long firstRow(ChunkInfo chunk) {
    byte[] first = chunk.statistics().minimum();
    return first == null ? 0 : ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
