package dev.heddle.engine.graph;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What tasks of a stage that run now have done so far; what others did that have ended is reported
 * with their ends.
 *
 * @param handledRows rows that were read, or could be left out unread
 * @param tableRows rows of tables that were read
 * @param bytesRead bytes of files that were read
 * @param files files, or parts of them, that were not left out
 * @param rowGroups row groups of these that were read
 * @param rowGroupsSkipped row groups of these that could be left out unread
 * @param memoryBytes what they have of the memory off the heap
 * @param spilledBytes what they have written to spill files
 * @param nodes what the nodes of the stage's fragment did, in the order of a walk from the root
 */
public record StageSample(
    JobId job,
    int stage,
    long handledRows,
    long tableRows,
    long bytesRead,
    long files,
    long rowGroups,
    long rowGroupsSkipped,
    long memoryBytes,
    long spilledBytes,
    List<NodeSample> nodes) {
  /** Copies the list. */
  public StageSample {
    nodes = List.copyOf(nodes);
  }

  /** Makes one of tasks of another stage, which do the work of this one too. */
  public static StageSample ofNodes(JobId job, int stage, List<NodeSample> nodes) {
    return new StageSample(job, stage, 0, 0, 0, 0, 0, 0, 0, 0, nodes);
  }

  /** Adds those of other tasks of the stage. */
  public StageSample plus(StageSample other) {
    return new StageSample(
        job,
        stage,
        handledRows + other.handledRows,
        tableRows + other.tableRows,
        bytesRead + other.bytesRead,
        files + other.files,
        rowGroups + other.rowGroups,
        rowGroupsSkipped + other.rowGroupsSkipped,
        memoryBytes + other.memoryBytes,
        spilledBytes + other.spilledBytes,
        sums(nodes, other.nodes));
  }

  private static List<NodeSample> sums(List<NodeSample> some, List<NodeSample> others) {
    if (some.size() != others.size()) {
      return some.isEmpty() ? others : some;
    }
    return IntStream.range(0, some.size()).mapToObj(i -> some.get(i).plus(others.get(i))).toList();
  }
}
