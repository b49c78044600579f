package dev.heddle.frame.option;

/** In which order text has the parts of a date. Dates with the year in front are read in each. */
public enum DateOrder {
  /** {@code 2024-01-31} and {@code 2024/1/31} only. */
  YEAR_FIRST,

  /** Also {@code 31/01/2024}, {@code 31-1-2024} and {@code 31.01.2024}. */
  DAY_FIRST,

  /** Also {@code 01/31/2024} and {@code 1-31-2024}. */
  MONTH_FIRST
}
