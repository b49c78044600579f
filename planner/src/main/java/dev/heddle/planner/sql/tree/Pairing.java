package dev.heddle.planner.sql.tree;

/** How columns of a table and of a query are put together. */
public enum Pairing {
  BY_POSITION,
  BY_NAME
}
