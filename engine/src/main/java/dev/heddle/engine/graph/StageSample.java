package dev.heddle.engine.graph;

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
    long spilledBytes) {
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
        spilledBytes + other.spilledBytes);
  }
}
