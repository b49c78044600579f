package dev.heddle.engine.graph;

/**
 * What a node of a stage has done so far in tasks that run now.
 *
 * @param rows rows that it gave
 * @param nanos time that threads worked in it
 * @param stateBytes the most bytes of its state in one of them
 * @param spilledBytes what it has written to spill files
 */
public record NodeSample(long rows, long nanos, long stateBytes, long spilledBytes) {
  /** Adds those of other tasks. */
  public NodeSample plus(NodeSample other) {
    return new NodeSample(
        rows + other.rows,
        nanos + other.nanos,
        Math.max(stateBytes, other.stateBytes),
        spilledBytes + other.spilledBytes);
  }
}
