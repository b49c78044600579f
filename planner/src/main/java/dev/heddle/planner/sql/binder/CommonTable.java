package dev.heddle.planner.sql.binder;

import dev.heddle.frame.plan.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * A common table expression that has been bound.
 *
 * @param name its name
 * @param plan its rows under its column names, in the second part of a recursion those of the round
 *     before; null where it must not be read
 * @param outer where its outer columns are arguments; null in an outermost query
 */
record CommonTable(String name, @Nullable LogicalPlan plan, @Nullable OuterArguments outer) {}
