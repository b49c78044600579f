/**
 * CSV files into and out of batches.
 *
 * <p>Text is UTF-8, split into fields by a library. Types follow from a sample of the first file,
 * or are stated: truth values, 64-bit integers, doubles, dates, timestamps, text. An unquoted field
 * that equals the null text is null; a quoted one never is. A field that is no value of its
 * column's type, and a line with more or fewer fields than there are columns, are errors that name
 * file and line. A file is read by one thread.
 */
@NullMarked
package dev.heddle.io.csv;

import org.jspecify.annotations.NullMarked;
