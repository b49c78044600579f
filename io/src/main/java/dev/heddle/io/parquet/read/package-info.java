/**
 * Scans of files: splits, and the reading of a split.
 *
 * <p>{@link dev.heddle.io.parquet.read.ParquetScan} divides row groups into splits. A thread opens
 * a split and gets a {@link dev.heddle.io.parquet.read.ParquetSplitReader}: it plans what to read
 * of each row group, and has storage begin with the next one while one is decoded. {@link
 * dev.heddle.io.parquet.read.BatchReader} decodes the filter's columns first, and where few rows
 * are left the others at these rows only. Columns that a filter may leave nothing of are fetched
 * page by page as they are needed, unless most batches have turned out to need them.
 *
 * <p>{@link dev.heddle.io.parquet.ParquetFormat} is the caller; all else is known as {@link
 * dev.heddle.io.scan.TableScan} and {@link dev.heddle.io.scan.SplitReader}. The scan is shared by
 * threads, a reader belongs to one. Readers share nothing but what the scan has measured. Batches
 * are the caller's.
 */
@NullMarked
package dev.heddle.io.parquet.read;

import org.jspecify.annotations.NullMarked;
