package dev.heddle.planner.sql.tree;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A unit of interval literals, from long to short. */
public enum IntervalUnit {
  MILLENNIUM,
  CENTURY,
  DECADE,
  YEAR,
  QUARTER,
  MONTH,
  WEEK,
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  MILLISECOND,
  MICROSECOND;

  /** Returns the unit of a word in singular or plural, whatever its case; null if it is none. */
  public static @Nullable IntervalUnit find(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    for (IntervalUnit unit : values()) {
      String name = unit.name();
      if (upper.equals(name) || (upper.length() == name.length() + 1 && upper.equals(name + "S"))) {
        return unit;
      }
    }
    return switch (upper) {
      case "MILLENNIA" -> MILLENNIUM;
      case "CENTURIES" -> CENTURY;
      default -> null;
    };
  }
}
