package dev.heddle.io.parquet.read;

import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RequestedColumns;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.parquet.prune.FilePruner;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A request bound to Parquet files: which row groups to read, in portions of useful size. */
public final class ParquetScan implements TableScan {
  // Row groups are put together up to about this size, so that a split is worth a thread's while.
  private static final long SPLIT_ROWS = 100_000;
  private static final int PARTS_TOGETHER_FAR_AWAY = 4;
  private static final long SPLIT_BYTES = 4L << 20;
  private final ScanRequest request;
  private final RowSelections selections;
  private final ScanMetrics metrics;
  private final AdaptiveScanStatistics statistics;
  private final ColumnParts columns;
  private final List<RequestedColumns> files = new ArrayList<>();
  private final List<Split> splits = new ArrayList<>();
  private final List<ParquetSplit.Part> waiting = new ArrayList<>();
  private long waitingBytes;
  private long waitingRows;

  /**
   * Makes a scan of files with equal schemas.
   *
   * @param request its columns are positions in that schema
   */
  ParquetScan(
      List<ParquetFooter> footers, ScanRequest request, ScanTuning tuning, ScanMetrics metrics) {
    this(request, footers.stream().map(FilePart::whole).toList(), tuning, metrics);
  }

  /** Makes a scan of parts of files with equal schemas. */
  public static ParquetScan ofParts(
      List<FilePart> parts, ScanRequest request, ScanTuning tuning, ScanMetrics metrics) {
    return new ParquetScan(request, parts, tuning, metrics);
  }

  private ParquetScan(
      ScanRequest request, List<FilePart> parts, ScanTuning tuning, ScanMetrics metrics) {
    this.request = request;
    this.metrics = metrics;
    this.selections = new RowSelections(request, files, tuning, metrics);
    this.statistics = new AdaptiveScanStatistics(request.filter(), metrics);
    metrics.files.add(FilePart.files(parts));
    List<Kept> kept = new ArrayList<>();
    for (FilePart part : parts) {
      RequestedColumns scan =
          RequestedColumns.of((ParquetFooter) part.file(), request, part.firstLocator());
      files.add(scan);
      FilePruner pruner = new FilePruner(request.filter().conjuncts(), scan, metrics);
      List<RowGroupInfo> groups = scan.footer().rowGroups();
      long fileRows = groups.stream().mapToLong(RowGroupInfo::rows).sum();
      long first = 0;
      for (int i = 0; i < groups.size(); i++) {
        RowGroupInfo group = groups.get(i);
        long from = 0;
        long to = group.rows();
        if (!part.isWhole()) {
          long wantedFrom = part.firstRow(fileRows) - first;
          long wantedTo = part.endRow(fileRows) - first;
          // by what the file is, not the request: every process must divide it alike
          if (group.chunks().stream().allMatch(ChunkInfo::hasPageIndex)) {
            from = Math.clamp(wantedFrom, 0, group.rows());
            to = Math.clamp(wantedTo, 0, group.rows());
          } else if (wantedFrom > group.rows() / 2 || wantedTo <= group.rows() / 2) {
            to = 0;
          }
        }
        first += group.rows();
        if (from >= to) {
          continue;
        }
        Optional<List<RowRanges>> certain = pruner.certain(group);
        if (certain.isPresent()) {
          kept.add(new Kept(files.size() - 1, i, group, from, to, certain.get()));
        }
      }
      if (part.isWhole()) {
        pruner.countFile();
      } else {
        pruner.countPart();
      }
    }
    columns =
        files.isEmpty()
            ? new ColumnParts(List.of(), List.of(), List.of())
            : ColumnParts.of(
                request, files.getFirst().columns().stream().map(ParquetColumn::type).toList());
    split(kept, tuning);
  }

  /** Returns whether all requested columns can be read from any row on. */
  private static boolean canCut(RequestedColumns scan, RowGroupInfo group) {
    boolean canCut = true;
    for (ChunkInfo chunk : scan.chunks(group)) {
      canCut &= chunk.hasPageIndex();
    }
    return canCut;
  }

  /** Rows of a row group that may hold wanted ones. */
  private record Kept(
      int file, int number, RowGroupInfo group, long from, long to, List<RowRanges> certain) {
    long rows() {
      return to - from;
    }
  }

  private void split(List<Kept> kept, ScanTuning tuning) {
    long rows = 0;
    for (Kept one : kept) {
      rows += one.rows();
    }
    for (Kept one : kept) {
      RequestedColumns scan = files.get(one.file);
      RowGroupInfo group = one.group;
      long partRows = tuning.partRows(rows) * partsTogether(scan.footer().file());
      long groupBytes = scan.bytes(group);
      if (one.rows() < group.rows()) {
        groupBytes = (long) ((double) groupBytes * one.rows() / group.rows());
      }
      if (one.rows() >= 2 * partRows && canCut(scan, group)) {
        finish(); // before the later rows
        cut(one, partRows, groupBytes);
        continue;
      }
      RowRanges all = RowRanges.of(one.from, one.to);
      waiting.add(new ParquetSplit.Part(one.file, one.number, all, one.certain));
      waitingBytes += groupBytes;
      waitingRows += one.rows();
      if (waitingRows >= SPLIT_ROWS || waitingBytes >= SPLIT_BYTES) {
        finish();
      }
    }
    finish();
  }

  /** Where a request takes time, fewer and larger ones are better than even shares of the work. */
  private static int partsTogether(StoredFile file) {
    return Storages.of(file.path()).parallelRequests() > 1 ? PARTS_TOGETHER_FAR_AWAY : 1;
  }

  /** Makes a split of the row groups that wait for one, if there are any. */
  private void finish() {
    if (!waiting.isEmpty()) {
      splits.add(new ParquetSplit(waiting, waitingBytes, waitingRows));
      waiting.clear();
      waitingBytes = 0;
      waitingRows = 0;
    }
  }

  private void cut(Kept kept, long partRows, long bytes) {
    for (long from = kept.from; from < kept.to; from += partRows) {
      // a short rest goes with the last part
      long to = kept.to - from < 2 * partRows ? kept.to : from + partRows;
      RowRanges ranges = RowRanges.of(from, to);
      ParquetSplit.Part part = new ParquetSplit.Part(kept.file, kept.number, ranges, kept.certain);
      long share = (long) ((double) bytes * (to - from) / kept.rows());
      splits.add(new ParquetSplit(List.of(part), share, to - from));
      if (to == kept.to) {
        return;
      }
    }
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    List<ParquetSplit.Part> parts = selections.narrow(((ParquetSplit) split).parts(), account);
    try {
      return new ParquetSplitReader(request, columns, files, parts, account, metrics, statistics);
    } catch (Throwable e) {
      parts.forEach(part -> part.dictionaries().close());
      throw e;
    }
  }

  @Override
  public SplitReader openAfter(SplitReader finished, Split split, MemoryAccount account) {
    if (finished instanceof ParquetSplitReader reader && reader.isOf(files, account)) {
      try {
        reader.restart(selections.narrow(((ParquetSplit) split).parts(), account));
        return reader;
      } catch (Throwable e) {
        reader.close();
        throw e;
      }
    }
    finished.close();
    return open(split, account);
  }

  @Override
  public String place(Split split) {
    return ((ParquetSplit) split)
        .parts().stream()
            .map(
                part ->
                    "row group %d of %s"
                        .formatted(part.rowGroup(), files.get(part.file()).footer().file().path()))
            .collect(Collectors.joining(" or "));
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
