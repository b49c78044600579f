/**
 * Grouping, and the aggregates whose states are the values themselves. States of a fixed size are
 * in {@code aggregate.state}.
 *
 * <p><b>Two steps a batch.</b> A thread finds the group of each row, then updates one state array
 * after the other, a column at a time. Groups are int32 numbers in the order of first appearance.
 * They are found by an array over the range of an integer key, by combinations of dictionary codes,
 * or by a hash table over key rows ({@code physical.row}). Where {@code physical.codegen} can make
 * one loop of a projection and the updates, {@link FusedUpdate} runs that loop instead; {@link
 * FusedPlan} states which aggregates take part.
 *
 * <p><b>Objects.</b> {@link HashAggregate} is what the threads share. {@link AggregateSpec} states
 * which columns feed which aggregators; sums and counts that several calls need exist once. Each
 * thread fills an {@link AggregateTable} through its {@link AggregateSink}. A sealed table may be
 * read by any thread.
 *
 * <p><b>Many groups.</b> A table with more groups than a core's cache holds takes no further rows.
 * They are divided into 64 ranges of their hash and wait in compact batches ({@link
 * PartitionedRows}). At the end few groups are merged into one table at once. Otherwise {@link
 * AggregateSourceFactory} hands out the partitions, and {@link AggregateLoader} builds each from
 * all tables and waiting rows, one thread a partition. {@link KeyOwners} finds the groups that only
 * one thread has, where rows come in about the order of the key: these are complete as they are.
 *
 * <p><b>Partial aggregation</b> by keys ({@link PartialAggregateOperatorFactory}) is a step of its
 * pipeline: it hands states on whenever a table is full or memory is short, so it holds one table a
 * thread and never spills, and it turns itself off where nearly every row makes a group.
 *
 * <p><b>Memory.</b> An aggregation has a floor that it can finish with, and more as long as the
 * ledger allows ({@link StateMemory}). Where that ends, partitions are spilled as rows, states or
 * collected values ({@link AggregateSpill}); then everything is, and each partition is read back
 * alone, or divided further. The states spilled are the columns that a partial aggregation sends,
 * see {@link dev.heddle.physical.plan.AggregateStates}.
 *
 * <p><b>Collectors.</b> Lists, quantiles and DISTINCT need the values: a {@link Collector} stores
 * them with their groups, and brings the values of a group together at the end. {@link
 * AggregateLimits} has the sizes at which an aggregation changes its ways; tests lower them.
 *
 * <p><b>Order.</b> Groups come out in no promised order. Aggregates that depend on the order of
 * rows (lists, first) use the position that a source gives each batch.
 */
@NullMarked
package dev.heddle.physical.aggregate;

import org.jspecify.annotations.NullMarked;
