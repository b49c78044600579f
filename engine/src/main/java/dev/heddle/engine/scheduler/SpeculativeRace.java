package dev.heddle.engine.scheduler;

/**
 * A task with two attempts that may win: a slow one, and a second one, which is the one that
 * counts.
 *
 * @param worker the one that runs the slow one
 * @param slow what it holds; over, but not stopped
 */
record SpeculativeRace(WorkerState worker, Lease slow) {}
