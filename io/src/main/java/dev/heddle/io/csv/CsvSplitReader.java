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
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.text.BlockStream;
import dev.heddle.io.text.RowColumns;
import dev.heddle.io.text.TextBlocks;
import dev.heddle.io.text.TextSplit;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.Utf8Reader;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a CSV file, or a block of one: builds the wanted columns, then applies the filter. */
final class CsvSplitReader implements SplitReader {
  private final CsvInspected file;
  private final ScanMetrics metrics;
  private final RowColumns columns;
  private final TextStream stream;
  private final CsvRecords records;
  private final CsvSource input;
  private long fetched;
  private boolean closed;

  CsvSplitReader(
      CsvInspected file,
      TextSplit<?> split,
      CsvReadOptions options,
      CsvSplitting splitting,
      ZoneId zone,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.file = file;
    this.metrics = metrics;
    Schema schema = file.schema();
    boolean collects = options.badRows() instanceof BadRows.Collect;
    this.columns = new RowColumns(schema, request, options.badRows(), account, metrics);
    @Nullable ColumnBuilder[] byField = new ColumnBuilder[file.columns().size()];
    for (int i = 0; i < byField.length; i++) {
      int column = file.columns().get(i);
      byField[i] = column < 0 ? null : columns.builder(column);
    }
    ColumnBuilder badRows = collects ? columns.builder(schema.size() - 1) : null;
    try {
      TextBlocks blocks = split.blocks();
      this.stream =
          blocks == null
              ? WholeFile.open(file.file(), options.skipLines(), options.encoding())
              : BlockStream.open(blocks, split.block());
      this.records = new CsvRecords(file, options, zone, stream, byField, badRows);
      if (blocks == null && file.hasHeader()) {
        records.expectHeader();
      }
      boolean isFileStart = blocks == null || (split.block() == 0 && blocks.start(0) == 0);
      if (splitting == CsvSplitting.OWN_WHERE_PLAIN && CsvBytes.takes(file.dialect(), options)) {
        CsvBytes own = new CsvBytes(stream, file.dialect(), options, records);
        if (isFileStart) {
          own.expectByteOrderMark();
        }
        this.input = own;
      } else {
        Reader text = isFileStart ? new Utf8Reader(stream) : Utf8Reader.within(stream);
        Reader plain = CsvInput.text(text, file.dialect(), options.badRows());
        this.input = new CsvInput<>(plain, file.dialect(), records);
      }
    } catch (RuntimeException e) {
      columns.close();
      throw e;
    }
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    while (!columns.isDone()) {
      records.startBatch();
      read();
      metrics.bytesRead.add(stream.fetchedBytes() - fetched);
      fetched = stream.fetchedBytes();
      if (records.rows() == 0) {
        return Optional.empty();
      }
      Optional<Batch> batch = columns.build(records.rows(), records.bad());
      if (batch.isPresent()) {
        return batch;
      }
    }
    return Optional.empty();
  }

  private void read() {
    try {
      while (records.rows() < Batch.MAX_ROWS && input.advance()) {
        // the handler has built the row
      }
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
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    columns.close();
    input.close();
  }
}
