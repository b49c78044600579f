/**
 * Physical plans cut at exchanges into stage templates.
 *
 * <p>A graph is small: one template a stage, whatever the number of tasks. A task is named by
 * arithmetic: job, stage, partition, attempt. Stages are numbered so that a stage reads only from
 * stages with smaller numbers; the last one makes the result, in a single task. {@link
 * dev.heddle.engine.graph.StageRunner} is the seam to whatever runs a graph.
 */
@NullMarked
package dev.heddle.engine.graph;

import org.jspecify.annotations.NullMarked;
