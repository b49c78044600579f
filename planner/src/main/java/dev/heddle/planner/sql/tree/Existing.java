package dev.heddle.planner.sql.tree;

/** What becomes of something that has the name already. */
public enum Existing {
  REFUSED,
  KEPT,
  REPLACED
}
