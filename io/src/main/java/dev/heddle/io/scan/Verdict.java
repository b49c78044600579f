package dev.heddle.io.scan;

/** For which rows of a part a predicate is true, as far as statistics prove it. */
public enum Verdict {
  /** For none. */
  NEVER,
  /** That is not known. */
  MAYBE,
  /** For all. */
  ALWAYS
}
