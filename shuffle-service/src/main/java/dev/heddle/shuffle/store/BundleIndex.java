package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.List;

/**
 * What is at the end of a sealed bundle. Owned by its maker, which does not change the arrays.
 *
 * @param id names the bundle
 * @param maps number of maps of the exchange
 * @param digest see {@link dev.heddle.shuffle.protocol.SealedMap#digest}
 * @param totals of each partition
 * @param blockPartitions each block's partition, ascending
 * @param blockRows each block's number of rows
 * @param blockBytes how long each block is
 * @param blockOffsets where each block starts
 */
public record BundleIndex(
    BundleId id,
    int maps,
    long digest,
    List<PartitionTotals> totals,
    int[] blockPartitions,
    int[] blockRows,
    int[] blockBytes,
    long[] blockOffsets) {}
