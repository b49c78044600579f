/**
 * Parquet files, as other packages see them: a {@link dev.heddle.io.dataset.FileFormat} to read,
 * and a {@link dev.heddle.io.write.FileWriterFactory} to write.
 *
 * <p>The rooms below, each using only those before it:
 *
 * <ol>
 *   <li>{@link dev.heddle.io.parquet.codec}: compression of pages;
 *   <li>{@link dev.heddle.io.parquet.footer}: the content of footers;
 *   <li>{@link dev.heddle.io.parquet.metadata}: footers as tables, which none of the others uses;
 *   <li>{@link dev.heddle.io.parquet.fetch}: which bytes are read, and when;
 *   <li>{@link dev.heddle.io.parquet.decode}: pages become columns;
 *   <li>{@link dev.heddle.io.parquet.prune}: which rows need not be read;
 *   <li>{@link dev.heddle.io.parquet.read}: scans and their splits;
 *   <li>{@link dev.heddle.io.parquet.write}: writing, which shares only {@code codec} with the
 *       others.
 * </ol>
 *
 * <p>This package itself has the format, the statistics of tables that files have, and what a
 * process reads of footers before its first query is planned. Any thread may use it.
 */
@NullMarked
package dev.heddle.io.parquet;

import org.jspecify.annotations.NullMarked;
