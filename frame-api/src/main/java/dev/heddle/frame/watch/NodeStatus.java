package dev.heddle.frame.watch;

/**
 * What a node of a plan has done up to a moment, summed over threads. Processes of a cluster report
 * it of tasks that run more than twice a second; on Spark it is known once tasks have ended.
 *
 * @param node its number in the query
 * @param rows rows that it gave
 * @param busyNanos time that it worked, its inputs' not included
 * @param stateBytes the most memory that its state had, such as a hash table's
 * @param spilledBytes bytes written to spill files
 */
public record NodeStatus(int node, long rows, long busyNanos, long stateBytes, long spilledBytes) {}
