package dev.heddle.planner.sql.tree;

/** What EXPLAIN shows. */
public enum ExplainKind {
  ALL,
  ANALYZE,
  LOGICAL,
  OPTIMIZED,
  PHYSICAL,
  JSON,
  ANALYZE_JSON,
  ANALYZE_PROFILE,
  ANALYZE_PROFILE_JSON
}
