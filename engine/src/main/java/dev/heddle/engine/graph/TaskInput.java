package dev.heddle.engine.graph;

import dev.heddle.shuffle.protocol.ExchangeId;

/**
 * An exchange that a task reads.
 *
 * @param stage number of the writing stage, which is how the stage's fragment names it; negative
 *     for the result of another job, which it names by the job
 * @param exchange the exchange; its number differs from the stage's once it had to be made anew
 * @param isWhole whether the task reads all of it, not partitions of its own
 * @param version version of its winners that the task is to see, or a later one
 */
public record TaskInput(int stage, ExchangeId exchange, boolean isWhole, int version) {}
