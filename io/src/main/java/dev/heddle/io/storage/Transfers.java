package dev.heddle.io.storage;

import dev.heddle.io.rate.BucketTransfers;
import java.util.List;

/**
 * What has been moved between this process and storage that is reached over a link; all sums grow.
 *
 * @param bytesRead that have come, those of answers that broke off included
 * @param bytesWritten that have gone
 * @param requests of any kind, repeated ones included
 * @param retries requests that were repeated
 * @param waitNanos time that readers have waited for bytes and lists, added up over the threads of
 *     queries
 * @param sendNanos time that writers have waited, in the same way
 * @param bestBytesPerSecond most that the link has carried while reads were waiting for it; 0 if
 *     none had to wait
 * @param buckets the same by bucket, with what the bucket allows
 */
public record Transfers(
    long bytesRead,
    long bytesWritten,
    long requests,
    long retries,
    long waitNanos,
    long sendNanos,
    double bestBytesPerSecond,
    List<BucketTransfers> buckets) {
  /** Nothing. */
  public static final Transfers NONE = new Transfers(0, 0, 0, 0, 0, 0, 0, List.of());

  /** Copies the list. */
  public Transfers {
    buckets = List.copyOf(buckets);
  }

  /** Adds what another storage has moved. */
  public Transfers plus(Transfers other) {
    return new Transfers(
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten,
        requests + other.requests,
        retries + other.retries,
        waitNanos + other.waitNanos,
        sendNanos + other.sendNanos,
        Math.max(bestBytesPerSecond, other.bestBytesPerSecond),
        BucketTransfers.sum(buckets, other.buckets));
  }

  /** Returns what has been moved since an earlier moment. */
  public Transfers since(Transfers earlier) {
    return new Transfers(
        bytesRead - earlier.bytesRead,
        bytesWritten - earlier.bytesWritten,
        requests - earlier.requests,
        retries - earlier.retries,
        waitNanos - earlier.waitNanos,
        sendNanos - earlier.sendNanos,
        bestBytesPerSecond,
        BucketTransfers.since(buckets, earlier.buckets));
  }
}
