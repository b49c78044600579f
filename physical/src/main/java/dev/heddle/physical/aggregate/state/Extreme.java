package dev.heddle.physical.aggregate.state;

/** Which value of a group is kept. */
public enum Extreme {
  SMALLEST,
  LARGEST
}
