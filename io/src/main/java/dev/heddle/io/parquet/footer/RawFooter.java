package dev.heddle.io.parquet.footer;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/**
 * A footer as a file has it, unchecked.
 *
 * @param file the file
 * @param metadata what its footer says
 * @param bytes size of the footer in the file
 */
public record RawFooter(StoredFile file, FileMetaData metadata, int bytes) {
  /**
   * Reads the footer of a file.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code CORRUPT_FILE} if the file is
   *     not Parquet or cut off, {@code UNSUPPORTED} if it is encrypted
   */
  public static RawFooter read(StoredFile file) {
    return FooterReader.readRaw(file);
  }

  /** Returns the elements of the schema that are columns of row groups, in their order. */
  public List<SchemaElement> leaves() {
    List<SchemaElement> leaves = new ArrayList<>();
    for (SchemaElement element : metadata.schema) {
      if (element.num_children == 0 && element.isSetType()) {
        leaves.add(element);
      }
    }
    return leaves;
  }

  /** Returns the type that a leaf's values are read as; nothing if there is none. */
  public static Optional<DataType> type(SchemaElement leaf) {
    return column(leaf).map(ParquetColumn::type);
  }

  /**
   * Returns a stored bound of a leaf's values; nothing if there is none, or none that can be read.
   *
   * @param bound as stored, plainly encoded
   */
  public static Optional<ScanValue> bound(SchemaElement leaf, byte @Nullable [] bound) {
    return column(leaf).map(column -> StoredBounds.value(column, bound));
  }

  private static Optional<ParquetColumn> column(SchemaElement leaf) {
    try {
      LeafTypes.Shape shape = LeafTypes.shape(leaf);
      return Optional.of(
          new ParquetColumn(
              leaf.name,
              0,
              leaf.type,
              LeafTypes.width(leaf),
              shape.type(),
              0,
              0,
              shape.conversion(),
              shape.order(),
              null));
    } catch (UnreadableTypeException | CorruptDataException e) {
      return Optional.empty();
    }
  }
}
