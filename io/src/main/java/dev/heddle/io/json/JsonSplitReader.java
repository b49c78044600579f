package dev.heddle.io.json;

import dev.heddle.frame.option.BadRows;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.text.BlockStream;
import dev.heddle.io.text.RowColumns;
import dev.heddle.io.text.TextBlocks;
import dev.heddle.io.text.TextSplit;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Optional;

/** Reads a JSON file, or a block of one: builds the wanted columns, then applies the filter. */
final class JsonSplitReader implements SplitReader {
  private final ScanMetrics metrics;
  private final RowColumns columns;
  private final TextStream stream;
  private final JsonTokens tokens;
  private final JsonRows rows;
  private long fetched;
  private long unknownKeys;
  private boolean closed;

  JsonSplitReader(
      JsonInspected file,
      TextSplit<?> split,
      BadRows badRows,
      ZoneId zone,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.metrics = metrics;
    this.columns = new RowColumns(file.schema(), request, badRows, account, metrics);
    try {
      TextBlocks blocks = split.blocks();
      this.stream =
          blocks == null ? WholeFile.open(file.file(), 0) : BlockStream.open(blocks, split.block());
      this.tokens = new JsonTokens(stream, file.layout());
      if (split.block() == 0) {
        tokens.skipByteOrderMark();
      }
      this.rows = new JsonRows(file, badRows, zone, stream, tokens, columns);
    } catch (IOException e) {
      columns.close();
      throw WholeFile.corrupt(file.file(), e);
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
      rows.startBatch();
      boolean isMore = true;
      while (isMore && rows.rows() < Batch.MAX_ROWS) {
        isMore = rows.advance();
      }
      metrics.bytesRead.add(stream.fetchedBytes() - fetched);
      fetched = stream.fetchedBytes();
      metrics.unknownKeys.add(rows.unknownKeys() - unknownKeys);
      unknownKeys = rows.unknownKeys();
      if (rows.rows() == 0) {
        return Optional.empty();
      }
      Optional<Batch> batch = columns.build(rows.rows(), rows.bad());
      if (batch.isPresent() || !isMore) {
        return batch;
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    columns.close();
    tokens.close();
  }
}
