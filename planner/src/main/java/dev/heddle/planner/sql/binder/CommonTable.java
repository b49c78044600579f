package dev.heddle.planner.sql.binder;

import dev.heddle.frame.plan.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * A common table expression that has been bound.
 *
 * @param name its name
 * @param plan its rows under its column names; null while it is being bound
 * @param outer where its outer columns are arguments; null in an outermost query
 */
record CommonTable(String name, @Nullable LogicalPlan plan, @Nullable OuterArguments outer) {}
