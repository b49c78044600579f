/**
 * Remembers how many rows parts of queries had, for the next plan.
 *
 * <p><b>Key.</b> A part of a query is a {@link dev.heddle.planner.cost.SubPlan}: a table with the
 * conjuncts on it, a set of such units joined in any order with the conjuncts over them, or the
 * groups of such a part, whatever is computed of them. Its number follows from these and from the
 * paths, sizes and versions of the files, so that another version of a file makes other numbers:
 * what was counted of the earlier one is not found again, and goes when others push it out. Two
 * parts that share a number by chance make an estimate wrong, never an answer.
 *
 * <p><b>Value.</b> The rows that the node of the part delivered in a complete run; of groups that
 * is the number of distinct keys. {@link dev.heddle.engine.observed.CompleteRows} decides which
 * nodes those are. Queries that failed, were cancelled or ran tasks again count nothing, and
 * neither do rows in memory, volatile or user-defined functions, samples, and folders of which not
 * all files are known.
 *
 * <p><b>Use.</b> The planner's estimator and join search ask for each part; what was counted counts
 * if the estimate is wrong by more than a factor of two, since other plans for small errors gain
 * little and may lose. For the same reason joins stay in the order that statistics alone choose,
 * unless by what was counted another one takes less than half of its cost. A plan of the plan cache
 * is made anew once a run shows an error of more than four.
 *
 * <p><b>Store.</b> {@link dev.heddle.engine.observed.ObservedRowStore} keeps a bounded number of
 * pairs in memory and in one file below the cache folder, which is replaced atomically under a lock
 * by one process at a time; its format is in {@code ObservedRowFile}. A file that cannot be read,
 * or is none of ours, is empty. Nothing fails for its sake, and no query waits for the disk but the
 * first, which reads the file.
 */
@NullMarked
package dev.heddle.engine.observed;

import org.jspecify.annotations.NullMarked;
