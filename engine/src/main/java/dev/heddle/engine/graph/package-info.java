/**
 * Physical plans cut at exchanges into stage templates.
 *
 * <p>A graph is small: one template a stage, whatever the number of tasks. A task is named by
 * arithmetic: job, stage, partition, attempt. Stages are numbered so that a stage reads only from
 * stages with smaller numbers; the last one makes the result, in a single task.
 *
 * <p><b>Sequences.</b> Where the last task only passes on what an exchange of kind {@code Sequence}
 * has, the rows of each writer before those of the next, its caller may read the parts of that
 * result one by one while later ones are made. The partitions of an exchange by ranges are read by
 * neighbouring tasks, perhaps several by one, but none by two; those that a user has asked for are
 * read one by one.
 *
 * <p>{@link dev.heddle.engine.graph.StageRunner} is the seam to whatever runs a graph.
 */
@NullMarked
package dev.heddle.engine.graph;

import org.jspecify.annotations.NullMarked;
