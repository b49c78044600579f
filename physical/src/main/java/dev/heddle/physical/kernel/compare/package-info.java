/** Comparison of values and columns of one type, and selections of rows by value. */
@NullMarked
package dev.heddle.physical.kernel.compare;

import org.jspecify.annotations.NullMarked;
