package dev.heddle.frame;

import java.util.Locale;

/**
 * What a query asked of one bucket of an object store, and what the bucket allows. Queries that run
 * at the same time count each other's.
 *
 * @param bucket such as {@code s3a://lake}
 * @param requests that were sent, in all processes that worked on the query
 * @param refused of these, the ones that the service refused since there were too many
 * @param bytes that came and went
 * @param allowedRequestsPerSecond the requests a second that the process, or all processes of its
 *     cluster together, may send to the bucket; infinite if it has never refused any
 */
public record BucketTraffic(
    String bucket, long requests, long refused, long bytes, double allowedRequestsPerSecond) {
  private static final double MEGABYTE = 1e6;

  /** Returns whether the bucket has a limit. */
  public boolean isLimited() {
    return allowedRequestsPerSecond != Double.POSITIVE_INFINITY;
  }

  /** Returns the bytes a second that the limit allows with requests of the query's size. */
  public double allowedBytesPerSecond() {
    return requests == 0 ? 0 : allowedRequestsPerSecond * bytes / requests;
  }

  /** Returns what was achieved in a time, against what was allowed. */
  String text(long elapsedNanos) {
    double seconds = Math.max(1, elapsedNanos) / 1e9;
    String allowed =
        isLimited()
            ? String.format(
                Locale.ROOT,
                "%.1f of %.1f requests/s allowed, %.3f of %.3f MB/s",
                requests / seconds,
                allowedRequestsPerSecond,
                bytes / seconds / MEGABYTE,
                allowedBytesPerSecond() / MEGABYTE)
            : String.format(Locale.ROOT, "%.1f requests/s, not limited", requests / seconds);
    return String.format(
        Locale.ROOT, "%s: %s, refused %,d of %,d", bucket, allowed, refused, requests);
  }
}
