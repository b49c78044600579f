/** CSV files into and out of batches. */
@NullMarked
package dev.heddle.io.csv;

import org.jspecify.annotations.NullMarked;
