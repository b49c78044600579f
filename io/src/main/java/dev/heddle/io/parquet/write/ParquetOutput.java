package dev.heddle.io.parquet.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.dataset.PartitionTypes;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.SortField;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches to one Parquet file. The leaves of the open row group are encoded and compressed
 * in memory, each by itself, by all threads that there are, some tens of thousands of rows at a
 * time; parquet-java then puts the pages into the file. What is buffered until then is counted.
 *
 * <p>With several threads rows wait, in the buffers that they came in, until there are enough of
 * them, and others come while they are encoded. Where memory is short none wait, and the row group
 * is ended before its time.
 */
public final class ParquetOutput implements FileWriter {
  private static final int MAX_WAITING_ROWS = 1 << 16;
  private static final long MAX_WAITING_BYTES = 8L << 20;
  private static final int PIECES =
      4; // of a row group, at least, after which its size is looked at

  private final PublishedOutput output;
  private final PublishedOutputFile file;
  private final ParquetWriteOptions options;
  private final MemoryAccount account;
  private final PageCompressors compressors;
  private final List<ChunkWriter> chunks = new ArrayList<>();
  private final List<ChunkWriter> byWork; // first those that take long, not to wait for them last
  private final ParquetFileWriter writer;
  private final long pieceBytes;
  private final List<PendingRows> waiting = new ArrayList<>();
  private long waitingRows;
  private long waitingBytes;
  private List<PendingRows> encoding = List.of(); // what the steps encode
  private Workers.@Nullable Steps steps; // that have been begun
  private volatile boolean isDropped; // then no step does anything
  private long groupRows; // encoded, or being so
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private long rows;
  private long chargedBytes;
  private long groupBytes; // encoded

  /** Rows of columns, with one ownership of each column. */
  private record PendingRows(Column[] columns, int from, int count) {}

  /** Begins a file without partition folders around it. */
  public ParquetOutput(
      PublishedOutput output,
      Schema schema,
      ParquetWriteOptions options,
      List<SortField> order,
      MemoryAccount account) {
    this(output, schema, options, order, List.of(), account);
  }

  /**
   * Begins a file.
   *
   * @param output where its bytes go; taken over, also if this throws
   * @param schema its columns
   * @param options how it is written
   * @param order what the rows are sorted by, as the file will state
   * @param partitions columns that name the file's folders and are not in it
   * @param account pays for the open row group
   */
  public ParquetOutput(
      PublishedOutput output,
      Schema schema,
      ParquetWriteOptions options,
      List<SortField> order,
      List<Field> partitions,
      MemoryAccount account) {
    this.output = output;
    metadata.put("writer", "heddle");
    if (!partitions.isEmpty()) {
      metadata.put(PartitionTypes.KEY, PartitionTypes.text(partitions));
    }
    this.options = options;
    this.account = account;
    this.pieceBytes = Math.max(1, Math.min(MAX_WAITING_BYTES, options.rowGroupBytes() / PIECES));
    this.compressors = new PageCompressors(codec(options), options.compressionLevel());
    try {
      this.file = new PublishedOutputFile(output, order, options.pages());
      MessageType message = WrittenTypes.of(schema);
      List<LeafPath> leaves = LeafPath.of(schema);
      List<ColumnDescriptor> descriptors = message.getColumns();
      for (int i = 0; i < leaves.size(); i++) {
        chunks.add(new ChunkWriter(leaves.get(i), descriptors.get(i), options, compressors));
      }
      this.byWork = new ArrayList<>(chunks);
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
      int left = (int) Math.min(rowsLeft(), batch.rowCount() - at);
      int count = Math.min(left, rowsAtOnce);
      keep(batch, at, count);
      waitingBytes += bytes * count / batch.rowCount();
      at += count;
      if (rowsLeft() == 0 || !mayWait(workers)) {
        encode(workers);
      }
    }
    rows += batch.rowCount();
  }

  /** Returns how many rows more the row group may have that those that wait go into. */
  private long rowsLeft() {
    boolean isFull = groupRows >= options.rowGroupRows();
    return options.rowGroupRows() - waitingRows - (isFull ? 0 : groupRows);
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
    waiting.add(new PendingRows(columns, from, count));
    waitingRows += count;
  }

  private boolean mayWait(Workers workers) {
    return waitingRows < MAX_WAITING_ROWS && waitingBytes < pieceBytes && mayGoOn(workers);
  }

  /** Sees to the end of what is being encoded, and begins to encode the rows that wait. */
  private void encode(Workers workers) {
    finishEncoding(workers);
    List<PendingRows> some = List.copyOf(waiting);
    waiting.clear();
    encoding = some;
    groupRows += waitingRows;
    waitingRows = 0;
    waitingBytes = 0;
    steps = workers.begin(byWork.size(), i -> encode(byWork.get(i), some));
    if (!mayGoOn(workers)) {
      finishEncoding(workers);
    }
  }

  private void encode(ChunkWriter chunk, List<PendingRows> some) {
    long start = System.nanoTime();
    for (int i = 0; i < some.size() && !isDropped; i++) {
      PendingRows next = some.get(i);
      chunk.append(next.columns()[chunk.column()], next.from(), next.count());
    }
    chunk.noteWork(System.nanoTime() - start);
  }

  /** Returns whether rows may come while others are encoded. */
  private boolean mayGoOn(Workers workers) {
    MemoryLedger ledger = account.ledger();
    return workers.threads() > 1 && ledger.usedBytes() < ledger.limitBytes() / 2;
  }

  /** Helps to encode the rows that are being encoded; ends the row group if it is large enough. */
  private void finishEncoding(Workers workers) {
    Workers.Steps begun = steps;
    if (begun == null) {
      return;
    }
    steps = null;
    try {
      begun.finish();
    } finally {
      release(encoding);
      encoding = List.of();
    }
    long held = 0;
    long encodedBytes = 0;
    for (ChunkWriter chunk : chunks) {
      held += chunk.heldBytes();
      encodedBytes += chunk.encodedBytes();
    }
    groupBytes = encodedBytes;
    byWork.sort(Comparator.comparingLong(ChunkWriter::work).reversed());
    MemoryLedger ledger = account.ledger();
    boolean fits = held - chargedBytes <= ledger.limitBytes() - ledger.usedBytes();
    if (fits) {
      charge(held);
    }
    if (groupRows >= options.rowGroupRows() || encodedBytes >= options.rowGroupBytes() || !fits) {
      endRowGroup(workers);
    }
  }

  private static void release(List<PendingRows> some) {
    some.forEach(each -> Column.releaseAll(each.columns()));
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
    workers.parallel(chunks.size(), i -> chunks.get(i).end());
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
    groupBytes = 0;
    charge(0);
  }

  /** Returns the rows written so far. */
  public long rows() {
    return rows;
  }

  @Override
  public long fileBytes() {
    return output.position() + groupBytes;
  }

  @Override
  public long bufferedBytes() {
    return chargedBytes + output.bufferedBytes();
  }

  @Override
  public void flush(Workers workers) {
    encode(workers);
    finishEncoding(workers);
    endRowGroup(workers);
  }

  @Override
  public void describe(String key, String value) {
    metadata.put(key, value);
  }

  @Override
  public long publish(Workers workers) {
    flush(workers);
    file.beginEnd();
    try {
      writer.end(metadata);
      checkRows();
      file.end();
    } catch (IOException e) {
      throw failed(e);
    }
    long bytes = output.position();
    output.publish();
    return bytes;
  }

  /** Demands that the footer states the rows that have come. */
  private void checkRows() {
    long stated =
        writer.getFooter().getBlocks().stream().mapToLong(BlockMetaData::getRowCount).sum();
    if (stated != rows) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Rows were lost or doubled in a Parquet file: "
              + rows
              + " came, its footer has "
              + stated);
    }
  }

  private static HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write Parquet: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    isDropped = true;
    try (output) {
      dropSteps();
    } finally {
      compressors.close();
      release(encoding);
      release(waiting);
      encoding = List.of();
      waiting.clear();
      charge(0);
    }
  }

  /** Waits for the steps that are under way: they use what is released next. */
  private void dropSteps() {
    Workers.Steps begun = steps;
    steps = null;
    try {
      if (begun != null) {
        begun.finish();
      }
    } catch (HeddleException e) {
      // Nobody wants what has failed here, and the reason has been reported.
    }
  }
}
