package dev.heddle.io.parquet.read;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.codec.Decompressor;
import dev.heddle.io.parquet.decode.ChunkReader;
import dev.heddle.io.parquet.decode.ColumnReader;
import dev.heddle.io.parquet.decode.NestedColumnReader;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.PageListCache;
import dev.heddle.io.parquet.fetch.PartReads;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.RequestedColumns;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowNumberColumn;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the row groups of a split: plans what to read of each, has storage begin with the next one
 * while one is decoded, and leaves the decoding to {@link BatchReader}. Reads one split after the
 * other, so that its decoders and filters are made once a thread.
 */
final class ParquetSplitReader implements SplitReader {
  // Batches of this size are large enough after a selective filter.
  private static final int WIDE_ROWS = 4 * Batch.MAX_ROWS;

  private final ScanRequest request;
  private final List<RequestedColumns> files;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final AdaptiveScanStatistics statistics;
  private final Decompressor decompressor = new Decompressor();
  private final ChunkReader[] readers;
  private final BatchReader batches;
  private final ColumnParts columns;
  private final boolean[] isFiltered; // by part, as the readers
  private final Map<Integer, RangedInput> inputs = new HashMap<>(); // open files
  private final Deque<Batch> ready = new ArrayDeque<>(); // pieces of what was too large for a batch
  private List<ParquetSplit.Part> parts = List.of();
  private long rowsToDeliver;
  private int nextPart;
  private @Nullable PartReads reads;
  private @Nullable PartReads ahead; // of the next part
  private boolean isAheadPlanned;
  private ParquetSplit.@Nullable Part part;
  private int batchRows;
  private int range;
  private long row;
  private boolean closed;

  ParquetSplitReader(
      ScanRequest request,
      ColumnParts columns,
      List<RequestedColumns> files,
      List<ParquetSplit.Part> parts,
      MemoryAccount account,
      ScanMetrics metrics,
      AdaptiveScanStatistics statistics) {
    this.request = request;
    this.files = files;
    this.account = account;
    this.metrics = metrics;
    this.statistics = statistics;
    int count = columns.parts().size();
    this.columns = columns;
    this.readers = new ChunkReader[count];
    this.isFiltered = new boolean[count];
    for (ColumnParts.Decision conjunct : columns.conjuncts()) {
      for (ColumnAssembly input : conjunct.inputs()) {
        input.forEachPart(i -> isFiltered[i] = true);
      }
    }
    for (int i = 0; i < count; i++) {
      ParquetColumn column = column(files.getFirst(), i);
      if (RowNumberColumn.is(column)) {
        readers[i] = new RowNumberReader(account);
      } else if (column.nested() != null) {
        readers[i] = new NestedColumnReader(account, decompressor);
      } else {
        readers[i] = new ColumnReader(account, decompressor);
      }
    }
    this.batches = new BatchReader(columns, readers, account, statistics);
    restart(parts);
  }

  /** Returns a part of the columns as a file has it. */
  private ParquetColumn column(RequestedColumns file, int i) {
    ColumnParts.Part wanted = columns.parts().get(i);
    return wanted.of(file.columns().get(wanted.column()));
  }

  /** Returns the chunk of such a part, of those of the request's columns. */
  private ChunkInfo chunk(RequestedColumns file, List<ChunkInfo> chunks, int i) {
    int whole = columns.parts().get(i).column();
    return column(file, i).chunkOf(file.columns().get(whole), chunks.get(whole));
  }

  /** Returns whether this reads files of one scan at the expense of an account. */
  boolean isOf(List<RequestedColumns> scanned, MemoryAccount payer) {
    return files == scanned && account == payer;
  }

  /** Goes on with parts, each with rows left, in place of those read so far. */
  void restart(List<ParquetSplit.Part> newParts) {
    ready.forEach(Batch::close);
    ready.clear();
    closeReads();
    closeAhead();
    forgetParts();
    parts = newParts;
    nextPart = 0;
    part = null;
    rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    closeInputsBefore(parts.isEmpty() ? 0 : parts.getFirst().file());
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    while (rowsToDeliver > 0) {
      if (!ready.isEmpty()) {
        Batch piece = ready.removeFirst();
        rowsToDeliver -= piece.rowCount();
        return Optional.of(piece);
      }
      if (part == null) {
        if (nextPart == parts.size()) {
          return Optional.empty();
        }
        startPart(nextPart++);
      } else if (row == part.ranges().to(range)) {
        startRange(range + 1);
      } else {
        Optional<Batch> batch = readBatch();
        if (batch.isPresent()) {
          return batch;
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean startAhead() {
    if (closed || part != null || nextPart > 0 || parts.isEmpty()) {
      return false;
    }
    ParquetSplit.Part first = parts.getFirst();
    if (ahead == null) {
      isAheadPlanned = false;
      ahead = open(first);
    }
    boolean isWorthwhile = inputs.get(first.file()).worksInBackground();
    if (isWorthwhile && !isAheadPlanned) {
      isAheadPlanned = true;
      plan(ahead, first);
    }
    return isWorthwhile;
  }

  private Optional<Batch> readBatch() {
    long left = part.ranges().to(range) - row;
    int rows = (int) Math.min(batchRows, left);
    if (rows == Batch.MAX_ROWS && request.limit().isEmpty()) {
      int wide = (int) Math.min(WIDE_ROWS, left);
      rows = batches.keepsFew(part, row, row + wide) ? batches.fitting(wide) : rows;
    }
    metrics.rowsRead.add(rows);
    Optional<Batch> batch = batches.read(rows, part, row);
    row += rows;
    if (batch.isPresent()) {
      metrics.rowsDelivered.add(batch.get().rowCount());
      if (batch.get().physicalRows() > Batch.MAX_ROWS) {
        cut(batch.get());
        batch = Optional.empty();
      } else {
        rowsToDeliver -= batch.get().rowCount();
      }
    }
    if (ahead != null && !isAheadPlanned) {
      isAheadPlanned = true;
      try {
        plan(ahead, parts.get(nextPart));
      } catch (Throwable e) {
        batch.ifPresent(Batch::close);
        throw e;
      }
    }
    return batch;
  }

  /** Makes a dense batch that is too large into several. */
  private void cut(Batch large) {
    try (large) {
      for (int from = 0; from < large.rowCount(); from += Batch.MAX_ROWS) {
        int rows = Math.min(Batch.MAX_ROWS, large.rowCount() - from);
        Buffer positions = account.allocate(4L * rows);
        try {
          for (int i = 0; i < rows; i++) {
            Memory.putInt(positions.address() + 4L * i, from + i);
          }
          Column[] columns =
              Column.makeAll(
                  large.columnCount(),
                  i -> Gather.rows(large.column(i), positions.address(), rows, account));
          ready.add(Batch.of(account, rows, columns));
        } finally {
          positions.release();
        }
      }
    }
  }

  private void startPart(int position) {
    ParquetSplit.Part next = parts.get(position);
    closeReads();
    reads = ahead == null ? open(next) : ahead;
    boolean isPlanned = ahead != null && isAheadPlanned;
    ahead = null;
    if (!isPlanned) {
      plan(reads, next);
    }
    RequestedColumns file = files.get(next.file());
    RowGroupInfo group = file.footer().rowGroups().get(next.rowGroup());
    List<ChunkInfo> chunks = file.chunks(group);
    batchRows = Batch.MAX_ROWS;
    for (int i = 0; i < readers.length; i++) {
      readers[i].start(
          reads,
          file.footer().file().path(),
          column(file, i),
          chunk(file, chunks, i),
          next.rowGroup(),
          group.rows());
      readers[i].skip(next.ranges().from(0));
      batchRows = Math.min(batchRows, readers[i].batchRows());
    }
    closeInputsBefore(next.file());
    if (position + 1 < parts.size() && request.limit().isEmpty()) {
      isAheadPlanned = false;
      ahead = open(parts.get(position + 1));
    }
    part = next;
    range = 0;
    row = next.ranges().from(0);
  }

  /** Begins to plan what a part needs; lists of pages are asked for. */
  private PartReads open(ParquetSplit.Part next) {
    RequestedColumns file = files.get(next.file());
    RangedInput input = inputs.get(next.file());
    if (input == null) {
      input = Storages.of(file.footer().file().path()).open(file.footer().file());
      inputs.put(next.file(), input);
    }
    RowGroupInfo group = file.footer().rowGroups().get(next.rowGroup());
    List<ChunkInfo> chunks = file.chunks(group);
    boolean isAllNeeded =
        request.filter().conjuncts().isEmpty() || areLocated() || statistics.mostBatchesAreNeeded();
    PartReads plan =
        request.limit().isEmpty()
            ? PartReads.lookingAhead(input, account, metrics)
            : PartReads.onDemand(input, account, metrics);
    boolean wantsAllRows = next.ranges().covers(0, group.rows());
    for (int i = 0; i < readers.length; i++) {
      PartReads.Need need = PartReads.Need.ON_DEMAND;
      if (isAllNeeded || isFiltered[i]) {
        need = wantsAllRows ? PartReads.Need.ALL : PartReads.Need.WANTED_ROWS;
      }
      ParquetColumn column = column(file, i);
      ChunkInfo chunk = chunk(file, chunks, i);
      for (ChunkInfo stored : chunk.leavesOrSelf()) {
        plan.add(column.name(), stored, need);
        PageList list = PageListCache.SHARED.find(file.footer().file(), stored);
        if (list != null) {
          plan.know(stored, list);
        }
      }
    }
    try {
      plan.know(next.dictionaries());
      plan.startLists();
      return plan;
    } catch (Throwable e) {
      plan.close();
      throw e;
    }
  }

  /** Whether all rows of the parts' ranges are wanted, but for those of small gaps. */
  private boolean areLocated() {
    boolean areLocated = true;
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      for (int column : conjunct.rows().columns()) {
        areLocated &= request.columns().get(column) == ScanRequest.ROW_LOCATOR;
      }
    }
    return areLocated;
  }

  private void plan(PartReads plan, ParquetSplit.Part next) {
    RequestedColumns file = files.get(next.file());
    try {
      plan.plan(next.ranges(), file.footer().rowGroups().get(next.rowGroup()).rows());
    } catch (CorruptDataException e) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read "
              + file.footer().file().path()
              + ": row group "
              + next.rowGroup()
              + ", "
              + e.getMessage(),
          e);
    }
    List<ChunkInfo> chunks = file.chunks(file.footer().rowGroups().get(next.rowGroup()));
    for (int i = 0; i < readers.length; i++) {
      for (ChunkInfo stored : chunk(file, chunks, i).leavesOrSelf()) {
        PageList list = plan.pages(stored);
        if (list != null) {
          PageListCache.SHARED.put(file.footer().file(), stored, list);
        }
      }
    }
  }

  /** Goes to a range of the part at hand, or leaves the part behind its last one. */
  private void startRange(int next) {
    RowRanges ranges = part.ranges();
    if (next == ranges.count()) {
      part = null;
      return;
    }
    for (ChunkReader reader : readers) {
      reader.skip(ranges.from(next) - row);
    }
    range = next;
    row = ranges.from(next);
  }

  /** Frees what is known of parts that have not been opened. */
  private void forgetParts() {
    parts.forEach(waiting -> waiting.dictionaries().close());
    parts = List.of();
  }

  private void closeReads() {
    if (reads != null) {
      reads.close();
      reads = null;
    }
  }

  private void closeAhead() {
    if (ahead != null) {
      ahead.close();
      ahead = null;
    }
  }

  private void closeInputsBefore(int file) {
    Iterator<Map.Entry<Integer, RangedInput>> open = inputs.entrySet().iterator();
    while (open.hasNext()) {
      Map.Entry<Integer, RangedInput> each = open.next();
      if (each.getKey() < file) {
        each.getValue().close();
        open.remove();
      }
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    ready.forEach(Batch::close);
    ready.clear();
    for (ChunkReader reader : readers) {
      reader.close();
    }
    batches.close();
    closeReads();
    closeAhead();
    forgetParts();
    decompressor.close();
    closeInputsBefore(Integer.MAX_VALUE);
  }
}
