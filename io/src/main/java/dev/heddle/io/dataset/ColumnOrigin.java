package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import java.util.Optional;

/** How the values of a table's column are got for the rows of one file. */
sealed interface ColumnOrigin {
  /**
   * Read as they are.
   *
   * @param position in the file's schema, or {@link dev.heddle.io.scan.ScanRequest#ROW_NUMBER} or
   *     {@link dev.heddle.io.scan.ScanRequest#ROW_LOCATOR}
   */
  record Stored(int position) implements ColumnOrigin {}

  /**
   * Read and converted to the table's type.
   *
   * @param position in the file's schema
   * @param from the type in the file
   */
  record Converted(int position, DataType from) implements ColumnOrigin {}

  /**
   * The same for all rows of the file.
   *
   * @param value empty for null
   */
  record Constant(Optional<ScanValue> value) implements ColumnOrigin {}
}
