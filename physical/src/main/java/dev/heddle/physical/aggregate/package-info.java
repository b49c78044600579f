/**
 * Grouping: each thread finds the group of each row (by an array over the range of an integer key,
 * by combinations of dictionary codes, else by a hash table over key rows) and then updates one
 * state array after the other.
 *
 * <p>A table with too many groups for a core's cache takes no further rows: they are divided by 64
 * ranges of their hash and wait, in compact batches, to be aggregated part by part. The parts of
 * all threads meet in {@code complete}, each worked on by one thread; few groups are merged at
 * once.
 */
@NullMarked
package dev.heddle.physical.aggregate;

import org.jspecify.annotations.NullMarked;
