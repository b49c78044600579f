package dev.heddle.io.parquet;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the row groups of a split.
 *
 * <p>For each batch the columns of the first conjunct are decoded and the conjunct is applied, then
 * those of the next, as long as rows are left; the other columns are decoded last, or stepped over
 * if no row is left, so that pages without a surviving row are not even decompressed. A batch in
 * which some rows survive carries a selection.
 */
final class ParquetSplitReader implements SplitReader {
  private final ScanRequest request;
  private final List<ParquetScan.FileScan> files;
  private final List<ParquetSplit.Part> parts;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final Decompressor decompressor = new Decompressor();
  private final ColumnReader[] readers;
  private final List<ConjunctState> conjuncts = new ArrayList<>();
  private final boolean[] isOutput;
  // decoded columns of the batch under way; null where a column has not been decoded
  private final @Nullable Column[] decoded;
  private long rowsToDeliver;
  private int nextPart;
  private int openFile = -1;
  private @Nullable RangedInput input;
  private ParquetSplit.@Nullable Part part;
  private int range;
  private long row;
  private boolean closed;

  ParquetSplitReader(
      ScanRequest request,
      List<ParquetScan.FileScan> files,
      ParquetSplit split,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.request = request;
    this.files = files;
    this.parts = split.parts();
    this.account = account;
    this.metrics = metrics;
    this.rowsToDeliver = request.limit().orElse(Long.MAX_VALUE);
    int columns = request.columns().size();
    this.readers = new ColumnReader[columns];
    this.decoded = new Column[columns];
    this.isOutput = new boolean[columns];
    for (int output : request.outputs()) {
      isOutput[output] = true;
    }
    for (int i = 0; i < columns; i++) {
      readers[i] = new ColumnReader(account, decompressor, metrics.bytesRead);
    }
    try {
      startConjuncts();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void startConjuncts() {
    // What is decided by value cannot fail, so it may go before what can.
    List<ScanFilter.Conjunct> all = request.filter().conjuncts();
    for (boolean byValue : new boolean[] {true, false}) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).rows().isDecidedByValue() == byValue) {
          conjuncts.add(new ConjunctState(i, all.get(i).rows(), account));
        }
      }
    }
  }

  @Override
  public Optional<Batch> next() {
    if (closed) {
      throw new IllegalStateException("Cannot read from a reader that has been closed");
    }
    while (rowsToDeliver > 0) {
      if (part == null) {
        if (nextPart == parts.size()) {
          return Optional.empty();
        }
        startPart(parts.get(nextPart++));
        continue;
      }
      if (row == part.ranges().to(range)) {
        startRange(range + 1);
        continue;
      }
      int rows = (int) Math.min(Batch.MAX_ROWS, part.ranges().to(range) - row);
      Optional<Batch> batch = readBatch(rows);
      row += rows;
      if (batch.isPresent()) {
        metrics.rowsDelivered.add(batch.get().rowCount());
        rowsToDeliver -= batch.get().rowCount();
        return batch;
      }
    }
    return Optional.empty();
  }

  private void startPart(ParquetSplit.Part next) {
    if (next.ranges().isEmpty()) {
      return;
    }
    part = next;
    ParquetScan.FileScan file = files.get(part.file());
    if (openFile != part.file()) {
      closeInput();
      input = Storages.of(file.footer().file().path()).open(file.footer().file());
      openFile = part.file();
    }
    RowGroupInfo group = file.footer().rowGroups().get(part.rowGroup());
    List<ChunkInfo> chunks = file.chunks(group);
    for (int i = 0; i < readers.length; i++) {
      readers[i].start(
          input,
          file.footer().file().path(),
          file.columns().get(i),
          chunks.get(i),
          part.rowGroup(),
          group.rows());
      long from = part.ranges().from(0);
      long to = part.ranges().to(part.ranges().count() - 1);
      if ((from > 0 || to < group.rows()) && chunks.get(i).hasPageIndex()) {
        readers[i].seek(from, to);
      } else {
        readers[i].skip(from);
      }
    }
    range = 0;
    row = part.ranges().from(0);
  }

  /** Goes to a range of the part at hand, or leaves the part behind its last one. */
  private void startRange(int next) {
    RowRanges ranges = part.ranges();
    if (next == ranges.count()) {
      part = null;
      return;
    }
    for (ColumnReader reader : readers) {
      reader.skip(ranges.from(next) - row);
    }
    range = next;
    row = ranges.from(next);
  }

  private Optional<Batch> readBatch(int rows) {
    metrics.rowsRead.add(rows);
    Buffer selection = null;
    try {
      int count = rows;
      for (ConjunctState conjunct : conjuncts) {
        if (part.isCertain(conjunct.position(), row, row + rows)) {
          continue;
        }
        Column[] columns = filterColumns(conjunct, rows);
        if (selection == null) {
          selection = account.allocate(4L * rows);
          count = conjunct.narrow(columns, rows, 0, rows, selection.address());
        } else {
          long positions = selection.address();
          count = conjunct.narrow(columns, rows, positions, count, positions);
        }
        if (count == 0) {
          skipUndecoded(rows);
          return Optional.empty();
        }
      }
      Column[] outputs = outputs(rows);
      if (selection == null || count == rows) {
        return Optional.of(Batch.of(account, rows, outputs));
      }
      Buffer given = selection;
      selection = null;
      return Optional.of(Batch.selected(account, rows, given, count, outputs));
    } finally {
      if (selection != null) {
        selection.release();
      }
      releaseDecoded();
    }
  }

  private Column[] filterColumns(ConjunctState conjunct, int rows) {
    List<Integer> wanted = conjunct.filter().columns();
    Column[] columns = new Column[wanted.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = decode(wanted.get(i), rows, conjunct.isDecidedByValue());
    }
    return columns;
  }

  private void skipUndecoded(int rows) {
    for (int i = 0; i < readers.length; i++) {
      if (decoded[i] == null) {
        readers[i].skip(rows);
      }
    }
  }

  /** Returns a column of the batch, lent; only text comes as codes unless they are wanted. */
  private Column decode(int column, int rows, boolean wantsCodes) {
    Column known = decoded[column];
    if (known == null) {
      known = readers[column].read(rows, wantsCodes);
      decoded[column] = known;
    } else if (!wantsCodes && known.isDictionary() && known.layout() != Layout.VIEW) {
      Column plain = Gather.decode(known, account);
      known.release();
      known = plain;
      decoded[column] = known;
    }
    return known;
  }

  private Column[] outputs(int rows) {
    for (int i = 0; i < readers.length; i++) {
      if (isOutput[i]) {
        decode(i, rows, false);
      } else if (decoded[i] == null) {
        readers[i].skip(rows);
      }
    }
    Column[] outputs = new Column[request.outputs().size()];
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = decoded[request.outputs().get(i)].retain();
    }
    return outputs;
  }

  private void releaseDecoded() {
    for (int i = 0; i < decoded.length; i++) {
      Column column = decoded[i];
      if (column != null) {
        column.release();
        decoded[i] = null;
      }
    }
  }

  private void closeInput() {
    if (input != null) {
      input.close();
      input = null;
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (ColumnReader reader : readers) {
      reader.close();
    }
    conjuncts.forEach(ConjunctState::close);
    decompressor.close();
    closeInput();
  }
}
