/**
 * Which rows need not be read, proven by the file's statistics and indexes.
 *
 * <p>{@link dev.heddle.io.parquet.prune.FilePruner} leaves out row groups by the footer when a scan
 * is planned. {@link dev.heddle.io.parquet.prune.RowGroupSelector} decides on a row group when it
 * is about to be read: by page indexes first, then by Bloom filters, then by dictionaries, each
 * only while rows are left and where it costs less than it may save. A proof has two sides ({@link
 * dev.heddle.io.parquet.prune.RowSelection}): rows for which a predicate may be true, and rows for
 * which it certainly is, where it need not be evaluated.
 *
 * <p>{@link dev.heddle.io.parquet.read} is the caller. Pruners and selectors are used by one
 * thread; page indexes are cached by the process. What is wrong with an index proves nothing and is
 * no error: the reader of the rows reports it.
 */
@NullMarked
package dev.heddle.io.parquet.prune;

import org.jspecify.annotations.NullMarked;
