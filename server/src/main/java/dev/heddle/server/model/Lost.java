package dev.heddle.server.model;

/**
 * A process that ran tasks, and is lost.
 *
 * @param name what the lines of timelines are called
 * @param process how it introduced itself
 * @param reason why it counts as lost
 * @param agoMillis since when
 */
public record Lost(String name, String process, String reason, long agoMillis) {}
