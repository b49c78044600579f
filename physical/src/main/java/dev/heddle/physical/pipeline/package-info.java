/**
 * From a plan to running threads. Nothing but the engine uses this package; it uses all rooms of
 * operators, and no room uses it.
 *
 * <p><b>Cutting.</b> {@link PipelineBuilder} walks a plan without exchanges. A node that passes
 * rows on becomes a step. A node that needs all of its input before its first output (aggregate,
 * sort, window, the right side of a join) is a {@link dev.heddle.physical.operator.Breaker}: a
 * {@link Pipeline} ends in its sink, and a later one starts at its source. The pipelines come out
 * in an order in which they can run.
 *
 * <p><b>Running.</b> {@link PipelineRunner} runs one pipeline after the other. In each, the
 * caller's thread and threads of the executor that are free ({@link ThreadTeam}) take work from a
 * shared source; each thread pushes batches of a few thousand rows through an {@link OperatorChain}
 * of its own. Factories hold what threads share, operators what one thread needs. A thread that
 * finds no work ends; the last one completes the sink.
 *
 * <p><b>Sorted rows.</b> Nodes that work through sorted scans are sources that read their inputs
 * themselves: threads take intervals of the keys ({@code KeyIntervals}), and ask for the rows of an
 * interval batch by batch ({@code IntervalReader}). {@code MergeJoinSourceFactory} reads two sides
 * at once; {@code KeyByKeySourceFactory} opens a breaker, and frees it, for each few keys.
 *
 * <p><b>Ends.</b> After the first error, or once the query is cancelled, all threads stop at their
 * next check. The first error is thrown, later ones are suppressed onto it. When {@code run}
 * returns, every operator, source and factory is closed, but the factory of the result's sink,
 * which is the caller's.
 *
 * <p><b>Profiles.</b> While its query is profiled, a thread publishes where it is ({@link
 * dev.heddle.physical.profile}): at each step of its chain, while it opens and completes what a
 * node has, and while it helps another thread, whose place it takes over.
 *
 * <p><b>Memory.</b> {@link StateLives} works out from which to which pipeline each node has a
 * state: states that never exist together need no memory together. {@link MemoryFloors} adds up
 * what a plan needs in any case; the engine admits a task with that much. {@link TaskReservations}
 * hands each operator its floor and what it may use above it.
 */
@NullMarked
package dev.heddle.physical.pipeline;

import org.jspecify.annotations.NullMarked;
