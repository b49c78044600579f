package dev.heddle.planner.sql.tree;

/** What a statement does with the rows of a view. */
public enum HoldKind {
  CACHE,
  UNCACHE,
  PERSIST,
  UNPERSIST
}
