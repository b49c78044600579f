package dev.heddle.io.csv;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.ColumnBuilder;
import org.jspecify.annotations.Nullable;

/** Appends the fields of records to the columns that are wanted. Used by one thread. */
final class CsvRecords extends CsvCallbackHandler<CsvRecords> {
  private static final int MOST_SHOWN = 40;

  private final String path;
  private final Schema schema;
  private final CsvReadOptions options;
  private final char[] nullText;
  // by position in the file: the builder that wants the field, or null
  private final @Nullable ColumnBuilder[] builders;
  private final FieldParser[] parsers;
  private final int[] columns;
  private long line;
  private int field;
  private boolean isHeader;

  /**
   * Makes a handler.
   *
   * @param columns the table's column of each field of the file
   * @param builders the builder of each field of the file, or null where it is not wanted
   */
  CsvRecords(
      String path,
      Schema schema,
      CsvReadOptions options,
      int[] columns,
      @Nullable ColumnBuilder[] builders) {
    this.path = path;
    this.schema = schema;
    this.options = options;
    this.nullText = options.nullText().toCharArray();
    this.columns = columns;
    this.builders = builders;
    this.parsers = new FieldParser[columns.length];
    for (int i = 0; i < columns.length; i++) {
      parsers[i] = new FieldParser(schema.field(columns[i]).type());
    }
    this.isHeader = options.hasHeader();
  }

  @Override
  protected RecordType getRecordType() {
    return RecordType.DATA;
  }

  @Override
  protected int getFieldCount() {
    return field;
  }

  @Override
  protected void beginRecord(long newLine) {
    line = newLine;
    field = 0;
  }

  @Override
  protected void addField(char[] buffer, int offset, int length, boolean quoted) {
    int position = field++;
    if (isHeader || position >= builders.length || builders[position] == null) {
      return;
    }
    ColumnBuilder builder = builders[position];
    if (!quoted && isNullText(buffer, offset, length)) {
      builder.appendNull();
    } else if (!parsers[position].append(buffer, offset, length, builder)) {
      Field column = schema.field(columns[position]);
      String text = new String(buffer, offset, Math.min(length, MOST_SHOWN));
      throw new HeddleException(
          ErrorCode.INVALID_CAST,
          "Cannot read "
              + path
              + ", line "
              + line
              + ", column "
              + column.name()
              + ": \""
              + text
              + (length > MOST_SHOWN ? "..." : "")
              + "\" is no "
              + column.type().sqlName()
              + "; state a schema in which the column is VARCHAR");
    }
  }

  private boolean isNullText(char[] buffer, int offset, int length) {
    if (length != nullText.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[offset + i] != nullText[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void setComment(char[] buffer, int offset, int length) {
    throw new IllegalStateException("Comments are off");
  }

  @Override
  protected void setEmpty() {
    field = 0;
    addField(new char[0], 0, 0, false);
  }

  @Override
  protected @Nullable CsvRecords buildRecord() {
    if (isHeader) {
      isHeader = false;
      return this;
    }
    if (field != builders.length) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read "
              + path
              + ", line "
              + line
              + ": it has "
              + field
              + " fields where "
              + builders.length
              + " are expected; is the delimiter '"
              + options.delimiter()
              + "' and the quote '"
              + options.quote()
              + "'?");
    }
    return this;
  }
}
