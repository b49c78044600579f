/**
 * Uses the order in which tables lie.
 *
 * <p><b>Evidence.</b> {@link dev.heddle.io.catalog.Table#order} is what footers show: each row
 * group declares what its rows are sorted by, and bounds of the keys show that row groups, and the
 * files of a table, follow each other. Bounds may be wider than the values, as those of long texts
 * are; then the proof is harder, never wrong. Nulls have to be counted, and NaN ruled out, where
 * either would be between two row groups. Of several keys those are taken that are proved: where
 * row groups meet in a value of one key, those behind it are not.
 *
 * <p><b>Trust.</b> That the rows within a row group are sorted is a declaration. A scan that states
 * an order compares each row with the one before ({@link dev.heddle.physical.operator.OrderCheck}),
 * and rows out of order are an error of the file, which names the phase to exclude. The query is
 * not run again in another way: its first rows may have been delivered by then, and a file whose
 * footer is wrong is better known than worked around.
 *
 * <p><b>The trait.</b> An order is asked for from above: {@link
 * dev.heddle.planner.order.InputOrders} follows the wanted keys through filters and projections to
 * a scan, and if its table has the order the scan is made to state it. {@link
 * dev.heddle.physical.plan.KnownOrder} is the one place that knows the order of a plan's rows; what
 * writes files declares it again. Pipelines keep the order as they keep that of a sort: by the
 * position of the split that a row comes from, however many threads there are. Tasks read shares of
 * a table that follow each other, so they make a sequence.
 *
 * <p><b>Uses.</b> A sort goes. The first rows of an order become a limit, where there are enough
 * others that a thread which stops early beats all threads that do not.
 *
 * <p><b>Merge joins.</b> Where both sides of a join come sorted by some of its keys, {@code
 * MergeJoins} makes a {@code PhysicalPlan.MergeJoin} of it: bounds of row groups cut the keys into
 * intervals ({@code IntervalBounds}), which threads and tasks share without an exchange, and in an
 * interval both sides are read in step ({@link dev.heddle.physical.join.MergeJoin}). Right rows of
 * some neighbouring keys are a window, for which the operators of the hash join do their work: so
 * all kinds of joins, nulls and conditions are theirs, and so is a key with more right rows than
 * fit into memory. A window's table stays in the cache, which is what makes merging faster than one
 * large table, and memory does not depend on the size of the sides. Where the right side is small
 * its one table is in the cache anyway, by dense integers it is an array that is read in order, and
 * where the right side is much smaller than the left one, a runtime filter that spares the scan
 * most left rows is worth more: then it stays a hash join ({@link
 * dev.heddle.planner.order.MergeCosts}).
 *
 * <p><b>Groups.</b> An aggregation, DISTINCT, or a window whose keys are among those that its rows
 * come sorted by is put below a {@code PhysicalPlan.KeyByKey} ({@code SortedGroups}): it does its
 * work for the rows of some neighbouring keys, as a hash aggregation or a sort of few rows, then
 * for the next ones. All functions, and a key that does not fit into memory, are treated as ever.
 *
 * <p>Joins do not hand an order on: a join that spills delivers its rows partition by partition.
 */
@NullMarked
package dev.heddle.planner.order;

import org.jspecify.annotations.NullMarked;
