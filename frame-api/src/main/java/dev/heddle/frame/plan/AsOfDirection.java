package dev.heddle.frame.plan;

/** Where an as-of join looks for the right row of a left one. */
public enum AsOfDirection {
  /** The last right row at or before the left one. */
  BACKWARD,
  /** The first right row at or after the left one. */
  FORWARD
}
