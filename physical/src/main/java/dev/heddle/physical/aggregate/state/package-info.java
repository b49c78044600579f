/**
 * Mergeable states of aggregates, an array of each by group number: sums, counts, extremes,
 * moments, sketches, picks. A class knows what a state is, how a value and how another state goes
 * into it, and what its result is; it knows no hash table, no spill file and no thread.
 *
 * <p>{@link dev.heddle.physical.aggregate.state.Aggregator} is the contract. States are off the
 * heap, in the account of the table that owns them, and are closed with it.
 */
@NullMarked
package dev.heddle.physical.aggregate.state;

import org.jspecify.annotations.NullMarked;
