/**
 * Divides a physical plan among partitions, and finds what tasks can send each other meanwhile.
 *
 * <p><b>Places.</b> {@link dev.heddle.planner.exchange.Exchanges} goes over a plan for one
 * partition, bottom-up, and keeps for each node where its rows are ({@code Place}): in one task, in
 * every task, somewhere, by ranges of a key, or by the hash of keys. Where a node needs its rows
 * elsewhere it puts an exchange below it. {@code JoinExchanges} decides on joins, {@code
 * AggregateExchanges} on aggregations in two halves, {@code SharedExchanges} on rows that several
 * parts read.
 *
 * <p><b>What it goes by.</b> {@code KeyRanges} divides tables that are sorted by a key so that
 * joins by it need no exchange. {@code KeyCounts} and {@code RowCountBounds} count the keys and
 * rows. All other sizes are estimates; the scheduler decides again by exact ones.
 *
 * <p><b>Runtime filters.</b> {@link dev.heddle.planner.exchange.RuntimeFilters} finds the scans
 * that can leave rows out by the keys of a join's other side, which are known only while the query
 * runs.
 *
 * <p>To add an operator, state in {@code Exchanges} which place its input must have and its output
 * has; {@code ExchangesTest} shows plans by their exchanges. Objects serve one plan and one thread.
 */
@NullMarked
package dev.heddle.planner.exchange;

import org.jspecify.annotations.NullMarked;
