package dev.heddle.physical.codegen;

/** What a step of a loop does with the state of the row's group. */
public enum LoopState {
  /** Adds one to 64 bits for each row, whether its value is null or not. */
  ROWS,
  /** Adds an integer to 64 bits. */
  LONG_SUM,
  /** Adds an integer to 128 bits, low word first. */
  WIDE_SUM,
  /** Adds to a binary64. */
  DOUBLE_SUM,
  /** Keeps the smallest integer. */
  SMALLEST,
  /** Keeps the largest integer. */
  LARGEST;

  /** Returns whether the state is an exact sum, of which parts can be added up later. */
  public boolean isExactSum() {
    return switch (this) {
      case ROWS, LONG_SUM, WIDE_SUM -> true;
      case DOUBLE_SUM, SMALLEST, LARGEST -> false;
    };
  }

  /** Returns the bytes of a group's state. */
  public int bytes() {
    return this == WIDE_SUM ? 16 : 8;
  }
}
