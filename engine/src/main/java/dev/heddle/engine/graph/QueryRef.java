package dev.heddle.engine.graph;

/**
 * The query that a job belongs to, as its client names it.
 *
 * @param number unique in the client's process
 * @param epochMicros when the query began, in microseconds since 1970 by the client's clock
 */
public record QueryRef(long number, long epochMicros) {}
