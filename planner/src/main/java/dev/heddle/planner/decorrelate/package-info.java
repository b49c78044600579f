/**
 * Turns dependent joins into joins, so that subqueries are computed for all outer rows at once.
 *
 * <p>{@link dev.heddle.planner.decorrelate.Decorrelator} is the way in, and the first phase of the
 * program. {@code OuterPush} pushes the outer rows down through the plan of a subquery, one node at
 * a time: nodes that work row by row take them as they are; aggregations ({@code AggregatePush}),
 * joins ({@code JoinPush}, {@code AsOfPush}), windows, limits and row numbers ({@code OrderedPush})
 * need the different values of what is read, the domain ({@code OuterRows}). {@code ResultJoin}
 * joins the results with the outer rows. Equalities that give a domain's values from columns of the
 * plan ({@code Equalities}) make the domain needless.
 *
 * <p>A new kind of node is added to {@code OuterPush} and to {@code Correlations}, with a case in
 * {@code DecorrelatorTest}. Objects serve one plan and one thread. What was done with each
 * dependent join, and why, is a note of the phase.
 */
@NullMarked
package dev.heddle.planner.decorrelate;

import org.jspecify.annotations.NullMarked;
