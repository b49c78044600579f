package dev.heddle.jdbc.feed;

import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of integers, booleans and text that are there already, as one batch: those of the
 * catalogue, of {@code SHOW} and {@code DESCRIBE} and their like.
 */
public final class HeapCursor implements RowCursor {
  private final Schema schema;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;
  private boolean isRead;
  private boolean isClosed;

  /**
   * Copies rows.
   *
   * @param rows one value a column: {@code Boolean, Short, Integer, Long, String} or null
   */
  public HeapCursor(Schema schema, List<@Nullable Object[]> rows) {
    this.schema = schema;
    this.allocator = new RootAllocator();
    this.root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema), allocator);
    try {
      for (int column = 0; column < schema.size(); column++) {
        FieldVector vector = root.getVector(column);
        vector.allocateNew();
        for (int row = 0; row < rows.size(); row++) {
          set(vector, row, rows.get(row)[column]);
        }
      }
      root.setRowCount(rows.size());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static void set(FieldVector vector, int row, @Nullable Object value) {
    switch (vector) {
      case FieldVector v when value == null -> v.setNull(row);
      case VarCharVector v -> v.setSafe(row, text(value));
      case BigIntVector v -> v.setSafe(row, ((Number) value).longValue());
      case IntVector v -> v.setSafe(row, ((Number) value).intValue());
      case SmallIntVector v -> v.setSafe(row, ((Number) value).intValue());
      case BitVector v -> v.setSafe(row, (Boolean) value ? 1 : 0);
      default -> throw new IllegalStateException("No rows on the heap of " + vector.getField());
    }
  }

  private static byte[] text(Object value) {
    return value.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether columns of a type can be held. */
  public static boolean isHeld(DataType type) {
    return type instanceof DataType.Str
        || type instanceof DataType.Int64
        || type instanceof DataType.Int32
        || type instanceof DataType.Int16
        || type instanceof DataType.Bool;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean next() {
    boolean hasRows = !isRead && root.getRowCount() > 0;
    isRead = true;
    return hasRows;
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      root.close();
      allocator.close();
    }
  }
}
