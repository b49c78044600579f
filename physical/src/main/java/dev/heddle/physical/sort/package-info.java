/**
 * Sorting: keys as bytes or numbers, radix passes, runs in memory and in files that are merged, and
 * the first rows of an order with bounds that scans can use.
 */
@NullMarked
package dev.heddle.physical.sort;

import org.jspecify.annotations.NullMarked;
