package dev.heddle.physical.join;

/** A side of a join. */
enum JoinSide {
  /** The side whose rows look for matches. */
  LEFT,
  /** The side whose rows are looked for. */
  RIGHT
}
