package dev.heddle.frame.expr;

/** What the bounds of a window frame count. */
public enum FrameUnit {
  /** Rows. */
  ROWS,
  /** Distance of the order key's value. */
  RANGE,
  /** Groups of rows with equal order keys. */
  GROUPS
}
