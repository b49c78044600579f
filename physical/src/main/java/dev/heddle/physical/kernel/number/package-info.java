/**
 * Arithmetic and functions of integers, decimals and floating-point numbers. Integer and decimal
 * arithmetic is exact: a result that does not fit is reported, never wrapped.
 */
@NullMarked
package dev.heddle.physical.kernel.number;

import org.jspecify.annotations.NullMarked;
