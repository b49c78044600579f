/**
 * Which bytes of a file are read, and when.
 *
 * <p>What is needed of a row group is planned before any of it is used ({@link
 * dev.heddle.io.parquet.fetch.PartReads}): the pages of the wanted rows where the file lists its
 * pages, else whole chunks; neighbours together. Storage begins with the first reads at once.
 * {@link dev.heddle.io.parquet.fetch.ChunkReads} gives a reader the bytes of its chunk, and reads
 * by itself what was not planned. {@link dev.heddle.io.parquet.fetch.RangeReads} reads small
 * indexes.
 *
 * <p>{@link dev.heddle.io.parquet.read} and {@link dev.heddle.io.parquet.prune} plan, {@link
 * dev.heddle.io.parquet.decode} takes the bytes. A plan is used by one thread and owns its buffers;
 * the caller owns the input. Lists of pages are cached by the process. Bytes that have been lent
 * are valid until the next call.
 */
@NullMarked
package dev.heddle.io.parquet.fetch;

import org.jspecify.annotations.NullMarked;
