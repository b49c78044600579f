package dev.heddle.shuffle.server;

/**
 * What a server uses at a moment.
 *
 * @param heldBytes memory of blocks
 * @param grantedBytes memory that writers may fill
 * @param loadingBytes memory of blocks on their way from the disk to readers
 * @param diskBytes bytes of bundles
 * @param tierBytes bytes of bundles in the tier, or on their way there
 * @param jobs number of jobs with a lease
 * @param attempts number of attempts that are open or sealed
 * @param writers number of attempts that are open
 * @param readers number of readers under way
 * @param refusals how many conversations have been refused so far
 * @param losses how many sealed attempts have been lost so far
 */
public record ServerUsage(
    long heldBytes,
    long grantedBytes,
    long loadingBytes,
    long diskBytes,
    long tierBytes,
    int jobs,
    int attempts,
    int writers,
    int readers,
    long refusals,
    long losses) {}
