package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** Reads messages of rows one after the other and gives them out in pieces of a batch's size. */
final class ArrowSplitReader implements SplitReader {
  private final ArrowSplit split;
  private final ArrowInspected file;
  private final ScanRequest request;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final RangedInput input;
  private final RowFilters filters;
  private final IpcDictionaries dictionaries;
  private int nextMessage;
  private long rowsToDeliver;
  private long nextRow;
  // of the message that is being given out
  private int rows;
  private int nextInMessage;
  private List<IpcNode> nodes = List.of();
  private @Nullable IpcBody body;
  private @Nullable IpcColumns columns;
  private boolean closed;

  ArrowSplitReader(
      ArrowSplit split, ScanRequest request, MemoryAccount account, ScanMetrics metrics) {
    this.split = split;
    this.file = split.file();
    this.request = request;
    this.account = account;
    this.metrics = metrics;
    this.nextMessage = split.from();
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    this.input = Storages.of(file.file().path()).open(file.file());
    try {
      this.filters = new RowFilters(request, account);
    } catch (Throwable e) {
      input.close();
      throw e;
    }
    List<Field> wanted = new ArrayList<>();
    for (int column : request.columns()) {
      if (column != ScanRequest.ROW_NUMBER) {
        wanted.add(file.fields().get(file.positions().get(column)));
      }
    }
    this.dictionaries = new IpcDictionaries(file, wanted, input, account);
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    return IpcMetadata.checked(file.file(), this::read);
  }

  private Optional<Batch> read() {
    while (rowsToDeliver > 0) {
      if (nextInMessage == rows) {
        closeMessage();
        if (nextMessage == split.to()) {
          return Optional.empty();
        }
        openMessage(file.batches().get(nextMessage++));
        continue;
      }
      int from = nextInMessage;
      int count = Math.min(Batch.MAX_ROWS, rows - from);
      nextInMessage += count;
      Optional<Batch> batch = slice(from, count);
      nextRow += count;
      metrics.rowsRead.add(count);
      if (batch.isPresent()) {
        metrics.rowsDelivered.add(batch.get().rowCount());
        rowsToDeliver -= batch.get().rowCount();
        return batch;
      }
    }
    return Optional.empty();
  }

  private void openMessage(IpcBlock block) {
    long begun = System.nanoTime();
    RecordBatch message = IpcMetadata.rows(input, block);
    long waited = System.nanoTime() - begun;
    List<IpcNode> all = IpcNode.of(message, file.fields(), file.unionBits());
    List<IpcNode> wanted = new ArrayList<>();
    for (int column : request.columns()) {
      if (column != ScanRequest.ROW_NUMBER) {
        wanted.add(all.get(file.positions().get(column)));
      }
    }
    begun = System.nanoTime();
    IpcBody opened = IpcBody.read(message, block, wanted, input, account);
    metrics.readWaitNanos.add(waited + System.nanoTime() - begun);
    body = opened;
    columns = IpcColumns.ofFile(opened, dictionaries.at(block));
    nodes = all;
    rows = (int) message.length();
    nextInMessage = 0;
    metrics.bytesRead.add(
        block.metadataBytes() + opened.bytesRead() + dictionaries.takeBytesRead());
  }

  private Optional<Batch> slice(int from, int count) {
    Column[] made =
        Column.makeAll(
            request.columns().size(),
            i -> {
              int column = request.columns().get(i);
              return column == ScanRequest.ROW_NUMBER
                  ? numbers(count)
                  : column(i, column, from, count);
            });
    try {
      return filters.apply(count, made);
    } finally {
      Column.releaseAll(made);
    }
  }

  private Column column(int index, int column, int from, int count) {
    if (columns == null) {
      throw new IllegalStateException("No message is open");
    }
    IpcNode node = nodes.get(file.positions().get(column));
    Column whole = columns.rows(node, file.schema().field(column).type(), from, count);
    try {
      return PrunedColumns.of(request, index, whole);
    } finally {
      whole.release();
    }
  }

  private Column numbers(int count) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      Memory.putLong(values.address() + 8L * i, nextRow + i);
    }
    return Column.fixed(DataType.INT64, count, values, null);
  }

  private void closeMessage() {
    rows = 0;
    nextInMessage = 0;
    if (columns != null) {
      columns.close();
      columns = null;
    }
    if (body != null) {
      body.close();
      body = null;
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    closeMessage();
    dictionaries.close();
    filters.close();
    input.close();
  }
}
