/** Batches and columns: off-heap memory in Arrow layouts with one owner each. */
@NullMarked
package dev.heddle.io.batch;

import org.jspecify.annotations.NullMarked;
