package dev.heddle.engine.graph;

/**
 * An exchange that a stage reads; it is named by the stage that writes it.
 *
 * @param stage number of the writing stage
 * @param isWhole whether each task reads all of it (it has one partition), not partitions of its
 *     own
 */
public record StageInput(int stage, boolean isWhole) {}
