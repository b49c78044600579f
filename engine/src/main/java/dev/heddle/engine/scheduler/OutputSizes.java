package dev.heddle.engine.scheduler;

import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the tasks of a stage have written: rows, bytes, and bytes a partition where asked for. */
final class OutputSizes {
  /** Sizes by task and partition are recorded of at most this number of tasks. */
  private static final int MAX_SIZED_MAPS = 2_048;

  private long rows;
  private long bytes;

  /** About how many bytes each partition has; empty if nobody asks. */
  private long[] ofPartitions = new long[0];

  /** About how many bytes each task has written into each partition; empty if nobody asks. */
  private @Nullable PartitionSizes[] ofMaps = new PartitionSizes[0];

  /**
   * Makes room for the sizes of partitions.
   *
   * @param partitions the number of partitions; 0 if nobody asks for their sizes
   * @param maps the number of tasks; 0 if nobody asks for the sizes by task
   */
  void allocate(int partitions, int maps) {
    ofPartitions = new long[partitions];
    ofMaps = new PartitionSizes[maps <= MAX_SIZED_MAPS ? maps : 0];
  }

  void add(SealedMap output) {
    rows += output.rows();
    bytes += output.bytes();
    PartitionSizes sizes = output.sizes();
    if (sizes.partitions() == ofPartitions.length) {
      sizes.addTo(ofPartitions);
      if (ofMaps.length > 0) {
        ofMaps[output.attempt().map()] = sizes;
      }
    }
  }

  void clear() {
    Arrays.fill(ofPartitions, 0);
    rows = 0;
    bytes = 0;
  }

  long rows() {
    return rows;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the number of partitions whose sizes are known. */
  int partitions() {
    return ofPartitions.length;
  }

  long ofPartition(int partition) {
    return ofPartitions[partition];
  }

  /** Returns about how many bytes a task has written into a partition; 1 if that is not known. */
  long ofMap(int map, int partition) {
    PartitionSizes sizes = ofMaps.length == 0 ? null : ofMaps[map];
    return sizes == null ? 1 : sizes.bytes(partition);
  }
}
