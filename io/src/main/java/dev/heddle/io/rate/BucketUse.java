package dev.heddle.io.rate;

/**
 * What a process has asked of a bucket since its last report.
 *
 * @param bucket such as {@code s3a://lake}
 * @param millis how long that was
 * @param sent requests, those that were refused included
 * @param refused requests that the service answered with 503 or 429
 * @param delayed of those sent, the ones that waited at the gate
 * @param waiting requests that wait there now
 * @param bytes that have come and gone
 * @param allowed the requests a second that the process holds to; infinite without a limit
 */
public record BucketUse(
    String bucket,
    long millis,
    long sent,
    long refused,
    long delayed,
    int waiting,
    long bytes,
    double allowed) {
  /** Returns whether the process would have sent more if it had been allowed to. */
  public boolean isBacklogged() {
    return waiting > 0 || (sent > 0 && 2 * delayed >= sent);
  }
}
