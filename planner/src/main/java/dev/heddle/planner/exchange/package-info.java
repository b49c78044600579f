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
 * <p><b>Orders.</b> {@code RangeSorts} sorts what is not small in ranges. Their bounds come from a
 * sample of the keys, a uniform one of all rows: those with the lowest of random numbers, as a
 * top-N finds them. It is broadcast, so a task that runs again sees the same. A table that is only
 * filtered is read a second time for it, the keys alone; any other input is made once, for the
 * sample and for the sort. {@code RangePart} appends the number of the range to a row, an exchange
 * sends it there. The sorted parts are a {@code Place.Sequence}, which filters, projections and
 * limits keep; whatever else needs the rows gets them one part after the other. {@code
 * Repartitions} places rows in the number of parts that a user asks for.
 *
 * <p><b>Windows.</b> {@code WindowExchanges} sends rows by the hash of a window's partitions where
 * these are many. If some hash partitions turn out skewed, their rows are divided as those of few
 * partitions are: {@code SkewedWindows} gives each window, or several that follow one another, that
 * second form, which reads the same exchange and whose stages are left out if there is no skew. It
 * does so where nothing that follows needs the rows of a partition together. Where they are few, or
 * there are none, {@code WindowTotals} aggregates whole partitions and sends the values to the
 * rows, and {@code RangeWindows} divides the rows by ranges of partitions and order, with the same
 * sample for all that divides them ({@code RangedRows}). The number of its part follows from a
 * row's keys alone, so it is known before rows are sent. {@code WindowPieces} takes the calls apart
 * ({@code RankPieces}, {@code FramePieces}): what a part computes of its own rows, what it must
 * know of others, and how both make the result, or why that is not possible. {@code
 * WindowSummaries} makes a row for each part and each partition in it, with states (counts, sums,
 * ends), and sums them up over the parts before, after or in all; that table is broadcast and
 * joined to the rows before they are sorted. {@code BorderRows} sends rows near a part's borders to
 * the parts that look at them. Where calls tell rows of equal order apart, the columns that they
 * read come behind the order, so that a part's last row is the same for all. The parts are a {@code
 * Place.Ordered}: a sort by their order finds them sorted, all else takes them as they are. {@code
 * PlanNotes} says in plans why a window is not divided.
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
