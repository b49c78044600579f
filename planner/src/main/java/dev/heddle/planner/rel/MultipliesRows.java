package dev.heddle.planner.rel;

/** A node with one input that gives several rows for each of its rows, and may add columns. */
public interface MultipliesRows {
  /** Returns how many rows there are for each of the input, as far as is known. */
  double rowFactor();
}
