package dev.heddle.io.parquet.footer;

/**
 * A column that the rows of a row group are sorted by, as the footer declares.
 *
 * @param column position in {@link ParquetFooter#columns()}
 * @param isDescending whether great values come first
 * @param isNullsFirst whether nulls come first
 */
public record SortedColumn(int column, boolean isDescending, boolean isNullsFirst) {}
