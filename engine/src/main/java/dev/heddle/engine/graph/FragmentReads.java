package dev.heddle.engine.graph;

import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.Optional;

/** What a stage's fragment has read up to now, as its metrics say. */
public final class FragmentReads {
  private long handledRows;
  private long tableRows;
  private long bytesRead;
  private long files;
  private long rowGroups;
  private long rowGroupsSkipped;
  private long spilledBytes;

  /** Adds up what the nodes below and with one have done. */
  public FragmentReads(PhysicalPlan fragment, PlanMetrics metrics) {
    add(fragment, metrics);
  }

  private void add(PhysicalPlan node, PlanMetrics metrics) {
    node.inputs().forEach(input -> add(input, metrics));
    spilledBytes += metrics.of(node).spilledBytes();
    switch (node) {
      case PhysicalPlan.Scan scan -> {
        Optional<ScanMetrics> counts = metrics.ofScan(scan);
        counts.ifPresent(this::addScan);
      }
      case PhysicalPlan.ExchangeRead read -> handledRows += metrics.of(read).rowsOut();
      default -> {}
    }
  }

  private void addScan(ScanMetrics counts) {
    long read = counts.rowsRead.sum();
    tableRows += read;
    handledRows += read + counts.rowsSkipped();
    bytesRead += counts.bytesRead.sum() + counts.indexBytesRead.sum();
    files += counts.files.sum() - counts.filesPruned.sum();
    long skipped = counts.rowGroupsPruned.sum();
    rowGroups += counts.rowGroups.sum() - skipped;
    rowGroupsSkipped += skipped;
  }

  /** Returns the rows of tables and exchanges that were read, or could be left out unread. */
  public long handledRows() {
    return handledRows;
  }

  /** Returns the rows of tables that were read. */
  public long tableRows() {
    return tableRows;
  }

  /** Returns the bytes of files that were read. */
  public long bytesRead() {
    return bytesRead;
  }

  /** Returns the files, or parts of them, that were not left out. */
  public long files() {
    return files;
  }

  /** Returns the row groups of these files that were read. */
  public long rowGroups() {
    return rowGroups;
  }

  /** Returns the row groups of these files that could be left out unread. */
  public long rowGroupsSkipped() {
    return rowGroupsSkipped;
  }

  /** Returns the bytes of spilled states. */
  public long spilledBytes() {
    return spilledBytes;
  }
}
