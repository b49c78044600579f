/**
 * The content of the footer of a file: its columns, row groups and chunks, with their statistics.
 *
 * <p>{@link dev.heddle.io.parquet.footer.FooterReader} reads a footer through parquet-java's Thrift
 * structures and checks it. {@link dev.heddle.io.parquet.footer.SchemaMapping} and {@link
 * dev.heddle.io.parquet.footer.LeafTypes} turn the schema into columns; a column that cannot be
 * read is left out, and the reason is recorded. {@link dev.heddle.io.parquet.footer.FooterCache}
 * keeps footers for the process. All results are immutable; any thread may use them.
 *
 * <p>Callers are all other rooms of {@code io.parquet} that read. This one knows nothing of pages,
 * filters or threads.
 *
 * <h2>Types</h2>
 *
 * <p>Unsigned integers become the next wider signed type (64 bits: {@code DECIMAL(20, 0)}),
 * milliseconds become microseconds, INT96 becomes a timestamp without zone, and so do the old
 * annotations {@code TIMESTAMP_MILLIS} and {@code TIMESTAMP_MICROS} where no logical type is beside
 * them: the format says UTC of them, but writers had none for local times, and other readers know
 * of no zone either. binary16 becomes binary32, UUIDs become text, and annotations that are unknown
 * do not count. {@link dev.heddle.io.parquet.footer.Conversion} names what is done to each value.
 * {@link dev.heddle.io.parquet.footer.NestedNode} describes lists, maps and structs by the levels
 * of their leaves.
 */
@NullMarked
package dev.heddle.io.parquet.footer;

import org.jspecify.annotations.NullMarked;
