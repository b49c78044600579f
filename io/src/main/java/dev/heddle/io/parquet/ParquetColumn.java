package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import org.apache.parquet.format.Type;

/**
 * A flat column of one file.
 *
 * @param name its name
 * @param leaf its position among the file's leaf columns, which is its position in each row group
 * @param physical how the file stores values
 * @param byteWidth bytes of a fixed-width stored value, 0 for booleans and byte arrays
 * @param type what the values mean
 * @param optional whether the file stores a definition level for each row
 * @param conversion from stored values to the type's layout
 * @param order how bounds in statistics compare
 */
record ParquetColumn(
    String name,
    int leaf,
    Type physical,
    int byteWidth,
    DataType type,
    boolean optional,
    Conversion conversion,
    BoundOrder order) {
  /** How the bounds of statistics are to be understood. */
  enum BoundOrder {
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
