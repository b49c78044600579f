package dev.heddle.planner.cost;

/** A node with the rows and columns of its first input, and further columns behind them. */
public interface KeepsLeftRows {}
