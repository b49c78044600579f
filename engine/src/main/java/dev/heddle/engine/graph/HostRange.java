package dev.heddle.engine.graph;

/**
 * The host of the data of a range of tasks, which begins at the end of the range before.
 *
 * @param host its name, as workers state it
 * @param end number of the first task after the range
 */
public record HostRange(String host, int end) {}
