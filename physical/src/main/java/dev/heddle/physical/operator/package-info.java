/**
 * Sources, operators and sinks: the contracts and one file for each operator.
 *
 * <h2>Pipelines</h2>
 *
 * <p>{@link dev.heddle.physical.operator.PipelineBuilder} cuts a plan where a node needs all of its
 * input before its first output: there a pipeline ends in the node's sink, and a later one begins
 * with its source. In between each thread pushes batches of a few thousand rows through operators
 * of its own, made by factories that hold what the threads share. {@link
 * dev.heddle.physical.operator.PipelineRunner} runs the pipelines in order.
 *
 * <ul>
 *   <li>A factory holds nothing before it is opened. A pipeline's sources and operators are opened
 *       before the first of them finishes, and closed before the next pipeline begins; sinks'
 *       shared state lives until the run ends or the source that reads it is closed.
 *   <li>{@code DONE} holds for all threads: the sources stop, and whatever stands behind the
 *       operator that said so still finishes.
 *   <li>A batch that is passed on belongs to the receiver, also if he throws.
 * </ul>
 *
 * <h2>Order</h2>
 *
 * <p>A source names the position of each of its batches (a split, a sorted block); rows of one
 * position stay with one thread and in order. A sink that keeps rows puts positions back in order,
 * so results come out as the source had them, however many threads worked. Where an operator itself
 * depends on the order over all batches (a limit over sorted rows, a row index), the pipeline is
 * sequential.
 *
 * <h2>Aggregation</h2>
 *
 * <p>Each thread finds the group of each row (by an array over the range of a whole-number key, by
 * combinations of dictionary codes, else by a hash table over key rows) and then updates one state
 * array after the other. A table with too many groups for a core's cache takes no further rows:
 * they are divided by 64 ranges of their hash and wait, in compact batches, to be aggregated part
 * by part. The parts of all threads meet in {@code complete}, each worked on by one thread; few
 * groups are merged at once.
 */
@NullMarked
package dev.heddle.physical.operator;

import org.jspecify.annotations.NullMarked;
