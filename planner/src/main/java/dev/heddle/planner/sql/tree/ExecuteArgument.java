package dev.heddle.planner.sql.tree;

/**
 * A value of EXECUTE.
 *
 * @param parameter what it is for; of values without a name their number, from 1
 */
public record ExecuteArgument(String parameter, Expression value) {}
