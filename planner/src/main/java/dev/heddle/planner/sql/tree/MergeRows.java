package dev.heddle.planner.sql.tree;

/** The rows that a clause of MERGE is for. */
public enum MergeRows {
  MATCHED,
  NOT_IN_TARGET,
  NOT_IN_SOURCE
}
