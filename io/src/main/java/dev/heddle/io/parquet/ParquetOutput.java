package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.RowOrder;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/**
 * Writes batches to one Parquet file. The leaves of the open row group are encoded and compressed
 * in memory, each by itself, by as many threads as there are, some tens of thousands of rows at a
 * time; parquet-java then puts the pages into the file. What is kept until then is counted.
 *
 * <p>With several threads rows wait, in the buffers that they came in, until there are enough of
 * them. Where memory is short none wait, and the row group is ended before its time.
 */
public final class ParquetOutput implements FileWriter {
  private static final int MOST_WAITING_ROWS = 1 << 16;
  private static final long MOST_WAITING_BYTES = 8L << 20;
  private static final int PIECES =
      4; // of a row group, at least, after which its size is looked at

  private final PublishedOutput output;
  private final PublishedOutputFile file;
  private final ParquetWriteOptions options;
  private final MemoryAccount account;
  private final PageCompressors compressors;
  private final List<ChunkWriter> chunks = new ArrayList<>();
  private final ParquetFileWriter writer;
  private final long pieceBytes;
  private final List<Rows> waiting = new ArrayList<>();
  private long waitingRows;
  private long waitingBytes;
  private long groupRows; // with those that wait
  private long rows;
  private long chargedBytes;
  private long encodedBytes; // of the open row group

  /** Rows of columns, one ownership of which is held. */
  private record Rows(Column[] columns, int from, int count) {}

  /**
   * Begins a file.
   *
   * @param output where its bytes go; taken over, also if this throws
   * @param schema its columns
   * @param options how it is written
   * @param order what the rows are sorted by, as the file will say
   * @param account pays for the open row group
   */
  public ParquetOutput(
      PublishedOutput output,
      Schema schema,
      ParquetWriteOptions options,
      List<RowOrder> order,
      MemoryAccount account) {
    this.output = output;
    this.options = options;
    this.account = account;
    this.pieceBytes = Math.max(1, Math.min(MOST_WAITING_BYTES, options.rowGroupBytes() / PIECES));
    this.compressors = new PageCompressors(codec(options), options.compressionLevel());
    try {
      this.file =
          new PublishedOutputFile(
              output, order, hasIntervals(schema), options.pages() == ParquetPages.V2);
      MessageType message = WrittenTypes.of(schema);
      List<LeafPath> leaves = LeafPath.of(schema);
      List<ColumnDescriptor> descriptors = message.getColumns();
      for (int i = 0; i < leaves.size(); i++) {
        chunks.add(new ChunkWriter(leaves.get(i), descriptors.get(i), options, compressors));
      }
      this.writer =
          new ParquetFileWriter(
              file,
              message,
              ParquetFileWriter.Mode.CREATE,
              options.rowGroupBytes(),
              0,
              null,
              ParquetProperties.builder().build());
      writer.start();
    } catch (IOException e) {
      output.close();
      throw failed(e);
    } catch (RuntimeException e) {
      output.close();
      throw e;
    }
  }

  private static boolean hasIntervals(Schema schema) {
    return schema.fields().stream().anyMatch(field -> hasIntervals(field.type()));
  }

  private static boolean hasIntervals(DataType type) {
    return switch (type) {
      case DataType.ListOf(DataType element) -> hasIntervals(element);
      case DataType.MapOf(DataType key, DataType value) -> hasIntervals(key) || hasIntervals(value);
      case DataType.Struct struct ->
          struct.fields().stream().anyMatch(field -> hasIntervals(field.type()));
      default -> type instanceof DataType.Interval;
    };
  }

  private static CompressionCodecName codec(ParquetWriteOptions options) {
    return switch (options.compression()) {
      case UNCOMPRESSED -> CompressionCodecName.UNCOMPRESSED;
      case SNAPPY -> CompressionCodecName.SNAPPY;
      case GZIP -> CompressionCodecName.GZIP;
      case ZSTD -> CompressionCodecName.ZSTD;
      case LZ4_RAW -> CompressionCodecName.LZ4_RAW;
    };
  }

  @Override
  public void write(Batch batch, Workers workers) {
    long bytes = BatchBytes.of(batch);
    int rowsAtOnce = rowsAtOnce(batch.rowCount(), bytes);
    int at = 0;
    while (at < batch.rowCount()) {
      int left = (int) Math.min(options.rowGroupRows() - groupRows, batch.rowCount() - at);
      int count = Math.min(left, rowsAtOnce);
      keep(batch, at, count);
      waitingBytes += bytes * count / batch.rowCount();
      at += count;
      if (groupRows >= options.rowGroupRows() || !mayWait(workers)) {
        encode(workers);
      }
      if (groupRows >= options.rowGroupRows() || encodedBytes >= options.rowGroupBytes()) {
        endRowGroup(workers);
      }
    }
    rows += batch.rowCount();
  }

  /** Returns after how many rows the size of the row group is looked at. */
  private int rowsAtOnce(int count, long bytes) {
    return bytes <= pieceBytes ? count : (int) Math.max(1, count * pieceBytes / bytes);
  }

  private void keep(Batch batch, int from, int count) {
    Column[] columns = new Column[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i).retain();
    }
    waiting.add(new Rows(columns, from, count));
    waitingRows += count;
    groupRows += count;
  }

  private boolean mayWait(Workers workers) {
    MemoryLedger ledger = account.ledger();
    return workers.threads() > 1
        && waitingRows < MOST_WAITING_ROWS
        && waitingBytes < pieceBytes
        && ledger.usedBytes() < ledger.limitBytes() / 2;
  }

  /** Encodes the rows that wait. */
  private void encode(Workers workers) {
    workers.run(
        chunks.size(),
        i -> {
          ChunkWriter chunk = chunks.get(i);
          for (Rows some : waiting) {
            chunk.append(some.columns()[chunk.column()], some.from(), some.count());
          }
        });
    forgetWaiting();
    long held = 0;
    encodedBytes = 0;
    for (ChunkWriter chunk : chunks) {
      held += chunk.heldBytes();
      encodedBytes += chunk.encodedBytes();
    }
    MemoryLedger ledger = account.ledger();
    if (held - chargedBytes > ledger.limitBytes() - ledger.usedBytes()) {
      endRowGroup(workers); // which is in memory now, and then no longer is
    } else {
      charge(held);
    }
  }

  private void forgetWaiting() {
    waiting.forEach(some -> Column.releaseAll(some.columns()));
    waiting.clear();
    waitingRows = 0;
    waitingBytes = 0;
  }

  private void charge(long bytes) {
    if (bytes > chargedBytes) {
      account.charge(bytes - chargedBytes);
    } else {
      account.discharge(chargedBytes - bytes);
    }
    chargedBytes = bytes;
  }

  private void endRowGroup(Workers workers) {
    if (groupRows == 0) {
      return;
    }
    workers.run(chunks.size(), i -> chunks.get(i).end());
    try {
      writer.startBlock(groupRows);
      for (ChunkWriter chunk : chunks) {
        chunk.writeTo(writer);
      }
      writer.endBlock();
    } catch (IOException e) {
      throw failed(e);
    }
    groupRows = 0;
    encodedBytes = 0;
    charge(0);
  }

  /** Returns the rows written so far. */
  public long rows() {
    return rows;
  }

  @Override
  public long fileBytes() {
    return output.position() + encodedBytes;
  }

  @Override
  public long bufferedBytes() {
    return chargedBytes;
  }

  @Override
  public long publish(Workers workers) {
    encode(workers);
    endRowGroup(workers);
    file.beginEnd();
    try {
      writer.end(Map.of("writer", "heddle"));
      file.end();
    } catch (IOException e) {
      throw failed(e);
    }
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  private static HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write Parquet: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try (output) {
      compressors.close();
      forgetWaiting();
      charge(0);
    }
  }
}
