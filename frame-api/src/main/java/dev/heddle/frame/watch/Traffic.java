package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;
import java.util.Locale;

/**
 * What moved between the process and remote storage while a query ran, and what delayed it. Queries
 * that run at the same time count each other's.
 *
 * @param bytesRead that came
 * @param bytesWritten that went
 * @param requests of any kind
 * @param retries requests that were repeated
 * @param elapsedNanos from the start of the statement, or of planning, to the last row or file
 * @param possibleBytesPerSecond most that the link has carried while reads were waiting for it; 0
 *     if they never had to wait for it
 * @param waitNanos time that threads waited for the storage
 * @param decodeNanos time that threads made columns of bytes
 * @param operatorNanos time that threads worked on columns, and made files of them
 * @param buckets the same for each bucket of an object store, with what it allows
 */
public record Traffic(
    long bytesRead,
    long bytesWritten,
    long requests,
    long retries,
    long elapsedNanos,
    double possibleBytesPerSecond,
    long waitNanos,
    long decodeNanos,
    long operatorNanos,
    List<Bucket> buckets) {
  private static final double MEGABYTE = 1e6;
  private static final long MIN_MEGABYTES = 100_000; // what is less is shown in kilobytes

  /** Copies the list. */
  public Traffic {
    buckets = Arguments.all(buckets, "buckets");
  }

  /**
   * What a query asked of one bucket of an object store, and what the bucket allows. Queries that
   * run at the same time count each other's.
   *
   * @param bucket such as {@code s3a://lake}
   * @param requests that were sent, in all processes that worked on the query
   * @param refused of these, the ones that the service refused since there were too many
   * @param bytes that came and went
   * @param allowedRequestsPerSecond the requests a second that the process, or all processes of its
   *     cluster together, may send to the bucket; infinite if it has never refused any
   */
  public record Bucket(
      String bucket, long requests, long refused, long bytes, double allowedRequestsPerSecond) {
    /** Checks that nothing is missing. */
    public Bucket {
      requireNonNull(bucket, "bucket is null");
    }

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

  /** What a query spent most of its threads' time on. */
  public enum Bottleneck {
    /** Waiting for the storage. */
    LINK,
    /** Making columns of bytes. */
    DECODE,
    /** Working on columns. */
    OPERATORS
  }

  /** Returns what delayed the query. */
  public Bottleneck bottleneck() {
    if (waitNanos >= Math.max(decodeNanos, operatorNanos)) {
      return Bottleneck.LINK;
    }
    return decodeNanos >= operatorNanos ? Bottleneck.DECODE : Bottleneck.OPERATORS;
  }

  /** Returns the bytes read for each second of the query, or written, if that is more. */
  public double bytesPerSecond() {
    return elapsedNanos == 0 ? 0 : Math.max(bytesRead, bytesWritten) * 1e9 / elapsedNanos;
  }

  /** Returns all of it as one line of text; of buckets those that have refused requests. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "storage: %s read%s, %d request%s%s, %.1f %s; bottleneck %s (waited %.2f s, decoded"
            + " %.2f s, operators %.2f s)%s",
        bytes(bytesRead),
        bytesWritten == 0 ? "" : ", " + bytes(bytesWritten) + " written",
        requests,
        requests == 1 ? "" : "s",
        retries == 0 ? "" : " (" + retries + " repeated)",
        bytesPerSecond() / MEGABYTE,
        possible(),
        bottleneck().name().toLowerCase(Locale.ROOT),
        waitNanos / 1e9,
        decodeNanos / 1e9,
        operatorNanos / 1e9,
        limits());
  }

  private String limits() {
    StringBuilder text = new StringBuilder();
    for (Bucket each : buckets) {
      if (each.isLimited() || each.refused() > 0) {
        text.append("; ").append(each.text(elapsedNanos));
      }
    }
    return text.toString();
  }

  /** What follows the achieved rate; of writing nothing is known. */
  private String possible() {
    if (bytesWritten > bytesRead) {
      return "MB/s";
    }
    if (possibleBytesPerSecond > 0) {
      double most = Math.max(possibleBytesPerSecond, bytesPerSecond());
      return String.format(Locale.ROOT, "of %.1f MB/s possible", most / MEGABYTE);
    }
    return bottleneck() == Bottleneck.LINK
        ? "MB/s, too little at a time to fill the link"
        : "MB/s, the link was never full";
  }

  private static String bytes(long bytes) {
    return bytes < MIN_MEGABYTES
        ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
        : String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
  }
}
