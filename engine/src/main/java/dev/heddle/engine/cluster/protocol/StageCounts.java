package dev.heddle.engine.cluster.protocol;

import dev.heddle.io.codec.RecordCodec;
import dev.heddle.physical.operator.OperatorCounts;
import dev.heddle.physical.operator.TaskTotals;
import java.util.List;

/**
 * What tasks of a stage did on a worker, which only the client reads: on its way it is bytes.
 *
 * @param nodes what the nodes of the fragment did, in the order of a walk from the root
 * @param totals what was spilled, and what the worker has moved meanwhile
 */
public record StageCounts(List<OperatorCounts> nodes, TaskTotals totals) {
  private static final RecordCodec<StageCounts> CODEC = RecordCodec.of(StageCounts.class);

  /** Copies the list. */
  public StageCounts {
    nodes = List.copyOf(nodes);
  }

  /** Returns what processes that understand each other have in common. */
  static long fingerprint() {
    return CODEC.fingerprint();
  }

  public byte[] encode() {
    return CODEC.encode(this);
  }

  public static StageCounts decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
