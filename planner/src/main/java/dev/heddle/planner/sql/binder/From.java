package dev.heddle.planner.sql.binder;

import dev.heddle.frame.plan.LogicalPlan;

/**
 * A bound FROM clause, or a part of one.
 *
 * @param plan its rows
 * @param scope what names mean over them
 */
record From(LogicalPlan plan, Scope scope) {}
