package dev.heddle.frame.spi;

/** Which forms of a plan are shown. */
public enum ExplainMode {
  /** The plan as it was written. */
  LOGICAL,
  /** The plan after rewriting, with estimates. */
  OPTIMIZED,
  /** The operators, with estimates. */
  PHYSICAL,
  /** The logical, optimised and physical plans and the stages. */
  ALL,
  /** As {@link #ALL}, after running the query: with true rows and times beside the estimates. */
  ANALYZE,
  /** The operators and stages as an object of JSON, in one line. */
  JSON,
  /** As {@link #JSON}, after running the query: with what was measured, and what was found. */
  ANALYZE_JSON,
  /** As {@link #ANALYZE}, and with the methods that took the CPU time of each operator. */
  ANALYZE_PROFILE,
  /** As {@link #ANALYZE_JSON}, and with the methods that took the CPU time of each operator. */
  ANALYZE_PROFILE_JSON;

  /** Returns whether the query is run. */
  public boolean isRun() {
    return switch (this) {
      case LOGICAL, OPTIMIZED, PHYSICAL, ALL, JSON -> false;
      case ANALYZE, ANALYZE_JSON, ANALYZE_PROFILE, ANALYZE_PROFILE_JSON -> true;
    };
  }

  /** Returns whether its threads are sampled while it runs. */
  public boolean isProfiled() {
    return this == ANALYZE_PROFILE || this == ANALYZE_PROFILE_JSON;
  }

  /** Returns whether the result is an object of JSON. */
  public boolean isJson() {
    return this == JSON || this == ANALYZE_JSON || this == ANALYZE_PROFILE_JSON;
  }
}
