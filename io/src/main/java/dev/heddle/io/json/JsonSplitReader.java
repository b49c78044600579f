package dev.heddle.io.json;

import dev.heddle.frame.option.BadRows;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.text.BlockStream;
import dev.heddle.io.text.RowColumns;
import dev.heddle.io.text.TextBlocks;
import dev.heddle.io.text.TextSplit;
import dev.heddle.io.text.TextSplitReader;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.time.ZoneId;
import java.util.BitSet;

/** Reads a JSON file, or a block of one: builds the wanted columns, then applies the filter. */
final class JsonSplitReader extends TextSplitReader {
  private final ScanMetrics metrics;
  private final JsonTokens tokens;
  private final JsonRows rows;
  private long unknownKeys;

  private JsonSplitReader(
      RowColumns columns,
      TextStream stream,
      JsonTokens tokens,
      JsonRows rows,
      ScanMetrics metrics) {
    super(columns, stream, metrics);
    this.metrics = metrics;
    this.tokens = tokens;
    this.rows = rows;
  }

  /** Opens a split, for columns into which nothing has been read. */
  static JsonSplitReader open(
      TextSplit<?> split,
      BadRows badRows,
      ZoneId zone,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    JsonInspected file = (JsonInspected) split.file();
    RowColumns columns = new RowColumns(file.schema(), request, badRows, account, metrics);
    try {
      TextBlocks blocks = split.blocks();
      TextStream stream =
          blocks == null ? WholeFile.open(file.file(), 0) : BlockStream.open(blocks, split.block());
      JsonTokens tokens = new JsonTokens(stream, file.layout());
      if (split.block() == 0) {
        tokens.skipByteOrderMark();
      }
      JsonRows rows = new JsonRows(file, badRows, zone, stream, tokens, columns);
      return new JsonSplitReader(columns, stream, tokens, rows, metrics);
    } catch (IOException e) {
      columns.close();
      throw WholeFile.corrupt(file.file(), e);
    } catch (RuntimeException e) {
      columns.close();
      throw e;
    }
  }

  @Override
  protected boolean read() {
    rows.startBatch();
    boolean isMore = true;
    while (isMore && rows.rows() < Batch.MAX_ROWS) {
      isMore = rows.advance();
    }
    metrics.unknownKeys.add(rows.unknownKeys() - unknownKeys);
    unknownKeys = rows.unknownKeys();
    return isMore;
  }

  @Override
  protected int rows() {
    return rows.rows();
  }

  @Override
  protected BitSet bad() {
    return rows.bad();
  }

  @Override
  protected void closeInput() {
    tokens.close();
  }
}
