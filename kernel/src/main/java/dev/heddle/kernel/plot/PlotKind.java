package dev.heddle.kernel.plot;

/** What is drawn for each row. */
public enum PlotKind {
  /** A point of a line, in the order of x. */
  LINE,
  /** A bar for each row. */
  BAR,
  /** A dot. */
  SCATTER,
  /** A part of the bar that counts values in an interval. */
  HISTOGRAM
}
