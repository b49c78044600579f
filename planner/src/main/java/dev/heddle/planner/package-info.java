/**
 * Plans queries: from a logical plan, which frames and SQL share, to a physical one.
 *
 * <p><b>Life of a query.</b> SQL text is parsed ({@link dev.heddle.planner.sql.parser}) and bound
 * ({@link dev.heddle.planner.sql.binder}) to a {@code LogicalPlan}; a frame is one already. {@link
 * dev.heddle.planner.Planner} takes it on: {@link dev.heddle.planner.translate} makes a relational
 * plan of it, {@link dev.heddle.planner.program} rewrites that in phases, {@link
 * dev.heddle.planner.lower} makes it physical for one partition, and {@link
 * dev.heddle.planner.exchange} divides it among several. {@link dev.heddle.planner.check} looks at
 * the plan after each phase.
 *
 * <p><b>Direction.</b> Packages use each other in one direction: check, types, rel, cost,
 * translate, rules, decorrelate, program, explain, lower, exchange, and then this one. The packages
 * of SQL use none of these.
 *
 * <p><b>Threads.</b> Many threads may plan at once, each its own query; nothing is shared but
 * {@link dev.heddle.planner.PlanCache}, which is thread-safe. Planning is cancelled by a flag,
 * which all loops that grow with the query look at ({@code CancelPoint}).
 *
 * <p><b>Failures.</b> What the user wrote wrongly is found while binding. What cannot be planned is
 * an error of code {@code UNSUPPORTED} that names the construct; a plan that contradicts itself is
 * one of code {@code INTERNAL}.
 */
@NullMarked
package dev.heddle.planner;

import org.jspecify.annotations.NullMarked;
