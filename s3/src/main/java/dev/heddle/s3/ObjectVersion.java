package dev.heddle.s3;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * What distinguishes an object from one that replaces it: its ETag or, if the service gives none,
 * the time of its last change in whole seconds, which is all that answers state.
 *
 * <p>An object that was changed a moment ago may change once more in the same second. So it gets a
 * new version each time it is listed, and nothing that is cached of it, such as its footer, is
 * taken for that of another. While such an object is read, only its length can show a second change
 * in that second.
 */
final class ObjectVersion {
  private static final String TIME = "Last-Modified ";

  /** Longer than a second by how much clocks may differ. */
  private static final Duration MOMENT = Duration.ofMinutes(1);

  private ObjectVersion() {}

  /** Returns the version, as a text; empty if the service states neither. */
  static String of(@Nullable String etag, @Nullable Instant lastModified) {
    if (etag != null && !etag.isEmpty()) {
      return etag;
    }
    if (lastModified == null) {
      return "";
    }
    String version = TIME + lastModified.getEpochSecond();
    boolean mayChangeUnseen = lastModified.plus(MOMENT).isAfter(Instant.now());
    return mayChangeUnseen
        ? version + " " + Long.toHexString(ThreadLocalRandom.current().nextLong())
        : version;
  }

  /** Returns the ETag that a version consists of, if it does. */
  static Optional<String> etag(String version) {
    return version.isEmpty() || version.startsWith(TIME) ? Optional.empty() : Optional.of(version);
  }

  /** Returns whether an answer may be of a version; it is not if it states something else. */
  static boolean mayBeOf(String version, GetObjectResponse response) {
    if (version.startsWith(TIME)) {
      Instant lastModified = response.lastModified();
      long seconds = Long.parseLong(version.substring(TIME.length()).split(" ")[0]);
      return lastModified == null || lastModified.getEpochSecond() == seconds;
    }
    return version.isEmpty() || response.eTag() == null || response.eTag().equals(version);
  }
}
