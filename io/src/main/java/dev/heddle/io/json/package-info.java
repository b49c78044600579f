/**
 * JSON into and out of batches: an object a line, or one array of objects.
 *
 * <p>Columns and types follow from a sample of a file, or are stated. Objects are structs (or maps,
 * if stated or if they have very many keys), arrays lists; what is of several kinds is text. Keys
 * that an object lacks are null; of equal keys the first counts; keys that the sample did not show
 * are left out. Numbers and truth values are read from text too, and as text where the column is
 * text. Large plain files of lines are read in blocks by many threads, compressed ones and arrays
 * by one thread each. Rows that do not fit are treated as in {@link dev.heddle.io.csv}.
 */
@NullMarked
package dev.heddle.io.json;

import org.jspecify.annotations.NullMarked;
