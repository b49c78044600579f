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

  /** Number of partitions whose sizes are known; 0 if nobody asks. */
  private int partitions;

  /** About how many bytes a partition has, by the codes of {@link PartitionSizes}. */
  private long[] ofCodes = new long[0];

  /** About how many bytes each task has written into each partition; empty if nobody asks. */
  private @Nullable PartitionSizes[] ofMaps = new PartitionSizes[0];

  /**
   * Makes room for the sizes of partitions.
   *
   * @param count the number of partitions; 0 if nobody asks for their sizes
   * @param maps the number of tasks; 0 if nobody asks for the sizes by task
   */
  void allocate(int count, int maps) {
    partitions = count;
    ofCodes = new long[PartitionSizes.codes(count)];
    ofMaps = new PartitionSizes[maps <= MAX_SIZED_MAPS ? maps : 0];
  }

  void add(SealedMap output) {
    rows += output.rows();
    bytes += output.bytes();
    PartitionSizes sizes = output.sizes();
    if (sizes.partitions() == partitions) {
      sizes.addTo(ofCodes);
      if (ofMaps.length > 0) {
        ofMaps[output.attempt().map()] = sizes;
      }
    }
  }

  void clear() {
    Arrays.fill(ofCodes, 0);
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
    return partitions;
  }

  long ofPartition(int partition) {
    return ofCodes[PartitionSizes.place(partition, partitions)];
  }

  /** Returns about how many bytes a task has written into a partition; 1 if that is not known. */
  long ofMap(int map, int partition) {
    PartitionSizes sizes = ofMaps.length == 0 ? null : ofMaps[map];
    return sizes == null ? 1 : sizes.bytes(partition);
  }
}
