/**
 * Casts between numbers, times and text, column by column. A value that does not fit is marked in a
 * bitmap; the caller raises the error or makes it null.
 */
@NullMarked
package dev.heddle.physical.kernel.cast;

import org.jspecify.annotations.NullMarked;
