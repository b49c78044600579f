/**
 * Loops over columns: compare, arithmetic, selections, text, dates, casts.
 *
 * <p>Kernels take addresses. An operand is an address and a step in bytes; step 0 repeats one
 * value, which is how constants are passed. Values of null rows are computed like all others, so a
 * kernel that can fail only reports that some row may have failed, and a second pass names the
 * first valid row that did.
 */
@NullMarked
package dev.heddle.physical.kernel;

import org.jspecify.annotations.NullMarked;
