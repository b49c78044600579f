package dev.heddle.io.whole;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the files of a split, some whole ones at a time. */
final class WholeFileReader implements SplitReader {
  private static final long BATCH_BYTES = 4 << 20;

  private final List<StoredFile> files;
  private final Source.FileColumns kind;
  private final ScanRequest request;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final RowFilters filters;
  private final boolean[] readsContent; // by conjunct
  private final boolean wantsContent;
  private int next;
  private long rowsToDeliver;

  WholeFileReader(
      WholeFileSplit split,
      Source.FileColumns kind,
      ScanRequest request,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.files = split.files();
    this.kind = kind;
    this.request = request;
    this.account = account;
    this.metrics = metrics;
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    this.wantsContent = request.columns().contains(WholeFileFormat.CONTENT);
    List<ScanFilter.Conjunct> conjuncts = request.filter().conjuncts();
    this.readsContent = new boolean[conjuncts.size()];
    for (int i = 0; i < readsContent.length; i++) {
      readsContent[i] =
          conjuncts.get(i).rows().columns().stream()
              .anyMatch(at -> request.columns().get(at) == WholeFileFormat.CONTENT);
    }
    this.filters = new RowFilters(request, account);
  }

  @Override
  public Optional<Batch> next() {
    while (next < files.size() && rowsToDeliver > 0) {
      List<StoredFile> some = take();
      metrics.rowsRead.add(some.size());
      Optional<Batch> batch = read(some);
      if (batch.isPresent()) {
        metrics.rowsDelivered.add(batch.get().rowCount());
        rowsToDeliver -= batch.get().rowCount();
        return batch;
      }
    }
    return Optional.empty();
  }

  /** Takes the files of a batch: one at least, and no more than have some megabytes. */
  private List<StoredFile> take() {
    List<StoredFile> some = new ArrayList<>();
    long bytes = 0;
    while (next < files.size() && some.size() < Math.min(Batch.MAX_ROWS, rowsToDeliver)) {
      StoredFile file = files.get(next);
      bytes += file.sizeBytes();
      if (wantsContent && !some.isEmpty() && bytes > BATCH_BYTES) {
        break;
      }
      some.add(file);
      next++;
    }
    return some;
  }

  private Optional<Batch> read(List<StoredFile> some) {
    int rows = some.size();
    @Nullable Column[] columns = new Column[request.columns().size()];
    @Nullable Buffer wanted = null;
    try {
      for (int i = 0; i < columns.length; i++) {
        if (request.columns().get(i) != WholeFileFormat.CONTENT) {
          columns[i] = known(request.columns().get(i), some);
        }
      }
      int left = rows;
      if (wantsContent && readsContent.length > 0) {
        wanted = account.allocate(4L * rows);
        left = filters.narrow(rows, columns, 0, rows, readsContent, wanted.address());
        if (left == rows) {
          wanted.release(); // it need not have content
          wanted = null;
        }
      }
      if (left == 0) {
        return Optional.empty();
      }
      for (int i = 0; i < columns.length; i++) {
        if (columns[i] == null) {
          columns[i] = content(some, wanted, left);
        }
      }
      Buffer given = wanted;
      wanted = null;
      return filters.apply(rows, columns, given, left);
    } finally {
      if (wanted != null) {
        wanted.release();
      }
      Column.releaseAll(columns);
    }
  }

  /** Returns what can be known without the content. */
  private Column known(int column, List<StoredFile> some) {
    DataType type =
        switch (column) {
          case WholeFileFormat.PATH -> DataType.STRING;
          case WholeFileFormat.LAST_MODIFIED -> DataType.TIMESTAMP_TZ;
          default -> DataType.INT64;
        };
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (StoredFile file : some) {
        switch (column) {
          case WholeFileFormat.PATH -> builder.appendString(file.path());
          case WholeFileFormat.LAST_MODIFIED -> builder.appendLong(lastModified(file));
          case ScanRequest.ROW_NUMBER -> builder.appendLong(0);
          default -> builder.appendLong(file.sizeBytes());
        }
      }
      return builder.build();
    }
  }

  private static long lastModified(StoredFile file) {
    Instant changed = Storages.of(file.path()).lastModified(file.path());
    return TimeUnit.SECONDS.toMicros(changed.getEpochSecond());
  }

  /**
   * Reads files into one buffer.
   *
   * @param wanted positions of those that are read, the others stay empty; null for all
   */
  private Column content(List<StoredFile> some, @Nullable Buffer wanted, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += size(some.get(position(wanted, i)));
    }
    Buffer data = account.allocate(Math.max(1, bytes));
    @Nullable Buffer views = null;
    try {
      views = account.allocateZeroed(Layout.VIEW.bytesFor(some.size()));
      long at = 0;
      for (int i = 0; i < count; i++) {
        int position = position(wanted, i);
        StoredFile file = some.get(position);
        int length = size(file);
        read(file, data.address() + at, length);
        StringViews.put(
            views.address() + 16L * position, data.address() + at, length, 0, Math.toIntExact(at));
        at += length;
      }
    } catch (Throwable e) {
      data.release();
      if (views != null) {
        views.release();
      }
      throw e;
    }
    DataType type = kind == Source.FileColumns.TEXT ? DataType.STRING : DataType.BINARY;
    return Column.views(type, some.size(), views, null, data);
  }

  private static int position(@Nullable Buffer wanted, int index) {
    return wanted == null ? index : Memory.getInt(wanted.address() + 4L * index);
  }

  private static int size(StoredFile file) {
    if (file.sizeBytes() > Integer.MAX_VALUE) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot read "
              + file.path()
              + " as one value: it has "
              + file.sizeBytes()
              + " bytes, and a value has at most "
              + Integer.MAX_VALUE);
    }
    return (int) file.sizeBytes();
  }

  private void read(StoredFile file, long address, int bytes) {
    long begun = System.nanoTime();
    try (RangedInput input = Storages.of(file.path()).open(file)) {
      if (bytes > 0) {
        input.read(0, address, bytes);
      }
    }
    metrics.readWaitNanos.add(System.nanoTime() - begun);
    metrics.bytesRead.add(bytes);
    if (kind == Source.FileColumns.TEXT && !Utf8.isValid(address, bytes)) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read " + file.path() + " as text: it is not UTF-8; read_blob takes any bytes");
    }
  }

  @Override
  public void close() {
    next = files.size();
    filters.close();
  }
}
