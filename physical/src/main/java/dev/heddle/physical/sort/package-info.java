/**
 * Sorting, in memory and through files, and the first rows of an order.
 *
 * <p><b>In memory.</b> {@link SortSinkFactory} collects rows, each thread its own, into one {@link
 * dev.heddle.physical.row.RowStore}. {@link SortedRows} packs the keys of a row into one word
 * ({@link SortKeyEncoder}): of each key only the bits in which rows differ, as far as 64 bits
 * reach. Words and row ids are sorted by radix passes with all threads ({@link RadixSort}). Rows of
 * equal words are ordered apart where the word is not the whole key ({@link SortTies}). {@link
 * SortedSourceFactory} then delivers blocks, which threads take in turn; columns are gathered by
 * row id, and keys are decoded from the words.
 *
 * <p><b>Through files.</b> Where memory is short, a thread sorts what it has and writes a {@link
 * SortRun}. {@link ExternalSort} merges runs: first some into one while there are too many to be
 * read at once, then all. {@link SortSamples} cuts the order into parts by keys of blocks, so that
 * threads merge parts side by side; {@link SortMerge} merges one part by a tree of losers. {@link
 * ExternalSelection} finds values by their rank among numbers on the disk, for quantiles.
 *
 * <p><b>The order</b> is exact and the same however many threads work: rows of equal keys come in
 * the order of their position in the source. NaN is above every number, -0.0 equals 0.0, text is
 * compared by bytes, and nulls go where the order places them.
 *
 * <p><b>Ranges.</b> {@link dev.heddle.physical.sort.RangeParts} finds the part of an order that a
 * row belongs to, by a sample of keys that it sorts ({@code RangeBounds}). Peers of a key that
 * fills several parts are spread over these in the proportions of the sample; what is drawn follows
 * from the row's place.
 *
 * <p><b>Top-N</b> never sorts everything. Each thread of {@link TopNBreaker} keeps its best rows
 * ({@link TopNSink}) and drops rows by a bound that all share ({@link TopNBound}). The bound falls
 * while the top-N runs, and scans below use it as a runtime filter.
 */
@NullMarked
package dev.heddle.physical.sort;

import org.jspecify.annotations.NullMarked;
