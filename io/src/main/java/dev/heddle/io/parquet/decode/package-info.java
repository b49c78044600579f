/**
 * Pages become columns.
 *
 * <p>A {@link dev.heddle.io.parquet.decode.ColumnReader} reads a flat column. It holds one {@link
 * dev.heddle.io.parquet.decode.PageReader}, which walks over the pages of a chunk, and makes a
 * {@link dev.heddle.io.parquet.decode.ValueDecoder} a page. A {@link
 * dev.heddle.io.parquet.decode.NestedColumnReader} holds a {@link
 * dev.heddle.io.parquet.decode.LeafReader} a leaf and puts lists, maps and structs together from
 * the leaves' levels. Both are a {@link dev.heddle.io.parquet.decode.ChunkReader}. Text from
 * dictionary pages stays codes, and filters are decided on the codes where that is possible.
 *
 * <p>{@link dev.heddle.io.parquet.read} makes the readers, one set a thread; {@link
 * dev.heddle.io.parquet.prune} reads dictionaries. Readers share nothing, so they need no locks.
 * They keep their buffers for the next chunk; a column that was returned is the caller's.
 *
 * <p>Whatever comes from a file is checked before memory is touched by it: sizes against the chunk
 * and the page, codes against the dictionary, lengths against the page. Decoders may over-read
 * {@link dev.heddle.io.memory.Buffer#PADDING} bytes behind a page, never more, and never trust what
 * they find there.
 *
 * <p>A new encoding is a {@link dev.heddle.io.parquet.decode.ValueDecoder} and a line in {@link
 * dev.heddle.io.parquet.decode.PageDecoders}.
 */
@NullMarked
package dev.heddle.io.parquet.decode;

import org.jspecify.annotations.NullMarked;
