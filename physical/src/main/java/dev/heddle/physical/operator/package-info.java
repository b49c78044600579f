/**
 * Sources, operators and sinks: the contracts, and the operators that pass rows on as they come.
 *
 * <p>{@code physical.pipeline} puts them together and runs them; {@code physical.aggregate}, {@code
 * physical.join}, {@code physical.sort} and {@code physical.window} hold the operators that keep
 * rows.
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>A factory holds nothing before it is opened. A pipeline's sources and operators are opened
 *       before the first of them finishes, and closed before the next pipeline begins; sinks'
 *       shared state lives until the run ends or the source that reads it is closed.
 *   <li>{@code DONE} holds for all threads: the sources stop, and what follows the operator that
 *       reported it still finishes.
 *   <li>A batch that is passed on belongs to the receiver, also if it throws.
 * </ul>
 *
 * <h2>Order</h2>
 *
 * <p>A source names the position of each of its batches (a split, a sorted block); rows of one
 * position stay with one thread and in order. A sink that keeps rows puts positions back in order,
 * so results come out as the source had them, however many threads worked. Where an operator itself
 * depends on the order over all batches (a limit over sorted rows, a row index), the pipeline is
 * sequential.
 */
@NullMarked
package dev.heddle.physical.operator;

import org.jspecify.annotations.NullMarked;
