package dev.heddle.planner.rel;

/** A node with the rows and columns of its first input, and further columns behind them. */
public interface KeepsLeftRows {}
