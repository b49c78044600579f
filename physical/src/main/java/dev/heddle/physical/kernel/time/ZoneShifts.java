package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.DateText;
import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes points in time to what clocks of a zone show, and back. Where clocks skip what is to be
 * shown it is as much later; where they show it twice it is the second time. Infinite times stay.
 * Used by one thread.
 */
public final class ZoneShifts {
  private static final int MAX_KNOWN = 1_000;

  private final Map<String, ZoneId> known = new HashMap<>();

  /** The names of all zones, whatever their case. */
  private static final class Names {
    private static final Map<String, String> ALL = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    static {
      ZoneId.getAvailableZoneIds().forEach(name -> ALL.put(name, name));
    }
  }

  /** Returns an instant as local time in a zone, and local time as an instant. */
  public Temporal shifted(String zone, Object time) {
    ZoneId id = zone(zone);
    if (time instanceof Instant instant) {
      LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      return DateText.infinity(utc) != null ? utc : LocalDateTime.ofInstant(instant, id);
    }
    LocalDateTime local = (LocalDateTime) time;
    return DateText.infinity(local) != null
        ? local.toInstant(ZoneOffset.UTC)
        : local.atZone(id).withLaterOffsetAtOverlap().toInstant();
  }

  /** Returns whether a local time, or a point in time, is infinite. */
  static boolean isInfinite(Object time) {
    LocalDateTime local =
        time instanceof Instant instant
            ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
            : (LocalDateTime) time;
    return DateText.infinity(local) != null;
  }

  private ZoneId zone(String name) {
    ZoneId zone = known.get(name);
    if (zone == null) {
      zone = find(name.strip());
      if (known.size() < MAX_KNOWN) {
        known.put(name, zone);
      }
    }
    return zone;
  }

  private static ZoneId find(String name) {
    String exact = Names.ALL.getOrDefault(name, name.toUpperCase(Locale.ROOT));
    try {
      return ZoneId.of(exact);
    } catch (DateTimeException e) {
      throw Failures.argument(
          "Cannot find time zone \"" + name + "\"; write for example Europe/Berlin, UTC or +02:00");
    }
  }
}
