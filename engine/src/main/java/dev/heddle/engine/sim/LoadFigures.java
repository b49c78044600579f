package dev.heddle.engine.sim;

/**
 * What a {@link SchedulerLoad} has measured.
 *
 * @param workers number of workers
 * @param tasks number of tasks that were run
 * @param events number of events that the scheduler received
 * @param wallNanos how long all took, the simulated workers included
 * @param cpuNanos processor time of all
 * @param coreNanos processor time that the scheduler took for all events: the thread's, in the
 *     proportion of times by the clock
 * @param medianNanos time by the clock of an event that half of all do not pass
 * @param p99Nanos time of an event that 99 % do not pass
 * @param longestNanos time of the slowest event
 * @param longestOwnNanos time of the slowest event, without those of a millisecond or more in which
 *     the heap was collected
 * @param heapBytes most of the heap that was in use after a collection, at half of the tasks
 */
public record LoadFigures(
    int workers,
    long tasks,
    long events,
    long wallNanos,
    long cpuNanos,
    long coreNanos,
    long medianNanos,
    long p99Nanos,
    long longestNanos,
    long longestOwnNanos,
    long heapBytes) {
  /** Returns how long the scheduler took for a task, with all its events. */
  public double coreNanosPerTask() {
    return (double) coreNanos / tasks;
  }
}
