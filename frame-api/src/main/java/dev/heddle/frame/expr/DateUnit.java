package dev.heddle.frame.expr;

import java.util.Locale;

/** A calendar or clock unit that dates are truncated to and differences counted in. */
public enum DateUnit {
  /** Calendar year. */
  YEAR,
  /** Three months from January, April, July or October. */
  QUARTER,
  /** Calendar month. */
  MONTH,
  /** Seven days from Monday. */
  WEEK,
  /** Day. */
  DAY,
  /** Hour. */
  HOUR,
  /** Minute. */
  MINUTE,
  /** Second. */
  SECOND,
  /** Millisecond. */
  MILLISECOND,
  /** Microsecond. */
  MICROSECOND;

  /** Returns the name as SQL functions take it, such as {@code month}. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
