/**
 * Joins: a build side in memory or divided on the disk, its tables, the probes of every kind of
 * join, and runtime filters. The right side is the build side, the left side is the probe side.
 *
 * <p><b>Two pipelines.</b> {@link HashJoin} is what they share. {@link JoinBuild} ends the pipeline
 * of the right side: each thread collects rows, and completion builds the table with all threads.
 * {@link HashJoinOperator} is a step in the pipeline of the left side, which runs later; each
 * thread has one. A join without equalities is a join without keys, whose every right row is a
 * candidate ({@link CrossJoinTable}); its condition is checked by {@link PairCondition}.
 *
 * <p><b>Tables.</b> {@link JoinKeys} decides how keys are compared: as one 64-bit word a row where
 * they fit, else by hash and then column by column. {@link JoinTableBuilder} chooses the {@link
 * JoinTable}: an array for integers of a small range ({@link DenseJoinTable}), else slots of 8
 * bytes with tags, cut into regions that threads fill side by side ({@link JoinSlots}), over words
 * ({@link WordJoinTable}) or rows ({@link RowJoinTable}). Rows of one key form a chain. A join by
 * inequalities has the rows in the order of a column ({@link OrderedJoinTable}), and passes over
 * those that an inequality of another column leaves out ({@link MaximaTree}): where intervals
 * overlap, or a value is between two columns, a left row costs the logarithm of the right rows and
 * its matches. A table is immutable once built.
 *
 * <p><b>Probing.</b> {@link HashJoinProbe} looks up a batch in passes: words or hashes, slots,
 * comparisons. Keys that come as dictionary codes are looked up once an entry ({@link
 * DictionaryHeads}). {@link JoinOutput} makes batches of bounded size however many matches a row
 * has. Rows of the right side that a kind returns without a match are delivered by the last thread.
 *
 * <p><b>Memory.</b> All rows of the right side are in memory at first. If that is too much, {@link
 * JoinSpill} moves all of them to the disk, divided by the hash of the keys; once the side is
 * complete, partitions come back as far as there is room. Left rows of partitions on the disk go
 * there too ({@link JoinSplitter}) and are joined at the end ({@link SpilledJoin}), a partition at
 * a time, divided again where one is too large, and by blocks where one key alone is. {@link
 * SpillReserve} is the memory that a join needs to write at all.
 *
 * <p><b>Sorted sides.</b> {@link dev.heddle.physical.join.MergeJoin} goes through two sides that
 * come sorted by keys of the join: a {@link HashJoin} of its own joins the rows of some
 * neighbouring keys, then another one those of the next keys.
 *
 * <p><b>Runtime filters.</b> {@link JoinFilters} is filled when the right side is complete, before
 * any scan of the left side starts. It has the range of each key, and its values as a bitmap, a
 * list or a Bloom filter. Scans skip row groups, pages and rows by it. A scan may ignore it: the
 * answer never depends on it.
 *
 * <p><b>Nulls.</b> A null key matches nothing, but for keys marked null-safe. {@link
 * UnknownMatches} has the rules of {@code NOT IN} and of marks, where a comparison with null is
 * unknown.
 */
@NullMarked
package dev.heddle.physical.join;

import org.jspecify.annotations.NullMarked;
