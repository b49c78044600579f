package dev.heddle.engine.graph;

/**
 * Says that the data of some tasks lies on a host: of those from the end of the range before.
 *
 * @param host its name, as workers state it
 * @param end number of the first task behind the range
 */
public record HostRange(String host, int end) {}
