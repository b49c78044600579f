/**
 * Rows that operators store: their layouts, stores, tables of keys, orders and equalities. Knows
 * nothing of pipelines.
 *
 * <p><b>Stores.</b> A {@link RowStore} has the rows of a breaker in compact columns of chunks,
 * addressed by row id; a {@link RowCollector} fills it for one thread. A {@link StateArray} has an
 * entry of a fixed size for each group. A {@link TextArena} owns copies of texts that are too long
 * for their views.
 *
 * <p><b>Keys.</b> Values that compare equal must be equal words: {@link KeyWords} reads a column as
 * 64-bit words (-0.0 as 0.0, every NaN as one), {@link KeyLayout} writes several keys side by side
 * into rows of whole words. {@link KeyEquality} compares stored keys with rows of a batch.
 *
 * <p><b>Tables of groups</b> number distinct keys in the order of first appearance. {@link
 * GroupTable} is the general one: open addressing over 8-byte slots with tags, in passes over a
 * batch. Before it come arrays that need no hash: {@link DenseMap} over the range of an integer,
 * {@link VaryingBits} over the bits in which short keys differ, {@link CodeMap} over combinations
 * of {@link KeyDigit}s such as dictionary codes. {@link HashPartitions} divides groups by bits that
 * the slots do not use, the same for threads, spilling and merging.
 *
 * <p><b>Orders.</b> {@link RowComparator} compares stored rows, {@link RowOrder} rows of batches,
 * {@link SortOrdinals} gives integers that never contradict the order of values. Nulls are equal to
 * each other in keys, and placed by the order in sorts.
 */
@NullMarked
package dev.heddle.physical.row;

import org.jspecify.annotations.NullMarked;
