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
  ANALYZE_JSON
}
