/**
 * Adaptive execution: what is decided about a stage when the exact sizes of its inputs are known.
 *
 * <p>Each step is a pure function of a {@link dev.heddle.engine.scheduler.adaptive.JobView}: it
 * returns a decision and changes nothing. The scheduler applies it, writes it to the journal and
 * shows its text in {@code explain}. All steps happen once, before a task of the stage has started.
 *
 * <ul>
 *   <li>{@link dev.heddle.engine.scheduler.adaptive.EmptyInputElimination}: a stage has nothing to
 *       write since an input has no rows, so none of its tasks runs.
 *   <li>{@link dev.heddle.engine.scheduler.adaptive.AdaptiveBroadcast}: the other inputs of a join
 *       are small, so the tasks that make its largest input read all of them and join there.
 *   <li>{@link dev.heddle.engine.scheduler.adaptive.SkewedPartitions}: partitions of an exchange
 *       are so large that stages which are there for such rows read them, and others leave them
 *       out.
 *   <li>{@link dev.heddle.engine.scheduler.adaptive.PartitionCoalescing}: adjacent small partitions
 *       go to one task, and a skewed partition to several, the largest of which start first.
 * </ul>
 *
 * <p>To add a step: a class here that reads {@code JobView} and returns a record, a {@link
 * dev.heddle.engine.scheduler.Decision} for the journal, and its place in the job's {@code
 * refresh}; {@code AdaptiveStepsTest} shows how steps are tested.
 */
@NullMarked
package dev.heddle.engine.scheduler.adaptive;

import org.jspecify.annotations.NullMarked;
