package dev.heddle.planner.rel;

/**
 * A node with a column that follows from where a row stands among the others, so that rows which
 * come in another order get other values.
 */
public interface PlaceDependent {}
