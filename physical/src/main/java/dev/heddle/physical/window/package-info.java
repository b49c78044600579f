/**
 * Window functions over sorted partitions.
 *
 * <p><b>Segments.</b> {@link WindowBreaker} sorts the rows by partition and order, through {@code
 * physical.sort}, and cuts them into {@link WindowSegment}s of whole partitions. Threads compute
 * the calls of different segments; {@link WindowSourceFactory} delivers rows and results under the
 * segment's position. {@link WindowMarks} finds where partitions and groups of peers begin, {@link
 * WindowFrames} the frame of each row. The ends of frames never move back from a row to the next of
 * its partition, on which the algorithms rely; where a column has the distances of a frame's ends
 * they may, and aggregates are put together of states ({@link WindowAggregate}).
 *
 * <p><b>How a call is computed</b> is chosen by {@link WindowFunctions}, linear in the rows
 * wherever possible: ranks and shifts from positions ({@link WindowRanks}, {@link WindowShift});
 * sums, counts and means from running sums ({@link WindowSums}); extremes from a queue ({@link
 * WindowExtremes}); values of one row ({@link WindowPicks}); quantiles from a tree of counts
 * ({@link WindowQuantiles}); distinct values by counting ({@link WindowDistinct}). Every other
 * aggregate uses the states that grouping uses ({@link WindowAggregate}): one state moved over the
 * frames where a row can be taken out ({@link WindowSliding}), else states of blocks put together
 * ({@link WindowLevels}).
 *
 * <p><b>Without a sort.</b> Aggregates over large whole partitions are grouped by hash, and each
 * row finds its group's values ({@link WindowGroups}).
 *
 * <p><b>Larger than memory.</b> Rows are sorted externally, and {@link WindowMerge} cuts segments
 * from the merge. A single partition that does not fit is worked on in pieces ({@link
 * WindowLarge}), each with the rows around it that the calls look at ({@link WindowReach}). What a
 * call must know of rows outside the piece is in a {@link WindowCarry}. A call that looks farther
 * than a piece reaches reads the partition beside the pieces, by cursors that only move forward
 * ({@link WindowWide} and its subclasses).
 */
@NullMarked
package dev.heddle.physical.window;

import org.jspecify.annotations.NullMarked;
