/**
 * JSON into and out of batches: objects one a line or in whatever lines, or one array of objects.
 *
 * <p>Columns and types follow from a sample of a file, or are stated, and so does the layout.
 * Objects are structs (or maps, if stated or if they have very many keys), arrays lists; what is of
 * several kinds is text. Keys that an object lacks are null; a key that an object has twice is an
 * error; keys that the sample did not show are left out. A row that is null has nulls only; files
 * without any object have one column of their values. Numbers and booleans are read from text too,
 * and as text where the column is text. Large plain files of lines are read in blocks by many
 * threads, compressed ones and other layouts by one thread each. Rows that do not fit are treated
 * as in {@link dev.heddle.io.csv}.
 */
@NullMarked
package dev.heddle.io.json;

import org.jspecify.annotations.NullMarked;
