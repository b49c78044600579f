/**
 * Parquet files: footers, pruning, page decoding into columns, and writing.
 *
 * <p>Footers come through parquet-java's Thrift structures and are kept by {@link
 * dev.heddle.io.parquet.footer.FooterCache}; the pages are read, decompressed and decoded here. A
 * split is read by one {@link dev.heddle.io.parquet.read.ParquetSplitReader}, which holds one {@link
 * dev.heddle.io.parquet.decode.ColumnReader} a flat column, which holds one {@link
 * dev.heddle.io.parquet.decode.PageReader}, which makes a {@link dev.heddle.io.parquet.decode.ValueDecoder} a
 * page. Readers share nothing but what a scan has measured ({@link dev.heddle.io.scan.ScanHabits}),
 * so threads need no locks.
 *
 * <p>What to read of a row group is planned before ({@link dev.heddle.io.parquet.fetch.PartReads}): the
 * pages of the wanted rows where the file lists its pages, else whole chunks; neighbours together;
 * the next row group's first reads begin while one is decoded. Columns that a filter may leave
 * nothing of are fetched page by page as they are needed, unless most batches have turned out to
 * need them. {@link dev.heddle.io.parquet.read.BatchReader} decodes the filter's columns first, and
 * where few rows are left the others at these rows only.
 *
 * <p>Whatever comes from a file is checked before memory is touched by it: sizes against the chunk
 * and the page, codes against the dictionary, lengths against the page. Decoders may over-read
 * {@link dev.heddle.io.memory.Buffer#PADDING} bytes behind a page, never more, and never trust what
 * they find there.
 *
 * <p>Types: unsigned integers become the next wider signed type (64 bits: {@code DECIMAL(20, 0)}),
 * milliseconds become microseconds, INT96 becomes a timestamp without zone, the old annotations
 * {@code TIMESTAMP_MILLIS} and {@code TIMESTAMP_MICROS} are in UTC as the format says, binary16
 * becomes binary32, UUIDs become text, and annotations that are unknown do not count.
 *
 * <p>A nested column is read by one {@link dev.heddle.io.parquet.decode.NestedColumnReader}, which holds a
 * {@link dev.heddle.io.parquet.decode.LeafReader} a leaf and puts lists, maps and structs together from
 * the leaves' levels as {@link dev.heddle.io.parquet.footer.NestedNode} describes them.
 */
@NullMarked
package dev.heddle.io.parquet;

import org.jspecify.annotations.NullMarked;
