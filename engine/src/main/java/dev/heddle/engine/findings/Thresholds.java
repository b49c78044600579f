package dev.heddle.engine.findings;

/** From where on something is worth a word. */
final class Thresholds {
  /** A finding costs at least this time. */
  static final long MIN_COST_NANOS = 20_000_000;

  /** A finding costs at least this share of the query's time. */
  static final double MIN_COST_SHARE = 0.1;

  /** A join that pairs all rows is named from this number of pairs on. */
  static final double MIN_PAIRS = 1e6;

  /** A join explodes if it gives this number of times the rows of its larger side. */
  static final double EXPLOSION = 10;

  /** A join that explodes gives at least this number of rows. */
  static final long MIN_EXPLODED_ROWS = 1_000_000;

  /** An estimate is off from this factor on. */
  static final double ESTIMATE_FACTOR = 100;

  /** An estimate that is off is named if there were, or were expected, this number of rows. */
  static final double MIN_ESTIMATED_ROWS = 100_000;

  /** Files are tiny if they have fewer bytes on average. */
  static final long TINY_FILE_BYTES = 1L << 20;

  /** Tiny files are named from this number on. */
  static final long MIN_TINY_FILES = 50;

  /** A conjunct that could leave out nothing is named if it takes away this share of the rows. */
  static final double MIN_TAKEN_AWAY = 0.5;

  /** A filter above a LIMIT or a window is named if it takes away this share of the rows. */
  static final double MIN_TAKEN_AWAY_LATE = 0.8;

  /** A conjunct that could leave out nothing is named from this number of rows on. */
  static final long MIN_FILTERED_ROWS = 500_000;

  /** Storage is slow if the run has waited for it for this share of its time. */
  static final double MIN_WAIT_SHARE = 0.4;

  /** And for this time, which a busy machine takes to read what it has in memory. */
  static final long MIN_WAIT_NANOS = 200_000_000;

  /** Storage that gives this number of bytes a second to a thread that waits for it is not slow. */
  static final double MAX_SLOW_BYTES_PER_SECOND = 500e6;

  /** An operator whose whole state goes to the disk needs this share of its time for that. */
  static final double SHARE_OF_SPILLING = 0.4;

  /** A user's function dominates from this share of the run on. */
  static final double MIN_FUNCTION_SHARE = 0.5;

  /** Planning dominates from this share of the query's time on. */
  static final double MIN_STEP_SHARE = 0.5;

  /** Planning is named from this processor time on. */
  static final long MIN_PLANNING_NANOS = 500_000_000;

  /** The first queries of a process, whose code is cold, need at most this time for planning. */
  static final long MIN_COLD_PLANNING_NANOS = 2_500_000_000L;

  /** This number of queries is among the first of a process. */
  static final int COLD_QUERIES = 3;

  /** Planning is named from this time on if it has mostly waited, for listings and footers. */
  static final long MIN_PLANNING_WAIT_NANOS = 5_000_000_000L;

  /** Submission is named from this time on. */
  static final long MIN_SUBMISSION_NANOS = 100_000_000;

  /** Submission is named if this number of bytes was sent: stages alone have fewer. */
  static final long MIN_SUBMITTED_BYTES = 4L << 20;

  /** Submission dominates from this share on, since workers have to take the same rows apart. */
  static final double MIN_SUBMISSION_SHARE = 0.25;

  /** Taking the result dominates from this share of the run on. */
  static final double MIN_RESULT_SHARE = 0.5;

  /** Slots, or threads, that are idle are named from this cost on. */
  static final long MIN_IDLE_NANOS = 100_000_000;

  /**
   * The same where one value is known to have more rows than a slot's, or a thread's, share of
   * them: what it costs is not taken for a busy machine's.
   */
  static final long MIN_HEAVY_IDLE_NANOS = MIN_COST_NANOS;

  /**
   * A stage that is one task for its rows are few, by choice of the planner, is named from this
   * cost on.
   */
  static final long MIN_SMALL_STAGE_NANOS = 3_000_000_000L;

  /** A stage that has to be one task is named if it reads this number of rows. */
  static final long MIN_GATHERED_ROWS = 100_000;

  /** Few values have most of the rows from this share on. */
  static final double MIN_FREQUENT_SHARE = 0.5;

  /** A task is skewed if it takes this number of times as long as the median. */
  static final double SKEW = 3;

  /**
   * The same where one value is known to have more rows than a slot's share of them: tasks of a
   * cluster that has just started take long whatever their rows.
   */
  static final double HEAVY_SKEW = 1.25;

  /** A stage of one task is named if slots, or threads, were idle for this share of the run. */
  static final double MIN_SINGLE_TASK_SHARE = 0.3;

  /** Of a few slots, or threads: for this share of what they would be if one did all the work. */
  static final double MIN_SHARE_OF_IDLE = 0.4;

  /**
   * Values of keys that leave threads without work are named if that takes this share of the run.
   */
  static final double MIN_IDLE_SHARE = 0.2;

  /** Below this time a query is over before a cluster's stages would pay. */
  static final long MIN_CLUSTER_NANOS = 10_000_000_000L;

  /** A query is bound by processors if its threads worked for this share of the time. */
  static final double BUSY_SHARE = 0.7;

  private Thresholds() {}

  /** Returns the share of the run from which on idle slots, or threads, of a number are named. */
  static double minSingleTaskShare(int slots) {
    return Math.min(MIN_SINGLE_TASK_SHARE, MIN_SHARE_OF_IDLE * (1 - 1.0 / slots));
  }
}
