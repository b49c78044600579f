/**
 * Results that are read while their query runs: a queue of a few batches between the query's thread
 * and its reader, filled in the order of the rows, and what readers see of it, Arrow vectors or
 * rows on the heap; and ends of queries whose rows are lent to a consumer, or whose time is
 * measured.
 */
@NullMarked
package dev.heddle.engine.stream;

import org.jspecify.annotations.NullMarked;
