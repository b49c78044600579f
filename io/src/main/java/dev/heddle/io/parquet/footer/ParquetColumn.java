package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * A column of one file: a flat one, a leaf of a nested one, or a nested one as a whole, which has
 * the leaf, the storage and the levels of its first leaf.
 *
 * @param name its name, a leaf's with the names around it
 * @param leaf its position among the file's leaf columns, which is its position in each row group
 * @param physical how the file stores values
 * @param byteWidth bytes of a fixed-width stored value, 0 for booleans and byte arrays
 * @param type what the values mean
 * @param maxDefinition the definition level of a value, 0 if there are no such levels
 * @param maxRepetition how many repeated fields are around a value, 0 if there are no such levels
 * @param conversion from stored values to the type's layout
 * @param order how bounds in statistics compare
 * @param nested how a nested column is put together, null for flat ones and leaves
 */
public record ParquetColumn(
    String name,
    int leaf,
    Type physical,
    int byteWidth,
    DataType type,
    int maxDefinition,
    int maxRepetition,
    Conversion conversion,
    BoundOrder order,
    @Nullable NestedNode nested) {
  /** Makes a flat column. */
  public ParquetColumn(
      String name,
      int leaf,
      Type physical,
      int byteWidth,
      DataType type,
      boolean optional,
      Conversion conversion,
      BoundOrder order) {
    this(name, leaf, physical, byteWidth, type, optional ? 1 : 0, 0, conversion, order, null);
  }

  /** Returns whether values may be null. */
  boolean optional() {
    return nested == null ? maxDefinition > 0 : nested.isOptional();
  }

  /** Returns a nested column with some fields of its structs left out, at any depth. */
  public ParquetColumn pruned(DataType newType) {
    return nested == null || newType.equals(type)
        ? this
        : new ParquetColumn(
            name,
            leaf,
            physical,
            byteWidth,
            newType,
            maxDefinition,
            maxRepetition,
            conversion,
            order,
            nested.pruned(newType));
  }

  /**
   * Returns a field of structs as a column of its own, which has a value for each row: null where a
   * struct around it is.
   *
   * @param path the names of the fields, from the outermost on
   */
  public ParquetColumn at(List<String> path) {
    NestedNode node = nested == null ? null : nested.at(path);
    if (node == null) {
      throw new IllegalStateException("No field " + path + " in column " + name);
    }
    if (node instanceof NestedNode.Leaf field && field.column().maxRepetition() == 0) {
      return field.column();
    }
    ParquetColumn first = node.leaves().getFirst();
    return new ParquetColumn(
        name + "." + String.join(".", path),
        first.leaf,
        first.physical,
        first.byteWidth,
        node.type(),
        first.maxDefinition,
        first.maxRepetition,
        first.conversion,
        BoundOrder.NONE,
        node);
  }

  /**
   * Returns the chunk of this column, which may have been pruned, or is a field of it.
   *
   * @param whole the column as the footer has it
   * @param chunk its chunk
   */
  public ChunkInfo chunkOf(ParquetColumn whole, ChunkInfo chunk) {
    if (whole.nested == null || nested == whole.nested) {
      return chunk;
    }
    List<ParquetColumn> all = whole.nested.leaves();
    if (nested == null) {
      return chunk.leaves().get(all.indexOf(this));
    }
    List<ChunkInfo> wanted = new ArrayList<>();
    for (ParquetColumn mine : nested.leaves()) {
      wanted.add(chunk.leaves().get(all.indexOf(mine)));
    }
    return ChunkInfo.of(wanted);
  }

  /** Returns how many leaf columns it has in each row group. */
  public int leafCount() {
    return nested == null ? 1 : nested.leaves().size();
  }

  /** How the bounds of statistics are to be understood. */
  public enum BoundOrder {
    /** As signed numbers, which the oldest writers did too. */
    SIGNED,
    /** As IEEE numbers. */
    FLOAT,
    /** As unsigned numbers or bytes; only the newer fields of the statistics can be trusted. */
    UNSIGNED,
    /** As big-endian signed numbers; only the newer fields can be trusted. */
    DECIMAL_BYTES,
    /** Bounds mean nothing. */
    NONE
  }
}
