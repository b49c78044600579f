package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DateText;
import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Times in zones that may differ from row to row; the last one is cached. For one thread. */
public final class Zones {
  private String last = "";
  private @Nullable ZoneId zone;

  /** Returns the local time of a point in time, or the point in time of a local time. */
  public Temporal moved(String name, Object time) {
    if (zone == null || !name.equals(last)) {
      zone = find(name);
      last = name;
    }
    ZoneId at = Objects.requireNonNull(zone, "no zone");
    if (time instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, isInfinite(time) ? ZoneOffset.UTC : at);
    }
    LocalDateTime local = (LocalDateTime) time;
    return local.atZone(isInfinite(time) ? ZoneOffset.UTC : at).toInstant();
  }

  /** Returns whether a local time, or a point in time, is infinite. */
  static boolean isInfinite(Object time) {
    LocalDateTime local =
        time instanceof Instant instant
            ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
            : (LocalDateTime) time;
    return DateText.infinity(local) != null;
  }

  private static ZoneId find(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw Failures.argument(
          "Cannot use \""
              + Failures.shorten(name)
              + "\" as a time zone; write a name such as Europe/Berlin, or an offset such as"
              + " +02:00");
    }
  }
}
