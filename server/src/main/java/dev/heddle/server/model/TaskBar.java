package dev.heddle.server.model;

/**
 * A bar of a timeline: a task, or several of one stage that are too close to tell apart.
 *
 * @param lane which line it is on
 * @param fromMillis when it begins, since the query began
 * @param toMillis when it ends; of an open bar the time of the view
 * @param stage the stage of its tasks; of several stages the one that ran longest
 * @param tasks how many tasks it shows
 * @param isOpen whether one of them still runs
 * @param failed how many of them have no result
 * @param task the task's number; -1 for several
 * @param attempt the attempt of a single task
 * @param rows rows written
 * @param bytes bytes written
 * @param busy of several tasks, the share of the bar in which the lane's slots were busy; else 1
 */
public record TaskBar(
    int lane,
    long fromMillis,
    long toMillis,
    int stage,
    int tasks,
    boolean isOpen,
    int failed,
    int task,
    int attempt,
    long rows,
    long bytes,
    double busy) {}
