/**
 * CSV files into and out of batches.
 *
 * <p>Text is UTF-8. The rules of quoting are a library's; it splits text into fields itself, but
 * for dialects of single bytes without comments, which {@link dev.heddle.io.csv.CsvBytes} splits by
 * the same rules without making characters, and hands over where they are broken. Delimiter, quote,
 * header and types follow from a sample of a file, or are stated: booleans, 64-bit integers, longer
 * ones as decimals, doubles, dates, times, timestamps, text. An unquoted field that equals a null
 * text is null; a quoted one never is in a text column, while an empty one is null in others. A row
 * that does not fit is an error that names file, line and column, or is left out and counted, or
 * stays with its text in a column of its own; which rows these are does not depend on the columns
 * that are read.
 *
 * <p>Large plain files are read in blocks by many threads, see {@link dev.heddle.io.csv.CsvScanner}
 * and {@link dev.heddle.io.text.TextBlocks}; compressed ones by one thread each.
 */
@NullMarked
package dev.heddle.io.csv;

import org.jspecify.annotations.NullMarked;
