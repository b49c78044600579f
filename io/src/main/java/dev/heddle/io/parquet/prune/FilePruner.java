package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.RequestedColumns;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Leaves out row groups of one file by what the footer has. Used by one thread. */
public final class FilePruner {
  private final List<Conjunct> conjuncts;
  private final RequestedColumns scan;
  private final ScanMetrics metrics;
  private final int[] skippedBy;
  private int groups;
  private int skipped;

  public FilePruner(List<Conjunct> conjuncts, RequestedColumns scan, ScanMetrics metrics) {
    this.conjuncts = conjuncts;
    this.scan = scan;
    this.metrics = metrics;
    this.skippedBy = new int[conjuncts.size()];
  }

  /**
   * Returns for each conjunct the rows of a row group for which it is certainly true; nothing if no
   * row can satisfy them all.
   */
  public Optional<List<RowRanges>> certain(RowGroupInfo group) {
    groups++;
    if (group.rows() == 0) {
      skipped++;
      return Optional.empty();
    }
    RowGroupPruner pruner = new RowGroupPruner(scan.columns(), scan.chunks(group), group.rows());
    List<RowRanges> certain = new ArrayList<>();
    for (int i = 0; i < conjuncts.size(); i++) {
      Conjunct conjunct = conjuncts.get(i);
      RowSelection selection =
          conjunct
              .pruning()
              .map(pruner::select)
              .orElseGet(() -> RowSelection.of(Verdict.MAYBE, group.rows()));
      if (selection.possible().isEmpty()) {
        skipped++;
        skippedBy[i]++;
        ConjunctMetrics counts = metrics.conjunct(conjunct.text());
        counts.rowGroupsSkipped.increment();
        counts.rowsSkipped.add(group.rows());
        counts.bytesSkipped.add(scan.bytes(group));
        return Optional.empty();
      }
      certain.add(conjunct.residual().isEmpty() ? selection.certain() : RowRanges.NONE);
    }
    return Optional.of(certain);
  }

  /** Counts the row groups, when all of a part of the file have been seen. */
  public void countPart() {
    metrics.rowGroups.add(groups);
    metrics.rowGroupsPruned.add(skipped);
  }

  /** Counts the file, when all its row groups have been seen. */
  public void countFile() {
    if (skipped < groups) {
      countPart();
      return;
    }
    metrics.filesPruned.increment();
    for (int i = 0; i < skippedBy.length; i++) {
      if (groups > 0 && skippedBy[i] == groups) {
        metrics.conjunct(conjuncts.get(i).text()).filesSkipped.increment();
      }
    }
  }
}
