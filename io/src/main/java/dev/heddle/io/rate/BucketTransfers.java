package dev.heddle.io.rate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What has been asked of a bucket; all sums grow.
 *
 * @param bucket such as {@code s3a://lake}
 * @param requests that were sent
 * @param refused of these, the ones that the service answered with 503 or 429
 * @param bytes that have come and gone
 * @param allowed the requests a second that the bucket gets from this process and those that share
 *     a scheduler with it; infinite without a limit
 */
public record BucketTransfers(
    String bucket, long requests, long refused, long bytes, double allowed) {
  /** Returns whether there is a limit. */
  public boolean isLimited() {
    return allowed != RateControl.UNLIMITED;
  }

  private BucketTransfers plus(BucketTransfers other) {
    double limit =
        !isLimited() || !other.isLimited()
            ? Math.min(allowed, other.allowed)
            : Math.max(allowed, other.allowed);
    return new BucketTransfers(
        bucket, requests + other.requests, refused + other.refused, bytes + other.bytes, limit);
  }

  /** Adds lists up, bucket by bucket. */
  public static List<BucketTransfers> sum(List<BucketTransfers> one, List<BucketTransfers> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    Map<String, BucketTransfers> sums = new LinkedHashMap<>();
    one.forEach(each -> sums.merge(each.bucket(), each, BucketTransfers::plus));
    other.forEach(each -> sums.merge(each.bucket(), each, BucketTransfers::plus));
    return List.copyOf(sums.values());
  }

  /** Returns what has been asked since an earlier moment; buckets that were left alone go. */
  public static List<BucketTransfers> since(
      List<BucketTransfers> now, List<BucketTransfers> earlier) {
    Map<String, BucketTransfers> before = new LinkedHashMap<>();
    earlier.forEach(each -> before.merge(each.bucket(), each, BucketTransfers::plus));
    List<BucketTransfers> since = new ArrayList<>();
    for (BucketTransfers each : now) {
      BucketTransfers old = before.get(each.bucket());
      BucketTransfers left =
          old == null
              ? each
              : new BucketTransfers(
                  each.bucket(),
                  each.requests() - old.requests(),
                  each.refused() - old.refused(),
                  each.bytes() - old.bytes(),
                  each.allowed());
      if (left.requests() > 0 || left.bytes() > 0) {
        since.add(left);
      }
    }
    return List.copyOf(since);
  }
}
