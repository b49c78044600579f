package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.List;
import java.util.Optional;

/**
 * What is at the end of a sealed bundle. Owned by its maker, which does not change the arrays.
 *
 * @param id names the bundle
 * @param maps number of maps of the exchange
 * @param partitions number of its partitions
 * @param digest see {@link dev.heddle.shuffle.protocol.SealedMap#digest}
 * @param totals of each partition; of packs only of all together
 * @param bytes how many bytes the parts of packs have
 * @param sizes about how many of them each partition has, if it is of packs
 * @param blockPartitions each block's partition, ascending; of packs the first one of each
 * @param blockLasts each block's last partition
 * @param blockRows each block's number of rows
 * @param blockBytes how long each block is
 * @param blockOffsets where each block starts
 */
public record BundleIndex(
    BundleId id,
    int maps,
    int partitions,
    long digest,
    List<PartitionTotals> totals,
    long bytes,
    Optional<PartitionSizes> sizes,
    int[] blockPartitions,
    int[] blockLasts,
    int[] blockRows,
    int[] blockBytes,
    long[] blockOffsets) {}
