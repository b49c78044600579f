package dev.heddle.planner.sql.tree;

/**
 * A name as it was written.
 *
 * @param text without quotes
 * @param isQuoted whether it was written in double quotes
 */
public record Name(String text, boolean isQuoted, Span span) {}
