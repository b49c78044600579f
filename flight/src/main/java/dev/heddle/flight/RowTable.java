package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A few rows that are known: of metadata, or how many rows a statement has changed.
 *
 * @param schema Utf8, Binary, Bool, Int32, Int64 and lists of Utf8
 * @param rows a value a column: String, byte[], Boolean, Integer, Long or a list of String
 */
record RowTable(Schema schema, List<@Nullable Object[]> rows) {
  /** Returns whether the columns of a result can be copied. */
  static boolean holds(dev.heddle.frame.schema.Schema columns) {
    return columns.fields().stream()
        .map(Field::type)
        .allMatch(
            type ->
                type instanceof DataType.Str
                    || type instanceof DataType.Binary
                    || type instanceof DataType.Bool
                    || type instanceof DataType.Int32
                    || type instanceof DataType.Int64);
  }

  /** Copies the rows of a result, which stays the caller's. */
  static RowTable of(QueryResult result) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    result.forEach(row -> rows.add(row.toArray()));
    return new RowTable(ArrowTypes.toArrow(result.schema()), rows);
  }

  /** Returns the rows as vectors, which the caller closes. */
  VectorSchemaRoot root(BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    try {
      root.allocateNew();
      for (int row = 0; row < rows.size(); row++) {
        Object[] values = rows.get(row);
        for (int column = 0; column < values.length; column++) {
          if (values[column] != null) {
            put(root.getVector(column), row, requireNonNull(values[column]));
          }
        }
      }
      root.setRowCount(rows.size());
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static void put(FieldVector vector, int row, Object value) {
    switch (vector) {
      case VarCharVector v -> v.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VarBinaryVector v -> v.setSafe(row, (byte[]) value);
      case BitVector v -> v.setSafe(row, (Boolean) value ? 1 : 0);
      case IntVector v -> v.setSafe(row, ((Number) value).intValue());
      case BigIntVector v -> v.setSafe(row, ((Number) value).longValue());
      case ListVector v -> {
        VarCharVector texts = (VarCharVector) v.getDataVector();
        int index = v.startNewValue(row);
        List<?> elements = (List<?>) value;
        for (int i = 0; i < elements.size(); i++) {
          put(texts, index + i, elements.get(i));
        }
        v.endValue(row, elements.size());
      }
      default -> throw new IllegalStateException("No known rows have a " + vector.getField());
    }
  }
}
