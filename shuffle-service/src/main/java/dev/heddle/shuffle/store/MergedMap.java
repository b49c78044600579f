package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.PartitionTotals;

/**
 * An attempt in a merged bundle.
 *
 * @param id names the attempt
 * @param totals of all its partitions together
 * @param digest see {@link dev.heddle.shuffle.protocol.SealedMap#digest}
 * @param bytes how many bytes its parts have
 * @param sizes about how many of them each partition has
 */
public record MergedMap(
    BundleId id, PartitionTotals totals, long digest, long bytes, PartitionSizes sizes) {}
