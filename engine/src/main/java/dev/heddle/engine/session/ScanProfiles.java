package dev.heddle.engine.session;

import dev.heddle.frame.ScanProfile;
import dev.heddle.io.scan.ConjunctMetrics;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns the counts of scans into what users see of them. */
final class ScanProfiles {
  private ScanProfiles() {}

  /** Returns what a node read and left out, if it is a scan of files that has begun. */
  static Optional<ScanProfile> of(PhysicalPlan node, PlanMetrics metrics) {
    return node instanceof PhysicalPlan.Scan scan
        ? metrics
            .ofScan(scan)
            .filter(counts -> counts.files.sum() + counts.folders.sum() > 0)
            .map(counts -> profile(scan, metrics.conjuncts(scan), counts))
        : Optional.empty();
  }

  private static ScanProfile profile(
      PhysicalPlan.Scan scan, List<ScanFilter.Conjunct> runtime, ScanMetrics counts) {
    List<ScanProfile.Conjunct> conjuncts = new ArrayList<>();
    for (ScanFilter.Conjunct conjunct : scan.request().with(runtime).filter().conjuncts()) {
      conjuncts.add(conjunct(conjunct, counts.conjunct(conjunct.text())));
    }
    return new ScanProfile(
        scan.table().name(),
        counts.folders.sum(),
        counts.foldersPruned.sum(),
        counts.files.sum(),
        counts.filesPruned.sum(),
        counts.rowGroups.sum(),
        counts.rowGroupsPruned.sum(),
        counts.pages.sum(),
        counts.pagesPruned.sum(),
        counts.bytesRead.sum(),
        counts.indexBytesRead.sum(),
        counts.rowsRead.sum(),
        counts.badRows.sum(),
        counts.unknownKeys.sum(),
        counts.rowsDelivered.sum(),
        scan.table().columnsLeftOut(),
        conjuncts);
  }

  private static ScanProfile.Conjunct conjunct(
      ScanFilter.Conjunct conjunct, ConjunctMetrics counts) {
    List<String> obstacles = new ArrayList<>();
    boolean isDecidedByFolders = counts.isDecidedByFolders();
    if (!isDecidedByFolders) {
      conjunct.residual().ifPresent(obstacles::add);
    }
    counts
        .obstacles()
        .forEach((why, times) -> obstacles.add(times == 1 ? why : why + " (" + times + " times)"));
    return new ScanProfile.Conjunct(
        conjunct.text(),
        isDecidedByFolders ? ScanProfile.Use.EXACT : use(conjunct),
        counts.foldersSkipped.sum(),
        counts.filesSkipped.sum(),
        counts.rowGroupsSkipped.sum(),
        counts.rowGroupsSkippedByBloom.sum(),
        counts.rowGroupsSkippedByDictionary.sum(),
        counts.pagesSkipped.sum(),
        counts.rowsSkipped.sum(),
        counts.bytesSkipped.sum(),
        counts.rowsCertain.sum(),
        counts.rowsTakenAway.sum(),
        obstacles);
  }

  private static ScanProfile.Use use(ScanFilter.Conjunct conjunct) {
    if (conjunct.pruning().isEmpty()) {
      return ScanProfile.Use.UNUSABLE;
    }
    return conjunct.residual().isEmpty() ? ScanProfile.Use.EXACT : ScanProfile.Use.INEXACT;
  }
}
