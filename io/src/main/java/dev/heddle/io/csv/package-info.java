/**
 * CSV files into and out of batches.
 *
 * <p>Text is UTF-8. The rules of quoting are a library's; it splits text into fields itself, but
 * for dialects of single bytes without comments, which {@link dev.heddle.io.csv.CsvBytes} splits by
 * the same rules without making characters, and hands over where they are broken. Both leave out
 * blanks around quotes. Delimiter, quote, escape, comment, where the table starts, header, types
 * and the formats of dates follow from a sample of a file by the rules of DuckDB ({@link
 * dev.heddle.io.csv.CsvDialects}, {@link dev.heddle.io.csv.CsvTypes}), or are stated. A field that
 * equals a null text is null, in quotes too unless that is stated otherwise; an empty one is null
 * in columns that are no text. A null behind the last column is no field. A row that does not fit
 * is an error that names file, line and column, or is left out and counted, or stays with its text
 * in a column of its own; which rows these are does not depend on the columns that are read.
 *
 * <p>Large plain files are read in blocks by many threads, see {@link dev.heddle.io.csv.CsvScanner}
 * and {@link dev.heddle.io.text.TextBlocks}; compressed ones by one thread each.
 */
@NullMarked
package dev.heddle.io.csv;

import org.jspecify.annotations.NullMarked;
