package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** Reads values of settings. Stateless. */
final class SettingValues {
  private static final List<String> ON = List.of("on", "true", "yes", "1");
  private static final List<String> OFF = List.of("off", "false", "no", "0");

  private SettingValues() {}

  static boolean bool(String setting, List<String> values) {
    String value = one(setting, values).toLowerCase(Locale.ROOT);
    if (!ON.contains(value) && !OFF.contains(value)) {
      throw invalid(setting, value, "on or off");
    }
    return ON.contains(value);
  }

  static int integer(String setting, List<String> values) {
    String value = one(setting, values);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw invalid(setting, value, "an integer");
    }
  }

  /** Returns the zone of a name in any case, or of an offset, perhaps of hours alone. */
  static ZoneId zone(String setting, List<String> values) {
    String value = one(setting, values);
    String hours = value.matches("\\d{1,2}") ? "+" + value : value;
    String id =
        ZoneId.getAvailableZoneIds().stream()
            .filter(hours::equalsIgnoreCase)
            .min(String::compareTo)
            .orElse(hours);
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw invalid(setting, value, "a zone such as Europe/Berlin or +02:00");
    }
  }

  /** Whether two values are equal but for case, or both mean the same of on and off. */
  static boolean isAlike(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    return a.equals(b)
        || (ON.contains(a) && ON.contains(b))
        || (OFF.contains(a) && OFF.contains(b));
  }

  static String one(String setting, List<String> values) {
    if (values.size() != 1) {
      throw invalid(setting, String.join(", ", values), "one value");
    }
    return values.getFirst();
  }

  static HeddleException invalid(String setting, String value, String rule) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot set " + setting + " to \"" + value + "\": it must be " + rule);
  }
}
