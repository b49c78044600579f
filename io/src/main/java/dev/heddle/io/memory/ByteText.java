package dev.heddle.io.memory;

import java.util.List;
import java.util.Locale;

/** Numbers of bytes as messages show them. */
public final class ByteText {
  private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
  private static final int STEP = 1024;

  private ByteText() {}

  /** Returns text such as {@code 10 MiB} or {@code 1.5 GiB}; small numbers are bytes. */
  public static String of(long bytes) {
    if (bytes < STEP) {
      return bytes + (bytes == 1 ? " byte" : " bytes");
    }
    double value = bytes;
    int unit = -1;
    while (value >= STEP && unit + 1 < UNITS.size()) {
      value /= STEP;
      unit++;
    }
    return value == Math.rint(value)
        ? (long) value + " " + UNITS.get(unit)
        : String.format(Locale.ROOT, "%.1f %s", value, UNITS.get(unit));
  }

  /** Returns text as {@link #of}, in full KiB or MiB that is no smaller. */
  public static String atLeast(long bytes) {
    long unit = bytes <= 1 << 20 ? 1 << 10 : 1 << 20;
    return Math.ceilDiv(bytes, unit) + (unit == 1 << 10 ? " KiB" : " MiB");
  }
}
