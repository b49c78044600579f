package dev.heddle.io.parquet.footer;

import java.util.List;

/**
 * A row group, as the footer describes it.
 *
 * @param firstRow how many rows of the file precede it
 * @param rows how many rows it has
 * @param chunks one entry for each column of {@link ParquetFooter#columns()}
 * @param order what the rows are declared to be sorted by, the most significant column first, as
 *     far as these are columns of {@link ParquetFooter#columns()}; empty if nothing is declared
 */
public record RowGroupInfo(
    long firstRow, long rows, List<ChunkInfo> chunks, List<SortedColumn> order) {}
