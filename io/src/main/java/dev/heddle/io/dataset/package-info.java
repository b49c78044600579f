/**
 * Files read as one table, whatever their format.
 *
 * <p>A {@link dev.heddle.io.dataset.FileFormat} knows one file: its columns and how to scan them.
 * This package knows the table: which files it has, the values in their folders' names, how their
 * columns become the table's, and columns that no file holds (path, row number). A scan decides
 * conjuncts over what is constant in a file once for the file, hands those over stored columns down
 * to the format, which prunes and filters by them, and applies the rest to what comes back.
 */
@NullMarked
package dev.heddle.io.dataset;

import org.jspecify.annotations.NullMarked;
