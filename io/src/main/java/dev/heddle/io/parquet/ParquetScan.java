package dev.heddle.io.parquet;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A request bound to Parquet files: which row groups to read, in portions of useful size. */
final class ParquetScan implements TableScan {
  // Row groups are put together up to about so much, so that a split is worth a thread's while.
  private static final long SPLIT_ROWS = 100_000;
  private static final long SPLIT_BYTES = 4L << 20;
  // Larger row groups are cut into parts of about so many rows, a whole number of batches, if their
  // pages can be found without reading those before.
  static final long PART_ROWS = 64L * Batch.MAX_ROWS;

  private final ScanRequest request;
  private final long partRows;
  private final ScanMetrics metrics;
  private final List<FileScan> files = new ArrayList<>();
  private final List<Split> splits = new ArrayList<>();

  /** A file's part in the scan: the requested columns as it has them, and where they are. */
  record FileScan(ParquetFooter footer, List<ParquetColumn> columns, int[] positions) {
    List<ChunkInfo> chunks(RowGroupInfo group) {
      List<ChunkInfo> chunks = new ArrayList<>(positions.length);
      for (int position : positions) {
        chunks.add(group.chunks().get(position));
      }
      return chunks;
    }
  }

  /**
   * Makes a scan of files with equal schemas.
   *
   * @param request its columns are positions in that schema
   * @param partRows row groups of twice so many rows are cut into parts, see {@link #PART_ROWS}
   */
  ParquetScan(
      List<ParquetFooter> footers, ScanRequest request, long partRows, ScanMetrics metrics) {
    this.request = request;
    this.partRows = partRows;
    this.metrics = metrics;
    List<ParquetSplit.Part> parts = new ArrayList<>();
    long bytes = 0;
    long rows = 0;
    for (ParquetFooter footer : footers) {
      FileScan scan = fileScan(footer);
      files.add(scan);
      metrics.files.increment();
      int kept = 0;
      List<RowGroupInfo> groups = scan.footer.rowGroups();
      for (int i = 0; i < groups.size(); i++) {
        RowGroupInfo group = groups.get(i);
        List<ChunkInfo> chunks = scan.chunks(group);
        if (isPruned(scan, group, chunks)) {
          continue;
        }
        kept++;
        long groupBytes = 0;
        boolean canCut = true;
        for (ChunkInfo chunk : chunks) {
          groupBytes += chunk.compressedBytes();
          canCut &= chunk.hasPageIndex();
        }
        if (canCut && group.rows() >= 2 * partRows) {
          cut(files.size() - 1, i, group.rows(), groupBytes);
          continue;
        }
        parts.add(part(files.size() - 1, i, 0, group.rows()));
        bytes += groupBytes;
        rows += group.rows();
        if (rows >= SPLIT_ROWS || bytes >= SPLIT_BYTES) {
          splits.add(new ParquetSplit(parts, bytes, rows));
          parts.clear();
          bytes = 0;
          rows = 0;
        }
      }
      if (kept == 0) {
        metrics.filesPruned.increment();
      } else {
        metrics.rowGroups.add(groups.size());
        metrics.rowGroupsPruned.add(groups.size() - kept);
      }
    }
    if (!parts.isEmpty()) {
      splits.add(new ParquetSplit(parts, bytes, rows));
    }
  }

  private void cut(int file, int rowGroup, long rows, long bytes) {
    for (long from = 0; from < rows; from += partRows) {
      // a short rest goes with the last part
      long to = rows - from < 2 * partRows ? rows : from + partRows;
      ParquetSplit.Part part = part(file, rowGroup, from, to);
      long share = (long) ((double) bytes * (to - from) / rows);
      splits.add(new ParquetSplit(List.of(part), share, to - from));
      if (to == rows) {
        return;
      }
    }
  }

  private ParquetSplit.Part part(int file, int rowGroup, long from, long to) {
    List<RowRanges> certain =
        Collections.nCopies(request.filter().conjuncts().size(), RowRanges.NONE);
    return new ParquetSplit.Part(file, rowGroup, RowRanges.of(from, to), certain);
  }

  private FileScan fileScan(ParquetFooter footer) {
    int[] wanted = new int[request.columns().size()];
    List<ParquetColumn> columns = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = request.columns().get(i);
      columns.add(footer.columns().get(wanted[i]));
    }
    return new FileScan(footer, columns, wanted);
  }

  private boolean isPruned(FileScan scan, RowGroupInfo group, List<ChunkInfo> chunks) {
    if (group.rows() == 0) {
      return true;
    }
    RowGroupPruner pruner = new RowGroupPruner(scan.columns, chunks, group.rows());
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      if (conjunct.pruning().isPresent() && pruner.excludes(conjunct.pruning().get())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public SplitReader open(Split split, MemoryAccount account) {
    return new ParquetSplitReader(request, files, (ParquetSplit) split, account, metrics);
  }

  @Override
  public ScanMetrics metrics() {
    return metrics;
  }
}
