/**
 * Recursive common table expressions: a job a round, over the rows of the round before.
 *
 * <p>A {@link dev.heddle.frame.plan.LogicalPlan.RecursiveUnion} is not translated. Before a query
 * is planned {@link Recursion} replaces each by scans of its rows: it has the first part computed,
 * then the second one over the rows of the round before, until a round makes no rows. {@link
 * RecursionRounds}, which the session implements, computes the rows of a plan as any other query's,
 * here or on a cluster, and holds them in this process up to the end of the query. With UNION, rows
 * that an earlier round has are taken away by EXCEPT. A node inside of the second part that reads
 * the rows of a node around it is computed anew in each of its rounds; equal nodes are computed
 * once.
 *
 * <p>The rows of many rounds are put together by further jobs, {@value Recursion#MERGED_PARTS}
 * tables at a time into a larger one, so that a plan scans few tables, and no row is copied more
 * often than the logarithm of the number of rounds. A limit on the rounds ends what would not; a
 * LIMIT right above a recursion, or above what is made of each of its rows, ends it once it has its
 * rows.
 */
@NullMarked
package dev.heddle.engine.recursion;

import org.jspecify.annotations.NullMarked;
