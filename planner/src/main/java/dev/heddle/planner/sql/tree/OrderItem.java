package dev.heddle.planner.sql.tree;

import org.jspecify.annotations.Nullable;

/**
 * A key of {@code ORDER BY}.
 *
 * @param nullsFirst what {@code NULLS FIRST} or {@code NULLS LAST} specifies; null without
 */
public record OrderItem(
    Expression key, boolean isDescending, @Nullable Boolean nullsFirst, Span span) {}
