/**
 * Compression of pages: decompressors of our own for snappy and for the zstd frames that columns of
 * numbers become, and the libraries for all else.
 *
 * <p>Callers are {@link dev.heddle.io.parquet.decode}, which holds one {@link
 * dev.heddle.io.parquet.codec.Decompressor} a reader, and {@link dev.heddle.io.parquet.write}. A
 * decompressor is used by one thread and keeps the state of each codec for the next page. It writes
 * to memory that its caller owns, within the size that the page announces.
 *
 * <p>This is the lowest room of {@code io.parquet}: it knows neither footers nor pages. Bytes that
 * break a format are a {@link dev.heddle.io.parquet.codec.CorruptDataException} everywhere above;
 * the reader that knows the place in the file turns it into an error.
 */
@NullMarked
package dev.heddle.io.parquet.codec;

import org.jspecify.annotations.NullMarked;
