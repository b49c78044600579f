/**
 * Casts between numbers, times and text, column by column. A value that does not fit is marked in a
 * bitmap; the caller raises the error or makes it null. Texts of lists, structs and maps are taken
 * apart here; their parts are texts that are cast by themselves.
 */
@NullMarked
package dev.heddle.physical.kernel.cast;

import org.jspecify.annotations.NullMarked;
