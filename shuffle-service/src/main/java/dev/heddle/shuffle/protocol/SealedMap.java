package dev.heddle.shuffle.protocol;

/**
 * What an attempt has written and sealed. Whether it becomes its map's output is decided by the
 * party that keeps the winners: the scheduler of a cluster, the backend itself in one process.
 *
 * @param attempt the attempt that wrote it
 * @param address where it is stored
 * @param digest sum over the partitions of {@link RowLedger#digest}: equal for equal rows, however
 *     they are cut into blocks
 * @param rows number of rows
 * @param bytes how many bytes they take
 * @param sizes about how many of them each partition has
 */
public record SealedMap(
    MapAttempt attempt,
    ShuffleAddress address,
    long digest,
    long rows,
    long bytes,
    PartitionSizes sizes) {}
