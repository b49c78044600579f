package dev.heddle.io.parquet.read;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.fetch.KnownDictionaries;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.footer.RequestedColumns;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.parquet.prune.DictionaryTrials;
import dev.heddle.io.parquet.prune.RowGroupSelector;
import dev.heddle.io.parquet.prune.RowSelection;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Narrows the parts of one scan to the rows that its filter leaves, when they are about to be read.
 *
 * <p>Thread-safe. What is found out about a row group that has been cut into several parts is
 * cached for all of them.
 */
final class RowSelections {
  private final ScanRequest request;
  private final List<RequestedColumns> files;
  private final ScanTuning tuning;
  private final ScanMetrics metrics;
  private final DictionaryTrials trials;
  private final Map<Place, Shared> cut = new ConcurrentHashMap<>();

  private record Place(int file, int rowGroup) {}

  /** Of a row group in several parts; filled by the first of them. */
  private static final class Shared {
    private RowGroupSelector.@Nullable Selected selected;
  }

  RowSelections(
      ScanRequest request, List<RequestedColumns> files, ScanTuning tuning, ScanMetrics metrics) {
    this.request = request;
    this.files = files;
    this.tuning = tuning;
    this.metrics = metrics;
    this.trials = new DictionaryTrials(request.filter().conjuncts().size());
  }

  /** Returns the parts that have rows left, with only these. */
  List<ParquetSplit.Part> narrow(List<ParquetSplit.Part> parts, MemoryAccount account) {
    List<ParquetSplit.Part> narrowed = new ArrayList<>(parts.size());
    try {
      for (ParquetSplit.Part part : parts) {
        ParquetSplit.Part rest = isCertain(part) ? part : narrow(part, account);
        if (rest.ranges().isEmpty()) {
          rest.dictionaries().close();
        } else {
          narrowed.add(rest);
        }
      }
    } catch (Throwable e) {
      narrowed.forEach(part -> part.dictionaries().close());
      throw e;
    }
    return narrowed;
  }

  private static boolean isCertain(ParquetSplit.Part part) {
    for (RowRanges certain : part.certain()) {
      if (!part.ranges().isIn(certain)) {
        return false;
      }
    }
    return true;
  }

  private ParquetSplit.Part narrow(ParquetSplit.Part part, MemoryAccount account) {
    RowGroupInfo group = files.get(part.file()).footer().rowGroups().get(part.rowGroup());
    RowGroupSelector.Selected selected;
    KnownDictionaries dictionaries = new KnownDictionaries();
    if (part.ranges().rows() == group.rows()) {
      selected = select(part, account, dictionaries);
    } else {
      Shared shared =
          cut.computeIfAbsent(new Place(part.file(), part.rowGroup()), ignored -> new Shared());
      synchronized (shared) {
        if (shared.selected == null) {
          shared.selected = select(part, account, dictionaries);
        }
        selected = shared.selected;
      }
    }
    long bytes = files.get(part.file()).bytes(group);
    count(part.ranges(), selected.selections(), (double) bytes / group.rows());
    long gap =
        bytes == 0
            ? tuning.gapRows()
            : Math.min(tuning.gapRows(), 1 + ScanTuning.GAP_BYTES * group.rows() / bytes);
    RowRanges rows = part.ranges().and(selected.rows().bridged(gap));
    return new ParquetSplit.Part(
        part.file(), part.rowGroup(), rows, selected.certain(), dictionaries);
  }

  /** Decides a row group; the dictionaries that were read for it are added to those known. */
  private RowGroupSelector.Selected select(
      ParquetSplit.Part part, MemoryAccount account, KnownDictionaries known) {
    RequestedColumns file = files.get(part.file());
    RowGroupInfo group = file.footer().rowGroups().get(part.rowGroup());
    try (RowGroupSelector selector =
        new RowGroupSelector(request.filter(), trials, tuning, file, group, metrics)) {
      RowGroupSelector.Selected selected = selector.select(account);
      selector.moveDictionaries(known);
      return selected;
    }
  }

  /** Counts what each conjunct takes away of what those before it have left. */
  private void count(RowRanges part, List<RowSelection> selections, double bytesPerRow) {
    List<Conjunct> conjuncts = request.filter().conjuncts();
    RowRanges left = part;
    for (int i = 0; i < selections.size(); i++) {
      RowRanges after = left.and(selections.get(i).possible());
      ConjunctMetrics counts = metrics.conjunct(conjuncts.get(i).text());
      counts.rowsSkipped.add(left.rows() - after.rows());
      counts.bytesSkipped.add(Math.round((left.rows() - after.rows()) * bytesPerRow));
      left = after;
    }
    for (int i = 0; i < selections.size(); i++) {
      metrics
          .conjunct(conjuncts.get(i).text())
          .rowsCertain
          .add(left.and(selections.get(i).certain()).rows());
    }
  }
}
