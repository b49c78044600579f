package dev.heddle.planner.sql.tree;

import org.jspecify.annotations.Nullable;

/**
 * {@code WHEN [NOT] MATCHED [BY SOURCE | BY TARGET] [AND condition] THEN action}.
 *
 * @param condition null for all rows of the kind
 */
public record MergeClause(
    MergeRows rows, @Nullable Expression condition, MergeAction action, Span span) {}
