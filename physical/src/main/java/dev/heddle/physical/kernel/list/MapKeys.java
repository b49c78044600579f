package dev.heddle.physical.kernel.list;

import dev.heddle.io.batch.Column;
import dev.heddle.physical.kernel.cast.TextFormat;
import dev.heddle.physical.kernel.compare.ElementComparison;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** The rule that a map's keys are not null and differ from each other. */
public final class MapKeys {
  private MapKeys() {}

  /**
   * Returns what is wrong with the keys of a map, which are a range of a column; null if nothing.
   */
  public static @Nullable String fault(Column keys, int start, int length, ZoneId zone) {
    for (int i = 0; i < length; i++) {
      if (keys.isNull(start + i)) {
        return "a null key; leave it out";
      }
      for (int other = 0; other < i; other++) {
        if (ElementComparison.isEqual(keys, start + i, keys, start + other)) {
          return "key " + TextFormat.show(keys, start + i, zone) + " twice; leave one out";
        }
      }
    }
    return null;
  }
}
