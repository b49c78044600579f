package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.text.BlockStream;
import dev.heddle.io.text.RowColumns;
import dev.heddle.io.text.TextBlocks;
import dev.heddle.io.text.TextSplit;
import dev.heddle.io.text.TextSplitReader;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.Utf8Reader;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.time.ZoneId;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads a CSV file, or a block of one: builds the wanted columns, then applies the filter. */
final class CsvSplitReader extends TextSplitReader {
  private final CsvInspected file;
  private final CsvRecords records;
  private final CsvSource input;

  private CsvSplitReader(
      CsvInspected file,
      RowColumns columns,
      TextStream stream,
      CsvRecords records,
      CsvSource input,
      ScanMetrics metrics) {
    super(columns, stream, metrics);
    this.file = file;
    this.records = records;
    this.input = input;
  }

  /** Opens a split, for columns into which nothing has been read. */
  static CsvSplitReader open(
      TextSplit<?> split,
      CsvReadOptions options,
      CsvSplitting splitting,
      ZoneId zone,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    CsvInspected file = (CsvInspected) split.file();
    CsvDialect dialect = file.dialect();
    Schema schema = file.schema();
    boolean collects = options.badRows() instanceof BadRows.Collect;
    RowColumns columns = new RowColumns(schema, request, options.badRows(), account, metrics);
    try {
      @Nullable ColumnBuilder[] byField = new ColumnBuilder[file.columns().size()];
      for (int i = 0; i < byField.length; i++) {
        int column = file.columns().get(i);
        byField[i] = column < 0 ? null : columns.builder(column);
      }
      ColumnBuilder badRows = collects ? columns.builder(schema.size() - 1) : null;
      TextBlocks blocks = split.blocks();
      TextStream stream =
          blocks == null
              ? WholeFile.open(
                  file.file(), options.skipLines() + file.skippedLines(), options.encoding())
              : BlockStream.open(blocks, split.block());
      CsvRecords records = new CsvRecords(file, options, zone, stream, byField, badRows);
      if (blocks == null && file.hasHeader()) {
        records.expectHeader();
      }
      boolean isFileStart = blocks == null || (split.block() == 0 && blocks.start(0) == 0);
      CsvSource input;
      if (splitting == CsvSplitting.OWN_WHERE_PLAIN && CsvBytes.takes(dialect, options)) {
        CsvBytes own = new CsvBytes(stream, dialect, options, records);
        if (isFileStart) {
          own.expectByteOrderMark();
        }
        input = own;
      } else {
        Reader text = isFileStart ? new Utf8Reader(stream) : Utf8Reader.within(stream);
        Reader plain = CsvInput.text(text, dialect, options.badRows());
        input = new CsvInput<>(plain, dialect, records);
      }
      return new CsvSplitReader(file, columns, stream, records, input, metrics);
    } catch (RuntimeException e) {
      columns.close();
      throw e;
    }
  }

  @Override
  protected boolean read() {
    records.startBatch();
    try {
      boolean isMore = true;
      while (isMore && records.rows() < Batch.MAX_ROWS) {
        isMore = input.advance();
      }
      return isMore;
    } catch (CsvInput.BrokenCsvException e) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read "
              + file.file().path()
              + ", line "
              + records.lineInFile()
              + ", column "
              + records.columnName()
              + ": "
              + e.getMessage()
              + "; is the quote "
              + file.dialect().shownQuote()
              + "? If there is none, state '' for it. Skip bad rows, or collect them, to read the"
              + " others",
          e);
    } catch (IOException e) {
      throw WholeFile.corrupt(file.file(), e);
    }
  }

  @Override
  protected int rows() {
    return records.rows();
  }

  @Override
  protected BitSet bad() {
    return records.bad();
  }

  @Override
  protected void closeInput() {
    input.close();
  }
}
