package dev.heddle.io.rate;

/**
 * A process's share of the requests that a bucket gets from a cluster.
 *
 * @param bucket such as {@code s3a://lake}
 * @param requestsPerSecond the share; infinite where the limit has been lifted
 * @param bucketRequestsPerSecond what all have together, short dips left out
 * @param validMillis how long the share may be used from when the lease arrives
 */
public record RequestLease(
    String bucket, double requestsPerSecond, double bucketRequestsPerSecond, long validMillis) {}
