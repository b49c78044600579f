package dev.heddle.engine.findings;

import java.util.Locale;

/** The kinds of findings; {@code docs/guide/findings.md} tells of each. */
public enum FindingKind {
  /** Tasks of a stage wait for one that has most of the rows. */
  SKEW,
  /** Each row is paired with each. */
  CROSS_JOIN,
  /** A join gives many times the rows that it reads. */
  EXPLODING_JOIN,
  /** The planner expected far more or fewer rows. */
  ESTIMATE,
  /** States did not fit into memory. */
  SPILL,
  /** A table of many files with little in each. */
  TINY_FILES,
  /** A filter compares the result of a cast, which bounds of files say nothing of. */
  CAST_BLOCKS_PRUNING,
  /** A filter that could leave out nothing unread. */
  FILTER_NOT_PUSHED,
  /** Threads wait for storage. */
  SLOW_STORAGE,
  /** Rows are made faster than they are taken. */
  CLIENT_BOUND,
  /** One task works while slots are idle. */
  SINGLE_TASK,
  /** Most of the time is a user's function. */
  USER_FUNCTION,
  /** Planning takes longer than the work. */
  PLANNING,
  /** Encoding and submission take longer than the work. */
  SUBMISSION;

  /** Returns the name that findings have. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
