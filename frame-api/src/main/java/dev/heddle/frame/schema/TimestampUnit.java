package dev.heddle.frame.schema;

/** The step of a timestamp's 64-bit value. */
public enum TimestampUnit {
  /** A millionth of a second. */
  MICROS(1_000_000L),
  /** A billionth of a second. */
  NANOS(1_000_000_000L);

  private final long perSecond;

  TimestampUnit(long perSecond) {
    this.perSecond = perSecond;
  }

  /** Returns how many steps make a second. */
  public long perSecond() {
    return perSecond;
  }
}
