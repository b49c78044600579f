package dev.heddle.planner.rel;

/**
 * A node with a column that depends on the position of a row among the others, so that rows which
 * come in another order get other values.
 */
public interface PlaceDependent {}
