package dev.heddle.server.model;

/**
 * A process that runs tasks.
 *
 * @param name what the lines of timelines are called
 * @param process how it introduced itself
 * @param host where it runs
 * @param slots tasks that it runs at a time
 * @param threads threads of a task
 * @param tasks tasks that it has
 * @param memoryBytes memory off the heap that it uses; -1 where that is not known
 * @param memoryLimitBytes the most of it
 * @param spillBytes bytes of its spill files; -1 where that is not known
 * @param silentMillis since when nothing has been heard of it
 */
public record Member(
    String name,
    String process,
    String host,
    int slots,
    int threads,
    int tasks,
    long memoryBytes,
    long memoryLimitBytes,
    long spillBytes,
    long silentMillis) {}
