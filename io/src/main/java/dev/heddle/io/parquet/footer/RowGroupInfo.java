package dev.heddle.io.parquet.footer;

import java.util.List;

/**
 * A row group, as the footer describes it.
 *
 * @param firstRow how many rows of the file precede it
 * @param rows how many rows it has
 * @param chunks one entry for each column of {@link ParquetFooter#columns()}
 */
public record RowGroupInfo(long firstRow, long rows, List<ChunkInfo> chunks) {}
