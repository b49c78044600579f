/**
 * Writing of files.
 *
 * <p>{@link dev.heddle.io.parquet.write.ParquetOutput} takes batches. The leaves of the open row
 * group are encoded and compressed in memory, each by a {@link
 * dev.heddle.io.parquet.write.ChunkWriter}, by several threads at a time; parquet-java then puts
 * the pages into the file and writes the footer. A {@link dev.heddle.io.parquet.write.ValueWriter}
 * a type decides between a dictionary and other encodings.
 *
 * <p>{@link dev.heddle.io.parquet.ParquetFiles} begins files. An output is used by one thread,
 * which shares the work out. It owns what is in memory until the row group is written; the
 * published file stays its owner's.
 *
 * <p>A new encoding is written by the {@link dev.heddle.io.parquet.write.ValueWriter} of its type.
 */
@NullMarked
package dev.heddle.io.parquet.write;

import org.jspecify.annotations.NullMarked;
