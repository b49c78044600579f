package dev.heddle.io.write;

/**
 * A column that the rows of a file are sorted by.
 *
 * @param column its name
 * @param isDescending whether great values come first
 * @param isNullsFirst whether nulls come first
 */
public record SortField(String column, boolean isDescending, boolean isNullsFirst) {}
